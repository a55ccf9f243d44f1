#!/usr/bin/env python3
"""Hold requests and streams of the providers' protocols to the types of the providers' own SDKs.

usage: validate_wire.py FOLDER...

The types that judge are those of PyPI anthropic (Messages), openai (Responses, Chat Completions) and google-genai
(generateContent), in the versions that wire-requirements.txt pins. A file's name says what it is: `anthropic`,
`responses`, `chat` or `gemini` first, then `-` or `_`; a `.json` file is a request, any other one a stream. Those of
`ollama` are left out, as it has no types.

Exit 1 where something does not validate, a file holds nothing, or a folder has no file. Streams recorded from servers
that differ from the protocol are named in DEVIATING, with how; they must still differ.

Of requests, keys that the SDK does not know are seen at the top only: further down they belong to the turns that go
back as they came. Events of type `ping` are skipped: the SDK's union of events lacks them.
"""

import json
import os
import sys
import typing
import warnings

import pydantic

typing.Iterable = typing.List  # Pydantic looks into an Iterable lazily, which would hide what is wrong within.

from anthropic.types import RawMessageStreamEvent
from anthropic.types.message_create_params import MessageCreateParamsStreaming
from google.genai import types as gemini
from openai.types.chat import ChatCompletionChunk
from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming as ChatRequest
from openai.types.responses import ResponseStreamEvent
from openai.types.responses.response_create_params import ResponseCreateParamsStreaming as ResponsesRequest

REQUESTS = {"anthropic": MessageCreateParamsStreaming, "responses": ResponsesRequest, "chat": ChatRequest}
EVENTS = {
    "anthropic": RawMessageStreamEvent,
    "responses": ResponseStreamEvent,
    "chat": ChatCompletionChunk,
    "gemini": gemini.GenerateContentResponse,
}
# Google's SDK has no single type of a request, but one for each of these.
GEMINI_PARTS = {
    "contents": gemini.Content,
    "systemInstruction": gemini.Content,
    "tools": gemini.Tool,
    "toolConfig": gemini.ToolConfig,
    "generationConfig": gemini.GenerationConfig,
}
DEVIATING = {
    "anthropic_llama_call.sse": "llama.cpp leaves `input` out where a tool use starts",
    "anthropic_llama_cut.sse": "llama.cpp leaves `input` out where a tool use starts",
    "chat_mistral.sse": "Mistral's `content` may be a list of parts",
    "gemini_aimock_calls.sse": "aimock ends with a reason that Gemini has not",
    "responses_aimock_calls.sse": "aimock numbers no events",
    "responses_llama.sse": "llama.cpp numbers no events and leaves half of a response out",
}


def stream(text):
    """The JSON values of a stream's events."""
    for block in text.replace("\r\n", "\n").split("\n\n"):
        lines = (line[5:].lstrip(" ") for line in block.split("\n") if line.startswith("data:"))
        data = "\n".join(lines)
        if data and data.strip() != "[DONE]":
            yield json.loads(data)


def without_annotation(kind):
    return typing.get_args(kind)[0] if typing.get_origin(kind) is typing.Annotated else kind


def of_type(union, name):
    """The member of a union of events whose `type` is this one: what is wrong is then told of that one alone."""
    for member in map(without_annotation, typing.get_args(without_annotation(union))):
        field = getattr(member, "model_fields", {}).get("type")
        if field is not None and name in typing.get_args(field.annotation):
            return member
    return None


def unknown(keys, known):
    return [f"{key}: no such key" for key in keys if key not in known]


def faults(kind, value):
    """What Pydantic finds wrong about a value."""
    try:
        pydantic.TypeAdapter(kind).validate_python(value)
    except pydantic.ValidationError as error:
        return [f"{'.'.join(str(step) for step in fault['loc'])[-70:]}: {fault['msg']}" for fault in error.errors()]
    return []


def faults_of_request(protocol, body):
    if protocol != "gemini":
        kind = REQUESTS[protocol]
        return unknown(body, typing.get_type_hints(kind)) + faults(kind, body)
    found = unknown(body, GEMINI_PARTS)
    for key in body.keys() & GEMINI_PARTS.keys():
        values = body[key] if isinstance(body[key], list) else [body[key]]
        found += [f"{key}: {fault}" for value in values for fault in faults(GEMINI_PARTS[key], value)]
    return found


def faults_of_event(protocol, event):
    kind = EVENTS[protocol]
    if protocol in ("anthropic", "responses"):
        if event.get("type") == "ping":
            return []
        kind = of_type(kind, event.get("type"))
        if kind is None:
            return [f"no such type of event: {event.get('type')}"]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        found = [f"{event.get('type', 'chunk')}: {fault}" for fault in faults(kind, event)]
    return found + [str(warning.message) for warning in warned]


def check(path):
    """How many items a file has, and what is wrong about them."""
    name = os.path.basename(path)
    protocol = name.replace("_", "-").split("-")[0]
    if protocol not in EVENTS:
        return 0, [f"the name says no protocol of {', '.join(EVENTS)}"]
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if name.endswith(".json"):
        return 1, faults_of_request(protocol, json.loads(text))
    events = list(stream(text))
    return len(events), [fault for event in events for fault in faults_of_event(protocol, event)]


def files(folder):
    """The paths of a folder's files to check."""
    names = sorted(name for name in os.listdir(folder) if not name.startswith("ollama"))
    if not names:
        sys.exit(f"validate_wire: {folder} holds no file to check")
    return [os.path.join(folder, name) for name in names]


def main(folders):
    paths = [path for folder in folders for path in files(folder)]
    bad = known = items = 0
    for path in paths:
        count, found = check(path)
        items += count
        deviates = DEVIATING.get(os.path.basename(path))
        if count == 0 and not found:
            found = ["there is nothing in it"]
        elif deviates and found:
            known += 1
            continue
        elif deviates:
            found = [f"it validates, although {deviates}: take it out of DEVIATING"]
        if found:
            bad += 1
            print(f"{path} does not validate:", *dict.fromkeys(found[:20]), sep="\n  ", file=sys.stderr)
    print(f"{items} requests and events in {len(paths)} files: {bad} files are wrong, {known} deviate as they must")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
