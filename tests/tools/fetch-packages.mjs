// Brings what `make` needs of npm into a folder: the DuckDB library of this platform, and playwright-core for the
// tests that open reports in a browser. Versions and SHA-256 sums are those of templates/report/packages.txt.
//
//   node tests/tools/fetch-packages.mjs FOLDER [duckdb] [playwright-core]
//
// gives FOLDER/duckdb/libduckdb.so (or .dylib) and FOLDER/playwright-core/. Quick where they are there already: the
// sums are checked, nothing is fetched.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const LIST = join(dirname(fileURLToPath(import.meta.url)), "../../templates/report/packages.txt");
const LIBRARY = `@duckdb/node-bindings-${process.platform}-${process.arch}`;

class Failure extends Error {}

function packages() {
  const lines = readFileSync(LIST, "utf8").split("\n").filter((line) => line.trim() && !line.startsWith("#"));
  return lines.map((line) => {
    const [name, version, archiveSum, file, fileSum] = line.trim().split(/\s+/);
    return { name, version, archiveSum, file, fileSum };
  });
}

function find(name) {
  const found = packages().find((entry) => entry.name === name);
  if (found) return found;
  throw new Failure(
    `no prebuilt DuckDB library is listed for ${process.platform}-${process.arch}; ` +
      "set DUCKDB_LIB_DIR to a folder that holds one, or compile DuckDB in with `cargo build --release`",
  );
}

const sum = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");
const has = (path, wanted) => existsSync(path) && sum(path) === wanted;

// The path of the package's archive in `folder`, as npm gave it and its sum proved it.
function pack(entry, folder, mend) {
  const wanted = `${entry.name}@${entry.version}`;
  let name;
  try {
    // In a folder of its own: where the current one cannot be written, or configures npm, does not matter.
    name = execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, wanted], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim().split("\n").pop();
  } catch (error) {
    const why = String(error.stderr || error.message).split("\n").find((line) => line.trim()) ?? "no reason given";
    throw new Failure(`npm pack ${wanted} failed (${why.trim()}); install npm, let it reach its registry, or ${mend}`);
  }
  const archive = join(folder, name);
  if (sum(archive) !== entry.archiveSum) {
    throw new Failure(`npm gave another ${wanted} than the one of templates/report/packages.txt: its SHA-256 sum differs`);
  }
  return archive;
}

// Unpacks beside the target and renames: a folder that is there is whole.
function install(entry, target, parts, mend) {
  mkdirSync(dirname(target), { recursive: true });
  const scratch = mkdtempSync(`${target}.new-`);
  try {
    const archive = pack(entry, scratch, mend);
    execFileSync("tar", ["-xzf", archive, "-C", scratch, ...parts.map((part) => `package/${part}`)]);
    writeFileSync(join(scratch, "package", ".archive-sum"), entry.archiveSum);
    rmSync(target, { recursive: true, force: true });
    renameSync(join(scratch, "package"), target);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function duckdb(folder) {
  const entry = find(LIBRARY);
  const target = join(folder, "duckdb");
  const library = join(target, entry.file);
  if (has(library, entry.fileSum)) return;
  const mend = "set DUCKDB_LIB_DIR to a folder that holds the library";
  install(entry, target, [entry.file, "LICENSE"], mend);
  if (!has(library, entry.fileSum)) {
    throw new Failure(`${entry.file} of ${entry.name} differs from its sum in templates/report/packages.txt`);
  }
}

function playwright(folder) {
  const entry = find("playwright-core");
  const target = join(folder, "playwright-core");
  const stamp = join(target, ".archive-sum");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === entry.archiveSum) return;
  install(entry, target, [""], "set CSVCHAT_PLAYWRIGHT_DIR to a folder that holds the package");
}

const KNOWN = { duckdb, "playwright-core": playwright };

try {
  const [folder, ...wanted] = process.argv.slice(2);
  if (!folder || !wanted.every((name) => name in KNOWN)) {
    throw new Failure(`usage: fetch-packages.mjs FOLDER [${Object.keys(KNOWN).join("] [")}]`);
  }
  for (const name of wanted) KNOWN[name](resolve(folder));
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.error(`fetch-packages: ${error.message}`);
  process.exit(1);
}
