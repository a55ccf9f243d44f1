// Measures what charts cost: thirteen kinds over 500 rows, drawn by the program as a model asks for them, beside the
// same specifications drawn by Node with the same scripts of Vega.

import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

import { ENDING, median, played } from "./server.mjs";

const RUNS = 5;
const QUERY = `select date '2024-01-01' + (i % 366)::int as day, ['North','South','East','West'][i % 4 + 1] as region,
  'product ' || (i % 12) as product, round(100 + 50 * sin(i / 20.0) + (i * 7919) % 40, 2) as amount, (i * 104729) % 97 as score
  from range(500) r(i)`;
const x = (field, type, more = {}) => ({ field, type, ...more });
const time = x("day", "temporal", { timeUnit: "yearmonth" });
const amount = x("amount", "quantitative", { aggregate: "sum" });
const CHARTS = [
  { mark: "bar", encoding: { y: x("region", "nominal", { sort: "-x" }), x: amount } },
  { mark: "line", encoding: { x: time, y: amount, color: x("region", "nominal") } },
  { mark: "area", encoding: { x: time, y: amount, color: x("region", "nominal") } },
  { mark: "point", encoding: { x: x("score", "quantitative"), y: x("amount", "quantitative"), color: x("region", "nominal") } },
  { mark: "bar", encoding: { x: x("amount", "quantitative", { bin: true }), y: { aggregate: "count" } } },
  { mark: "rect", encoding: { x: time, y: x("product", "nominal"), color: amount } },
  { mark: "boxplot", encoding: { x: x("region", "nominal"), y: x("amount", "quantitative") } },
  { mark: "arc", encoding: { theta: amount, color: x("region", "nominal") } },
  { mark: "bar", encoding: { x: time, y: amount, color: x("region", "nominal") } },
  { mark: "bar", encoding: { x: x("region", "nominal"), y: amount, column: x("region", "nominal") } },
  { mark: "tick", encoding: { x: x("amount", "quantitative"), y: x("region", "nominal") } },
  { layer: [{ mark: "line", encoding: { x: time, y: amount } }, { mark: "rule", encoding: { y: { datum: 5000 } } }] },
  { hconcat: [{ mark: "bar", encoding: { x: x("region", "nominal"), y: amount } }, { mark: "line", encoding: { x: time, y: amount } }] },
];
const TURNS = [
  [["sql_query", { query: QUERY, description: "rows" }]],
  ...CHARTS.map((chart, n) => [["create_plot", { title: `chart ${n}`, vega_lite_spec: { data: { name: "q1" }, ...chart } }]]),
  ENDING,
];

// Milliseconds of each chart, from its call to the call's result.
function times(events) {
  const lines = events.trim().split("\n").map((line) => JSON.parse(line));
  const rejected = lines.find((line) => line.type === "plot_rejected");
  if (rejected) throw new Error(`${rejected.title}: ${rejected.reason}`);
  const calls = lines.filter((line) => line.type === "tool_call" && line.name === "create_plot");
  return calls.map((call) => lines.find((line) => line.type === "tool_result" && line.id === call.id).ms - call.ms);
}

// The same in Node: milliseconds for the scripts, and for each chart.
const PEER = `
  const [folder, rows, charts] = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const since = (start) => Number(process.hrtime.bigint() - start) / 1e6;
  const start = process.hrtime.bigint();
  const script = (name) => new Function("exports", "module", "define", require("fs").readFileSync(folder + name, "utf8")).call(globalThis);
  script("/vega.min.js");
  script("/vega-lite.min.js");
  const load = since(start);
  (async () => {
    const each = [];
    for (const chart of charts) {
      const start = process.hrtime.bigint();
      const spec = vegaLite.compile({ data: { values: structuredClone(rows) }, ...chart }, { logger: vega.logger(vega.Error) }).spec;
      await new vega.View(vega.parse(spec), { renderer: "none" }).toSVG();
      each.push(since(start));
    }
    console.log(JSON.stringify({ load, each }));
  })();`;

function peer(target, rows) {
  const builds = join(target, "release/build");
  const own = readdirSync(builds).map((name) => join(builds, name, "out/scripts"));
  const age = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const folders = own.sort((a, b) => age(b) - age(a));
  const run = spawnSync(process.execPath, ["-e", PEER], { input: JSON.stringify([folders[0], rows, CHARTS]), encoding: "utf8" });
  if (run.status !== 0) throw new Error(run.stderr);
  return JSON.parse(run.stdout);
}

// Prints a table: the first chart, further ones, and memory.
export async function charts(program, file, target) {
  const ask = ["ask", file, "charts?"];
  const runs = [];
  const bare = [];
  const node = [];
  for (let round = 0; round < RUNS; round += 1) {
    bare.push(await played(program, ask, [TURNS[0], ENDING]));
    runs.push(await played(program, ask, TURNS));
    const events = runs[0].events.split("\n").filter((line) => line.includes('"type":"query_result"'));
    const { columns, rows } = JSON.parse(events[0]);
    node.push(peer(target, rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]])))));
  }
  const drawn = runs.map((run) => times(run.events));
  const first = median(drawn.map((each) => each[0]));
  const further = drawn.map((each) => each.slice(1)).flat();
  const theirFirst = median(node.map((run) => run.load + run.each[0]));
  const theirs = node.map((run) => run.each.slice(1)).flat();
  const megabytes = (list) => median(list.map((run) => run.megabytes));
  console.log(`\n${CHARTS.length} charts over 500 rows | csvchat ms | node ms | ratio\n--- | ---: | ---: | ---:`);
  const line = (name, mine, other) => console.log(`${name} | ${mine.toFixed(0)} | ${other.toFixed(0)} | ${(mine / other).toFixed(1)}`);
  line("first, scripts and all", first, theirFirst);
  line("further ones, median", median(further), median(theirs));
  line("slowest further one", Math.max(...CHARTS.slice(1).map((_, n) => median(drawn.map((each) => each[n + 1])))),
    Math.max(...CHARTS.slice(1).map((_, n) => median(node.map((run) => run.each[n + 1])))));
  console.log(`\nMemory of the program after them: ${megabytes(runs).toFixed(0)} MB, ${(megabytes(runs) - megabytes(bare)).toFixed(0)} MB more than without charts.`);
}
