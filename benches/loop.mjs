// Measures what the loop itself costs: the program against a scripted server on loopback that answers at once, beside
// the same work without a server. Milliseconds a turn, and the program's own peak memory (its worker left out).

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const RUNS = 5;
const FEW = 2;
const MANY = 42;

// A chat server: a query in each turn, and in the last one the answer.
function server(turns) {
  let turn = 0;
  const call = (id, name, input) => ({ index: id, id: `call_${turn}_${id}`, type: "function", function: { name, arguments: JSON.stringify(input) } });
  return createServer((request, response) => {
    request.resume().on("end", () => {
      // What else it asks, whether the model has tools, goes unanswered.
      if (request.method !== "POST") {
        response.writeHead(404).end();
        return;
      }
      turn += 1;
      const calls = turn < turns
        ? [call(0, "sql_query", { query: `select ${turn} as n`, description: "n" })]
        : [call(0, "output_text", { text: "1 [q1]" }), call(1, "finalize", { session_title: null })];
      const chunk = (delta, finish_reason) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${chunk({ role: "assistant", content: null, tool_calls: calls }, null)}${chunk({}, "tool_calls")}data: [DONE]\n\n`);
    });
  });
}

// Seconds of one run, and the peak memory of the program itself in megabytes, as Linux tells it while the last events
// come; where it does not, not a number.
function run(program, words, environment) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(program, [...words, "-q", "-f", "ndjson"], { env: { ...environment }, stdio: ["ignore", "pipe", "pipe"] });
    let megabytes = NaN;
    let errors = "";
    child.stderr.on("data", (data) => (errors += data));
    child.stdout.on("data", () => {
      try {
        megabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
      } catch {
        // The program has ended, or this is no Linux: what was read last stands.
      }
    });
    child.on("close", (code) => {
      if (code !== 0) reject(new Error(`${program} ${words.join(" ")}: exit ${code}\n${errors}`));
      resolve({ seconds: Number(process.hrtime.bigint() - start) / 1e9, megabytes });
    });
  });
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

// Medians of several runs, with a server of so many turns or without one.
async function measured(program, words, turns) {
  const runs = [];
  for (let round = 0; round < RUNS; round += 1) {
    const { NO_PROXY, PATH, HOME, LD_LIBRARY_PATH } = process.env;
    const environment = { PATH, HOME, LD_LIBRARY_PATH: LD_LIBRARY_PATH ?? "", NO_PROXY };
    if (turns === 0) {
      runs.push(await run(program, [...words, "-m", "builtin"], environment));
      continue;
    }
    const scripted = server(turns);
    await new Promise((listening) => scripted.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${scripted.address().port}/v1`;
    runs.push(await run(program, [...words, "-m", "openai-compatible/m", "--base-url", url, "--max-turns", "100"], environment));
    scripted.close();
    scripted.closeAllConnections();
  }
  return { seconds: median(runs.map((each) => each.seconds)), megabytes: median(runs.map((each) => each.megabytes)) };
}

// Prints a line of words: milliseconds a turn, and megabytes beside those of the built-in analyst.
export async function loop(program, file) {
  const ask = ["ask", file, "how many rows?"];
  const bare = await measured(program, ask, 0);
  const few = await measured(program, ask, FEW);
  const many = await measured(program, ask, MANY);
  const turn = ((many.seconds - few.seconds) / (MANY - FEW)) * 1000;
  const more = many.megabytes - bare.megabytes;
  console.log(`\nThe loop against a server that answers at once, one query a turn: ${turn.toFixed(1)} ms a turn;` +
    ` ${many.megabytes.toFixed(0)} MB in the program after ${MANY} turns, ${more.toFixed(0)} MB more than with the built-in analyst.`);
}
