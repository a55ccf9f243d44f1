// The programs that csvchat is measured beside. Those from PyPI are installed into a folder of their own; one that
// cannot be had is told, and its measures are left out.

import { spawnSync } from "node:child_process";
import { join } from "node:path";

const LIST = "benches/peers.txt";

export function peers(folder, version) {
  const venv = join(folder, "peers");
  const made = spawnSync("sh", ["tests/tools/python-environment.sh", venv, LIST], { stdio: "inherit" });
  if (made.status !== 0) console.error("NOT MEASURED: peers from PyPI, which could not be installed, see above");
  const run = (words) => spawnSync(words[0], words.slice(1), { encoding: "utf8" });
  const program = (name) => join(venv, "bin", name);
  const found = {};
  for (const path of ["duckdb", program("duckdb")]) {
    if (!found.duckdb && run([path, "--version"]).stdout?.startsWith(`v${version} `)) found.duckdb = path;
  }
  if (!found.duckdb) console.error(`NOT MEASURED: DuckDB's command line; no duckdb ${version} on the path, nor from PyPI`);
  if (made.status === 0) {
    found.python = program("python");
    found.profiling = program("ydata_profiling");
    found.csvstat = program("csvstat");
  }
  if (run(["qsv", "--version"]).status === 0) found.qsv = "qsv";
  return found;
}
