// A model's server on loopback that answers at once, and a run of the program against it.

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// Answers each request with the next list of calls, `[name, input]` each; what is asked beside goes unanswered.
function server(turns) {
  let turn = 0;
  return createServer((request, response) => {
    request.resume().on("end", () => {
      if (request.method !== "POST") {
        response.writeHead(404).end();
        return;
      }
      const calls = turns[turn].map(([name, input], index) => (
        { index, id: `call_${turn}_${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } }));
      turn += 1;
      const chunk = (delta, finish_reason) => `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`${chunk({ role: "assistant", content: null, tool_calls: calls }, null)}${chunk({}, "tool_calls")}data: [DONE]\n\n`);
    });
  });
}

// Seconds of one run, its events as text, and the peak memory of the program itself in megabytes, as Linux tells it
// while the last events come; where it does not, not a number.
function run(program, words, environment) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(program, [...words, "-q", "-f", "ndjson"], { env: { ...environment }, stdio: ["ignore", "pipe", "pipe"] });
    let megabytes = NaN;
    let errors = "";
    const events = [];
    child.stderr.on("data", (data) => (errors += data));
    child.stdout.on("data", (data) => {
      events.push(data);
      try {
        megabytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))[1]) / 1024;
      } catch {
        // The program has ended, or this is no Linux: what was read last stands.
      }
    });
    child.on("close", (code) => {
      if (code !== 0) reject(new Error(`${program} ${words.join(" ")}: exit ${code}\n${errors}`));
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      resolve({ seconds, megabytes, events: Buffer.concat(events).toString() });
    });
  });
}

// Runs the program, with the built-in analyst, or with a server that answers with these turns.
export async function played(program, words, turns) {
  const { NO_PROXY, PATH, HOME, LD_LIBRARY_PATH } = process.env;
  const environment = { PATH, HOME, LD_LIBRARY_PATH: LD_LIBRARY_PATH ?? "", NO_PROXY };
  if (turns === undefined) return run(program, [...words, "-m", "builtin"], environment);
  const scripted = server(turns);
  await new Promise((listening) => scripted.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${scripted.address().port}/v1`;
  try {
    return await run(program, [...words, "-m", "openai-compatible/m", "--base-url", url, "--max-turns", "100"], environment);
  } finally {
    scripted.close();
    scripted.closeAllConnections();
  }
}

export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// What ends a run.
export const ENDING = [["output_text", { text: "1 [q1]" }], ["finalize", { session_title: null }]];
