// Measures csvchat beside its peers on the same files, in one go: one table of ratios with what they must reach, and what
// each part of the time goes to. `make bench` sets the folders and runs this; PART names parts, separated by spaces, as
// the whole takes half an hour. What it writes stays in the target folder; workloads are kept, databases are not.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { join, resolve } from "node:path";

import { charts } from "./charts.mjs";
import { loop } from "./loop.mjs";
import { RUNS, sideBySide } from "./measure.mjs";
import { peers } from "./peers.mjs";
import { free, orders, panel, requests } from "./workloads.mjs";

const PARTS = ["start", "load", "analyze", "peers", "repeat", "memory", "growth", "wide", "loop", "charts"];
const VERSION = /node-bindings-\S+ (\d+\.\d+\.\d+)/.exec(readFileSync("templates/report/packages.txt", "utf8"))[1];
const ROWS = 1_000_000;
const MANY = 10 * ROWS;
const WIDE = { columns: 420, rows: 20_000 };
// Bytes of a row of the requests, and of what reading it writes beside them.
const ROW_BYTES = 540;
const LOADED_BYTES = 200;
const SPARE = 2e9;

const target = process.env.CARGO_TARGET_DIR;
if (!target || !process.env.DUCKDB_LIB_DIR) {
  console.error("bench: start it as `make bench`, which says where things are");
  process.exit(1);
}
const wanted = (process.env.PART ?? "").split(/[\s,]+/).filter(Boolean);
const unknown = wanted.filter((part) => part !== "trace" && !PARTS.includes(part));
if (unknown.length) {
  console.error(`bench: there is no part ${unknown.join(", ")}; the parts are ${[...PARTS, "trace"].join(", ")}`);
  process.exit(1);
}
const parts = PARTS.filter((part) => !wanted.length || wanted.includes(part));
if (!parts.length) process.exit(0);

const folder = resolve(target, "bench");
mkdirSync(folder, { recursive: true });
const page = join(folder, "report.html");
const database = join(folder, "peer.duckdb");
const removed = () => [database, `${database}.wal`, page].forEach((path) => rmSync(path, { force: true }));
process.on("exit", removed);

// BINARY names another one, such as the single binary with the engine compiled in, which starts sooner.
if (!process.env.BINARY) execFileSync("cargo", ["build", "--locked", "--release", "--no-default-features"], { stdio: "inherit" });
const csvchat = process.env.BINARY ?? join(resolve(target), "release", "csvchat");
const caches = spawnSync(csvchat, ["analyze", "--help"], { encoding: "utf8" }).stdout.includes("--no-cache");
const fresh = caches ? ["--no-cache"] : [];
const { duckdb, python, profiling, csvstat, qsv } = peers(folder, VERSION);

const count = (number) => number.toLocaleString("en");
const asked = (path, ...more) => [csvchat, "ask", path, "SQL: select count(*) from data", ...more];
const analyzed = (path, ...more) => [csvchat, "analyze", path, "-q", "-m", "builtin", "-o", page, ...more];
const quoted = (path) => `'${path.replaceAll("'", "''")}'`;
const table = (path) => `create table data as select * from read_csv(${quoted(path)})`;
const rows = (number) => requests(join(folder, `requests-${number}.csv`), number);
const shown = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
const size = (path) => `${Math.round(statSync(path).size / 1e6)} MB`;

const lines = [];
const notes = [];
function line(measure, mine, peer, theirs, ratio, limit) {
  const own = [shown(mine?.seconds, mine?.seconds < 1 ? 3 : 2), shown(mine?.megabytes, 0)];
  const others = [shown(theirs?.seconds, theirs?.seconds < 1 ? 3 : 2), shown(theirs?.megabytes, 0)];
  lines.push(`| ${[measure, ...own, peer, ...others, ratio, limit].join(" | ")} |`);
}
const times = (one, other) => `${shown(one / other, 2)}x`;

