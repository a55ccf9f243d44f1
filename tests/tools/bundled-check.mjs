// Runs the single binary as a user would on a machine that has nothing else: an empty environment, an empty folder, no
// DuckDB library on the loader's path.
//
//   node tests/tools/bundled-check.mjs BINARY FILE.csv

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [binary, file] = process.argv.slice(2).map((path) => resolve(path));
const rows = readFileSync(file, "utf8").trimEnd().split("\n").length - 1;

const linker = process.platform === "darwin" ? ["otool", "-L"] : ["ldd"];
const linked = spawnSync(linker[0], [...linker.slice(1), binary], { encoding: "utf8" });
assert.ifError(linked.error);
assert.equal(linked.status, 0, linked.stderr);
// The first line of otool is the path of the binary itself.
assert.doesNotMatch(linked.stdout.replace(binary, ""), /duckdb/i, "the binary needs a DuckDB library");

const folder = mkdtempSync(join(tmpdir(), "csvchat-bundled-"));
function run(...words) {
  const { error, status, stdout, stderr } = spawnSync(binary, words, { cwd: folder, env: {}, encoding: "utf8" });
  assert.ifError(error);
  assert.equal(status, 0, `csvchat ${words.join(" ")}: exit ${status}\n${stderr}`);
  return stdout;
}

try {
  assert.match(run("--version"), /^csvchat \d+\.\d+\.\d+\n$/);
  const answer = (question) =>
    run("ask", file, question, "-q", "-f", "ndjson").trim().split("\n").map((line) => JSON.parse(line))
      .find((event) => event.type === "table");
  assert.deepEqual(answer("SQL: select count(*) as n from data").rows, [[rows]]);
  assert.ok(answer("how many rows are there?").rows.flat().includes(rows), "the built-in analyst counts otherwise");
  assert.equal(run("analyze", file, "-q", "-o", "report.html"), "");
  assert.deepEqual(readdirSync(folder), ["report.html"]);
  const page = readFileSync(join(folder, "report.html"), "utf8");
  assert.ok(page.trimEnd().endsWith("</html>"), "the report is not whole");
  assert.ok(page.includes("vegaEmbed"), "the report lacks what draws its charts");
  console.log(`${binary} links no DuckDB library, and answers and reports in an empty environment`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
