// What stands around Vega in the engine: a host without time, network or console, and `begin`, which draws one chart.
//
// The engine calls `begin(specification, look)` and then `pump()` until `finished` holds the outcome as JSON.
"use strict";

globalThis.tasks = [];
globalThis.finished = undefined;
globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, error() {} };
globalThis.setTimeout = (task) => globalThis.tasks.push(task);
globalThis.clearTimeout = () => {};
globalThis.setInterval = () => 0;
globalThis.clearInterval = () => {};
globalThis.structuredClone = (value) => JSON.parse(JSON.stringify(value));

// Whether a task was run.
globalThis.pump = () => {
  const task = globalThis.tasks.shift();
  if (task) task();
  return task !== undefined;
};

// No text becomes a program once this has run: expressions go through the interpreter.
globalThis.seal = () => {
  const refuse = function () {
    throw new Error("no text becomes a program here");
  };
  for (const sample of [function () {}, async function () {}, function* () {}, async function* () {}]) {
    Object.defineProperty(Object.getPrototypeOf(sample), "constructor", { value: refuse, writable: false, configurable: false });
  }
  globalThis.Function = refuse;
  delete globalThis.eval;
};

// The fields that a compiled specification reads, and those that its transforms make.
const readBy = (specification) => {
  const read = new Set();
  const made = new Set();
  const name = (path) => {
    try {
      read.add(vega.splitAccessPath(path)[0]);
    } catch {
      read.add(path);
    }
  };
  const inExpression = (node) => {
    if (!node || typeof node !== "object") return;
    if (node.type === "MemberExpression" && node.object && node.object.type === "Identifier" && node.object.name === "datum") {
      if (!node.computed) read.add(node.property.name);
      else if (node.property.type === "Literal") read.add(String(node.property.value));
    }
    for (const key in node) if (key !== "parent") inExpression(node[key]);
  };
  const expression = (text) => {
    try {
      inExpression(vega.parseExpression(text));
    } catch {
      // Compiling says what is wrong with it.
    }
  };
  const walk = (value, key) => {
    if (Array.isArray(value)) {
      for (const one of value) {
        if (typeof one === "string" && (key === "fields" || key === "groupby")) name(one);
        else walk(one, key);
      }
      return;
    }
    if (!value || typeof value !== "object") return;
    for (const [inner, content] of Object.entries(value)) {
      // The sort of a mark names properties of what is drawn, not fields.
      if (inner === "values" || (inner === "sort" && value.type && value.encode)) continue;
      if (inner === "as") for (const one of [content].flat()) if (typeof one === "string") made.add(one);
      if (typeof content === "string" && (inner === "field" || inner === "key")) name(content);
      if (typeof content === "string" && ["signal", "expr", "test", "update"].includes(inner)) expression(content);
      walk(content, inner);
    }
  };
  walk(specification, "");
  return { read: [...read].filter((field) => typeof field === "string" && !made.has(field)), made: [...made] };
};

// What was drawn: for each mark of the data its type, items, items without a finite place, and undefined ones.
const drawn = (root) => {
  const marks = [];
  const finite = (item) => ["x", "y", "x2", "y2", "width", "height"].every((key) => item[key] === undefined || Number.isFinite(item[key]));
  const walk = (mark) => {
    if (mark.marktype && mark.role === "mark" && mark.marktype !== "group") {
      const items = mark.items ?? [];
      marks.push({
        type: mark.marktype,
        name: mark.name ?? "",
        items: items.length,
        astray: items.filter((item) => !finite(item)).length,
        undefined: items.filter((item) => item.defined === false).length,
        clipped: items.filter((item) => item.opacity === 0).length,
      });
    }
    for (const item of mark.items ?? []) for (const inner of item.items ?? []) walk(inner);
  };
  walk(root);
  return marks;
};

globalThis.begin = (specification, look) => {
  const outcome = { stage: "compile", error: null, warnings: [], errors: [], reads: [], makes: [], marks: [], svg: null, width: 0, height: 0 };
  const say = (list) => (...words) => {
    if (list.length < 20) list.push(words.map(String).join(" ").slice(0, 500));
    return logger;
  };
  const logger = { level: () => logger, error: say(outcome.errors), warn: say(outcome.warnings), info: () => logger, debug: () => logger };
  const end = (error) => {
    if (error) outcome.error = String((error && error.message) || error).slice(0, 1000);
    globalThis.finished = JSON.stringify(outcome);
  };
  const deny = () => Promise.reject(new Error("nothing is loaded"));
  try {
    const compiled = vegaLite.compile(JSON.parse(specification), { config: JSON.parse(look), logger }).spec;
    const fields = readBy(compiled);
    outcome.reads = fields.read;
    outcome.makes = fields.made;
    outcome.stage = "parse";
    const runtime = vega.parse(compiled, null, { ast: true });
    outcome.stage = "draw";
    const loader = { load: deny, sanitize: deny, http: deny, file: deny, options: {} };
    const view = new vega.View(runtime, { renderer: "none", logger, loader, expr: vega.expressionInterpreter });
    view.toSVG().then((svg) => {
      outcome.marks = drawn(view.scenegraph().root);
      outcome.svg = svg;
      outcome.stage = "done";
      end();
      view.finalize();
    }).catch(end);
  } catch (error) {
    end(error);
  }
};
