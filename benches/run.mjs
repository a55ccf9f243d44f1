// Measures csvchat beside DuckDB's own command line on the same files: one table of medians of five runs, and of the
// largest process's peak memory. `make bench` sets the folders and runs this; what it writes stays in the target folder.

import { execFileSync, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";

import { charts } from "./charts.mjs";
import { loop } from "./loop.mjs";

const RUNS = 5;
const VERSION = /node-bindings-\S+ (\d+\.\d+\.\d+)/.exec(readFileSync("templates/report/packages.txt", "utf8"))[1];
const target = process.env.CARGO_TARGET_DIR;
if (!target || !process.env.DUCKDB_LIB_DIR) {
  console.error("bench: start it as `make bench`, which says where things are");
  process.exit(1);
}
const folder = join(target, "bench");
mkdirSync(folder, { recursive: true });

// A small generator of numbers with a seed (mulberry32), so that the files are the same everywhere.
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Orders with ten columns: a key, times, few and many different texts, whole and decimal numbers, missing values.
function workload(rows) {
  const path = join(folder, `orders-${rows}.csv`);
  if (existsSync(path)) return path;
  const next = numbers(20_260_601);
  const pick = (words) => words[Math.floor(next() * words.length)];
  const file = openSync(`${path}.new`, "w");
  let lines = "order_id,ordered_at,region,product,customer,quantity,unit_price,discount,amount,returned\n";
  for (let row = 1; row <= rows; row += 1) {
    const at = new Date(Date.UTC(2023, 0, 1) + Math.floor(next() * 3 * 365 * 86_400) * 1000);
    const quantity = 1 + Math.floor(next() * 9);
    const price = (5 + next() * 495).toFixed(2);
    const discount = next() < 0.05 ? "" : pick(["0", "0.05", "0.1", "0.25"]);
    const amount = (quantity * price * (1 - discount)).toFixed(2);
    const customer = `customer ${Math.floor(next() * 50_000)}`;
    lines += `${row},${at.toISOString().slice(0, 19).replace("T", " ")},${pick(["North", "South", "East", "West"])},`;
    lines += `product ${Math.floor(next() * 200)},${customer},${quantity},${price},${discount},${amount},${next() < 0.03}\n`;
    if (lines.length > 1 << 20 || row === rows) {
      writeSync(file, lines);
      lines = "";
    }
  }
  closeSync(file);
  renameSync(`${path}.new`, path);
  return path;
}

const timer = ["/usr/bin/time"].find((path) => existsSync(path));

// Median seconds and peak megabytes of a command; it must succeed.
function measure(command) {
  const [flag, pattern, unit] = process.platform === "darwin"
    ? ["-l", /(\d+)\s+maximum resident set size/, 2 ** 20]
    : ["-v", /Maximum resident set size \(kbytes\): (\d+)/, 2 ** 10];
  const runs = Array.from({ length: RUNS }, () => {
    const words = timer ? [timer, flag, ...command] : command;
    const start = process.hrtime.bigint();
    const run = spawnSync(words[0], words.slice(1), { encoding: "utf8", maxBuffer: 2 ** 28 });
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (run.status !== 0) throw new Error(`${command.join(" ")}: exit ${run.status}\n${run.error ?? run.stderr}`);
    return { seconds, megabytes: timer ? Number(pattern.exec(run.stderr)?.[1]) / unit : NaN };
  });
  const median = (values) => values.sort((a, b) => a - b)[Math.floor(RUNS / 2)];
  return { seconds: median(runs.map((run) => run.seconds)), megabytes: median(runs.map((run) => run.megabytes)) };
}

// DuckDB's command line of the version that csvchat links: the one on the path, or one from PyPI in a folder of its own.
function peer() {
  const venv = join(folder, `duckdb-${VERSION}`);
  const own = join(venv, "bin", "duckdb");
  const fits = (path) => spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.startsWith(`v${VERSION} `);
  if (fits("duckdb")) return "duckdb";
  if (fits(own)) return own;
  spawnSync("python3", ["-m", "venv", venv]);
  spawnSync(join(venv, "bin", "pip"), ["install", "--quiet", `duckdb-cli==${VERSION}`], { stdio: ["ignore", "ignore", "inherit"] });
  if (fits(own)) return own;
  console.error(`NOT MEASURED: DuckDB's command line; no duckdb ${VERSION} on the path, nor duckdb-cli from PyPI`);
  return undefined;
}

execFileSync("cargo", ["build", "--locked", "--release", "--no-default-features"], { stdio: "inherit" });
const csvchat = join(target, "release", "csvchat");
const duckdb = peer();
const page = join(folder, "report.html");
const load = (path) => `create table data as from read_csv('${path.replaceAll("'", "''")}');`;

const cases = [["start", [csvchat, "--version"], "select 1"]];
for (const rows of [10, 1_000_000]) {
  const path = workload(rows);
  const megabytes = Math.round(statSync(path).size / 1e6);
  const size = `${rows.toLocaleString("en")} rows${megabytes ? `, ${megabytes} MB` : ""}`;
  cases.push([`count, ${size}`, [csvchat, "ask", path, "SQL: select count(*) from data"], `${load(path)} select count(*) from data`]);
  cases.push([`analyze, ${size}`, [csvchat, "analyze", path, "-q", "-m", "builtin", "-o", page], `${load(path)} summarize data`]);
}

const cell = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "-");
console.log(`\nMedian of ${RUNS} runs on ${cpus().length} cores, load ${loadavg()[0].toFixed(1)} at the start; DuckDB ${VERSION}\n`);
console.log("| task | csvchat s | MB | duckdb s | MB | ratio of times |\n| --- | ---: | ---: | ---: | ---: | ---: |");
for (const [task, command, sql] of cases) {
  const mine = measure(command);
  const theirs = duckdb ? measure([duckdb, "-c", sql]) : { seconds: NaN, megabytes: NaN };
  const cells = [cell(mine.seconds, 3), cell(mine.megabytes, 0), cell(theirs.seconds, 3), cell(theirs.megabytes, 0)];
  console.log(`| ${task} | ${cells.join(" | ")} | ${cell(mine.seconds / theirs.seconds, 1)} |`);
}
rmSync(page, { force: true });
await loop(csvchat, workload(10));
await charts(csvchat, workload(10), target);
