// Measures what the loop itself costs: the program against a scripted server on loopback that answers at once, beside
// the same work without a server. Milliseconds a turn, and the program's own peak memory (its worker left out).

import { ENDING, median, played } from "./server.mjs";

const RUNS = 5;
const FEW = 2;
const MANY = 42;

// A query in each turn, and in the last one the answer; none stands for the built-in analyst.
async function measured(program, words, turns) {
  const queries = (count) => Array.from({ length: count }, (_, n) => [["sql_query", { query: `select ${n} as n`, description: "n" }]]);
  const runs = [];
  for (let round = 0; round < RUNS; round += 1) {
    runs.push(await played(program, words, turns && [...queries(turns - 1), ENDING]));
  }
  return { seconds: median(runs.map((each) => each.seconds)), megabytes: median(runs.map((each) => each.megabytes)) };
}

// Prints a line of words: milliseconds a turn, and megabytes beside those of the built-in analyst.
export async function loop(program, file) {
  const ask = ["ask", file, "how many rows?"];
  const bare = await measured(program, ask);
  const few = await measured(program, ask, FEW);
  const many = await measured(program, ask, MANY);
  const turn = ((many.seconds - few.seconds) / (MANY - FEW)) * 1000;
  const more = many.megabytes - bare.megabytes;
  console.log(`\nThe loop against a server that answers at once, one query a turn: ${turn.toFixed(1)} ms a turn;` +
    ` ${many.megabytes.toFixed(0)} MB in the program after ${MANY} turns, ${more.toFixed(0)} MB more than with the built-in analyst.`);
}
