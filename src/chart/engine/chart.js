// Draws one chart. The engine calls `begin(specification, look)` and then `pump()` until `finished` holds the outcome
// as JSON.
"use strict";

// Parts of a compiled specification that read what Vega puts there, and no field of the data: labels and events.
const APART = ["axes", "legends", "title", "on", "values", "signals"];

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
  // Whether a formula only turns a field into something else, as numbers are made of texts.
  const turns = ({ type, expr, as }) => {
    if (type !== "formula" || typeof as !== "string") return false;
    const before = new Set(read);
    read.clear();
    expression(expr);
    const reads = read.has(as);
    for (const one of before) read.add(one);
    return reads;
  };
  // What an aggregate calls its results where it is not told.
  const unnamed = (transform) => {
    const fields = transform.fields ?? [null];
    const operations = transform.ops ?? fields.map(() => "count");
    operations.forEach((operation, index) => {
      if (transform.as?.[index]) return;
      const field = typeof fields[index] === "string" ? fields[index] : fields[index]?.field;
      made.add(field ? `${operation}_${field}` : operation);
    });
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
    if (Array.isArray(value.ops)) unnamed(value);
    for (const [inner, content] of Object.entries(value)) {
      // The sort of a mark names properties of what is drawn, not fields.
      if (APART.includes(inner) || (inner === "sort" && value.type && value.encode)) continue;
      if (inner === "as" && !turns(value)) for (const one of [content].flat()) if (typeof one === "string") made.add(one);
      if (typeof content === "string" && (inner === "field" || inner === "key")) name(content);
      if (typeof content === "string" && ["signal", "expr", "test", "update"].includes(inner)) expression(content);
      walk(content, inner);
    }
  };
  walk(specification, "");
  // An aggregate's name is a path where a field is read.
  for (const one of [...made]) {
    try {
      made.add(vega.splitAccessPath(one)[0]);
    } catch {
      // A name that is no path.
    }
  }
  return [...read].filter((field) => typeof field === "string" && !made.has(field));
};

// Fields of which no row of any data, as it came or as transforms left it, holds a value.
const unheld = (fields, view) => {
  const missing = new Set(fields);
  for (const { values } of Object.values(view._runtime.data)) {
    for (const row of values?.value ?? []) {
      if (missing.size === 0) return [];
      for (const field of missing) if (row[field] != null && Object.hasOwn(row, field)) missing.delete(field);
    }
  }
  return [...missing];
};

// Whether some slices go round one way and some the other, or the data of one ends before it begins.
const oppositeSlices = (root, drawn) => {
  const ways = new Set();
  const walk = (mark) => {
    for (const item of mark.items ?? []) {
      if (mark.marktype === "arc" && item.startAngle !== item.endAngle) ways.add(item.startAngle < item.endAngle);
      for (const inner of item.items ?? []) walk(inner);
    }
  };
  walk(root);
  const points = drawn.views.flatMap((view) => view.marks).flatMap((mark) => mark.points);
  return ways.size > 1 || points.some((point) => point.theta < 0);
};

globalThis.begin = (specification, look) => {
  const outcome = { stage: "compile", error: null, warnings: [], errors: [], reads: [], marks: [], drawn: null, has_opposite_slices: false, svg: null };
  const say = (list) => (...words) => {
    if (list.length < 20) list.push(words.map(String).join(" ").slice(0, 500));
    return logger;
  };
  const logger = { level: () => logger, error: say(outcome.errors), warn: say(outcome.warnings), info: () => logger, debug: () => logger };
  const end = (error) => {
    if (globalThis.starved) outcome.errors.push("out of memory");
    if (error) outcome.error = String((error && error.message) || error).slice(0, 1000);
    globalThis.finished = JSON.stringify(outcome);
  };
  const deny = () => Promise.reject(new Error("nothing is loaded"));
  globalThis.starved = false;
  try {
    // The same chart has the same bytes, whatever was drawn before it.
    vega.resetSVGDefIds();
    vega.setRandom(vega.randomLCG(1));
    const compiled = vegaLite.compile(JSON.parse(specification), { config: JSON.parse(look), logger }).spec;
    outcome.reads = readBy(compiled);
    outcome.stage = "parse";
    const runtime = vega.parse(compiled, null, { ast: true });
    outcome.stage = "draw";
    const loader = { load: deny, sanitize: deny, http: deny, file: deny, options: {} };
    const view = new vega.View(runtime, { renderer: "none", logger, loader, expr: vega.expressionInterpreter });
    view.toSVG().then((svg) => {
      outcome.reads = unheld(outcome.reads, view);
      const root = view.scenegraph().root;
      outcome.marks = marksOf(root);
      outcome.drawn = drawnOf(root, compiled, view._runtime);
      outcome.has_opposite_slices = oppositeSlices(root, outcome.drawn);
      outcome.svg = svg;
      outcome.stage = "done";
      end();
      view.finalize();
    }).catch(end);
  } catch (error) {
    end(error);
  }
};