// Where there is no room for a file and for what reading it writes, its measures are left out, and that is said.
function room(path, bytes, reading) {
  const needed = (existsSync(path) ? 0 : bytes) + reading + SPARE;
  if (free(path) >= needed) return true;
  notes.push(`NOT MEASURED: ${path} takes ${shown(needed / 1e9, 0)} GB in all, ${shown(free(path) / 1e9, 0)} GB are free.`);
  return false;
}

// What the steps of reading took in one run, as it says them with -v.
function costs(words) {
  const run = spawnSync(words[0], [...words.slice(1), "-v", "-f", "ndjson"], { encoding: "utf8", maxBuffer: 2 ** 28 });
  const { elapsed_ms: elapsed } = JSON.parse(run.stdout.trim().split("\n").at(-1));
  const steps = [...run.stderr.matchAll(/([a-z ]+): (\d+) ms$/gm)].map(([, name, ms]) => `${name.trim()} ${ms} ms`);
  return `${steps.join(", ")}; ${elapsed} ms in all`;
}

const measures = {
  async start() {
    const path = orders(join(folder, "orders-10.csv"), 10);
    const [mine, theirs] = await sideBySide([
      { words: asked(path, ...fresh) },
      ...(duckdb ? [{ words: [duckdb, "-c", `select count(*) from ${quoted(path)}`] }] : []),
    ], 4 * RUNS + 1);
    line("`ask` with SQL, 10 rows", mine, "`duckdb -c`", theirs, times(mine.seconds, theirs?.seconds), "at most 1.5x");
    notes.push(`10 rows, read in: ${costs(asked(path, ...fresh))}.`);
  },
  async load() {
    const path = rows(ROWS);
    const [mine, theirs] = await sideBySide([
      { words: asked(path, ...fresh) },
      ...(duckdb ? [{ words: [duckdb, database, "-c", table(path)], before: removed }] : []),
    ]);
    removed();
    line(`load and certificate, ${size(path)}`, mine, "`create table` into a file", theirs, times(mine.seconds, theirs?.seconds), "at most 1.6x");
    notes.push(`${count(ROWS)} rows, read in: ${costs(asked(path, ...fresh))}.`);
  },
  async analyze() {
    const path = rows(ROWS);
    const [mine, theirs] = await sideBySide([
      { words: analyzed(path, ...fresh) },
      ...(duckdb ? [{ words: [duckdb, database, "-c", `${table(path)}; summarize data`], before: removed }] : []),
    ]);
    removed();
    line(`\`analyze\` to HTML, ${size(path)}`, mine, "`create table` and `summarize`", theirs, times(mine.seconds, theirs?.seconds), "at most 2x");
  },
  // All read the whole file: a tenth of it, its time taken tenfold, made ydata-profiling look twice as slow as it is, as
  // much of its time does not grow with the rows. csvstat's does, and it would take most of an hour: it runs once, on a
  // tenth.
  async peers() {
    const [whole, tenth] = [rows(ROWS), rows(ROWS / 10)];
    const pandas = "import sys, pandas; pandas.read_csv(sys.argv[1], low_memory=False).describe(include='all')";
    const env = { PYTHONWARNINGS: "ignore" };
    const slow = [
      ["`ydata-profiling --minimal`", profiling && [profiling, "--minimal", "--silent", whole, page], "at least 30x faster"],
      ["pandas `describe`", python && [python, "-c", pandas, whole], "none"],
      ["`qsv stats --everything`", qsv && [qsv, "stats", "--everything", whole], "none"],
    ].filter(([, words]) => words);
    const [mine, ...others] = await sideBySide([
      { words: analyzed(whole, ...fresh) },
      ...slow.map(([, words]) => ({ words, env })),
    ]);
    const faster = (name, theirs, limit) =>
      line(`\`analyze\` to HTML, ${size(whole)}`, mine, name, theirs, `${shown(theirs.seconds / mine.seconds, 1)}x faster`, limit);
    for (const [index, [name, , limit]] of slow.entries()) faster(name, others[index], limit);
    if (!csvstat) return;
    const [theirs] = await sideBySide([{ words: [csvstat, tenth], env }], 1);
    faster("`csvstat`, a tenth, time x10", { ...theirs, seconds: 10 * theirs.seconds }, "at least 30x faster");
  },
  async repeat() {
    if (!caches) return void notes.push("NOT MEASURED: a second run; this build keeps no loaded copies.");
    const path = rows(ROWS);
    const cache = join(folder, "cache");
    const env = { XDG_CACHE_HOME: cache };
    const forget = () => rmSync(cache, { recursive: true, force: true });
    const [first] = await sideBySide([{ words: analyzed(path), env, before: forget }], 3);
    const [second] = await sideBySide([{ words: analyzed(path), env }]);
    forget();
    line(`\`analyze\` again, ${size(path)} unchanged`, second, "its first run", first, times(second.seconds, first.seconds), "at most 0.15x");
  },
  async memory() {
    const path = join(folder, `requests-${MANY}.csv`);
    if (!room(path, MANY * ROW_BYTES, MANY * LOADED_BYTES)) return;
    requests(path, MANY);
    const [mine] = await sideBySide([{ words: analyzed(path, "--memory-limit", "1GB", ...fresh) }], 1);
    line(`\`analyze\` at \`--memory-limit 1GB\`, ${size(path)}`, mine, "-", undefined, `${shown(mine.megabytes / 1000, 2)} GB`, "at most 1.4 GB");
  },
  async growth() {
    const path = join(folder, `requests-${MANY}.csv`);
    const all = room(path, MANY * ROW_BYTES, MANY * LOADED_BYTES);
    const found = [];
    for (const number of all ? [ROWS / 10, ROWS, MANY] : [ROWS / 10, ROWS]) {
      const [mine] = await sideBySide([{ words: analyzed(rows(number), ...fresh) }], number === MANY ? 1 : 3);
      const before = found.at(-1);
      line(`\`analyze\`, ${count(number)} rows`, mine, before ? "a tenth of the rows" : "-", before, before ? times(mine.seconds, before.seconds) : "-", number === MANY ? "at most 10.5x" : "none");
      found.push(mine);
    }
    rmSync(path, { force: true });
  },
  async wide() {
    const path = panel(join(folder, `panel-${WIDE.columns}.csv`), WIDE.columns, WIDE.rows);
    const dry = spawnSync(csvchat, ["analyze", path, "--dry-run", "-q", "-m", "openai/gpt-4.1", ...fresh], {
      encoding: "utf8",
      maxBuffer: 2 ** 28,
    });
    if (dry.status !== 0) throw new Error(dry.stderr);
    const tokens = execFileSync("cargo", ["bench", "--locked", "--no-default-features", "--quiet", "--bench", "tokens"], {
      encoding: "utf8",
      input: dry.stdout,
    });
    const [mine] = await sideBySide([{ words: analyzed(path, ...fresh) }], 3);
    line(`\`analyze\`, ${WIDE.columns} columns x ${count(WIDE.rows)} rows`, mine, "-", undefined, `${count(Number(tokens))} tokens asked first`, "at most 12,000");
  },
  loop: () => loop(csvchat, orders(join(folder, "orders-10.csv"), 10)),
  charts: () => charts(csvchat, orders(join(folder, "orders-10.csv"), 10), target),
};

const gigabytes = Math.round(totalmem() / 2 ** 30);
console.log(`${cpus().length} cores, ${gigabytes} GB, load ${loadavg()[0].toFixed(1)} at the start; DuckDB ${VERSION}.`);
for (const part of parts) {
  console.error(`bench: ${part}`);
  await measures[part]();
}
if (lines.length) {
  console.log(`\nMedians of up to ${RUNS} runs; MB are the peak of all processes of a program together.\n`);
  console.log("| measure | csvchat s | MB | beside | s | MB | ratio | must reach |\n| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |");
}
for (const text of [...lines, "", ...notes]) console.log(text);
