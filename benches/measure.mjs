// Runs commands side by side and measures them: seconds, and the peak memory of all their processes together.

import { spawn, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";

export const RUNS = 5;
// Below this, reading memory would be part of what is measured; it has a run of its own.
const SHORT = 1;

export function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function fail(words, result) {
  throw new Error(`${words.join(" ")}: exit ${result.status ?? result.signal}\n${result.error ?? result.stderr ?? ""}`);
}

// Seconds that a command takes; it must succeed. Nothing else happens meanwhile.
function timed(words, options) {
  const start = process.hrtime.bigint();
  const result = spawnSync(words[0], words.slice(1), { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", ...options });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  if (result.status !== 0) fail(words, result);
  return seconds;
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function threads(id) {
  try {
    return readdirSync(`/proc/${id}/task`);
  } catch {
    return [];
  }
}

// Resident kilobytes of a process and all below it, now, and the most that one of them has had; none off Linux.
function resident(id) {
  const status = read(`/proc/${id}/status`);
  const kilobytes = (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  let [now, most] = [kilobytes("VmRSS"), kilobytes("VmHWM")];
  for (const thread of threads(id)) {
    for (const child of read(`/proc/${id}/task/${thread}/children`).split(" ").filter(Boolean)) {
      const below = resident(child);
      [now, most] = [now + below.now, Math.max(most, below.most)];
    }
  }
  return { now, most };
}

// Seconds and megabytes of a command whose memory is looked at while it runs.
function watched(words, every, options) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(words[0], words.slice(1), { stdio: ["ignore", "ignore", "pipe"], ...options });
    let [peak, stderr] = [0, ""];
    child.stderr.on("data", (text) => { stderr += text; });
    const look = () => {
      const { now, most } = resident(child.pid);
      peak = Math.max(peak, now, most);
    };
    const timer = setInterval(look, every);
    look();
    child.on("error", reject);
    child.on("close", (status, signal) => {
      clearInterval(timer);
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      if (status === 0) return resolve({ seconds, megabytes: peak ? (peak * 1024) / 1e6 : NaN });
      try {
        fail(words, { status, signal, stderr });
      } catch (error) {
        reject(error);
      }
    });
  });
}

// Medians for each command. They take turns, so that what else the machine does meets all of them alike. `before` and
// `env` belong to one command.
export async function sideBySide(commands, rounds = RUNS) {
  const seconds = commands.map(() => []);
  const megabytes = commands.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { words, before, env }] of commands.entries()) {
      const options = { env: { ...process.env, ...env } };
      before?.();
      if (round > 0 && seconds[index][0] < SHORT) {
        seconds[index].push(timed(words, options));
        continue;
      }
      const run = await watched(words, round ? 50 : 5, options);
      megabytes[index].push(run.megabytes);
      seconds[index].push(run.seconds);
    }
  }
  return commands.map((_, index) => {
    // The first run of a short command was the one for its memory.
    const short = rounds > 1 && seconds[index][0] < SHORT;
    return { seconds: median(short ? seconds[index].slice(1) : seconds[index]), megabytes: Math.max(...megabytes[index]) };
  });
}
