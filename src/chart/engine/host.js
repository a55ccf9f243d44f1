// What stands around Vega in the engine: a host without network, console, time zone or time to wait on.
"use strict";

globalThis.tasks = [];
globalThis.finished = undefined;
globalThis.console = { log() {}, info() {}, debug() {}, warn() {}, error() {} };
globalThis.setTimeout = (task) => globalThis.tasks.push(task);
globalThis.clearTimeout = () => {};
globalThis.setInterval = () => 0;
globalThis.clearInterval = () => {};
// Vega-Lite copies with it; a way over JSON would lose what is undefined, and charts come out blank.
globalThis.structuredClone = (value) => {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(globalThis.structuredClone);
  if (value instanceof Date) return new Date(value.getTime());
  if (value instanceof Set) return new Set([...value].map(globalThis.structuredClone));
  if (value instanceof Map) return new Map([...value].map(globalThis.structuredClone));
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, globalThis.structuredClone(content)]));
};

// Whether a task was run.
globalThis.pump = () => {
  const task = globalThis.tasks.shift();
  if (task) task();
  return task !== undefined;
};

// Local time is UTC on every machine. A moment without a zone is local, so it is read as UTC too.
{
  const Native = Date;
  const parse = (text) => {
    const words = String(text);
    const zoneless = /^\s*[+-]?\d{4,6}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*$/.test(words);
    if (zoneless) return Native.parse(words.trim().replace(" ", "T") + "Z");
    // What is not ISO 8601 is local time unless it names a zone.
    if (!/\d{4}-\d\d/.test(words) && !/(Z|GMT|UTC|[+-]\d\d:?\d\d)/i.test(words)) return Native.parse(words + " UTC");
    return Native.parse(words);
  };
  const Utc = function (...parts) {
    if (new.target === undefined) return new Native().toISOString();
    if (parts.length > 1) return Reflect.construct(Native, [Native.UTC(...parts)], new.target);
    if (parts.length === 1 && typeof parts[0] === "string") return Reflect.construct(Native, [parse(parts[0])], new.target);
    return Reflect.construct(Native, parts, new.target);
  };
  Utc.prototype = Native.prototype;
  Utc.UTC = Native.UTC;
  Utc.now = Native.now;
  Utc.parse = parse;
  Native.prototype.constructor = Utc;
  for (const part of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
    Native.prototype[`get${part}`] = Native.prototype[`getUTC${part}`];
    if (part !== "Day") Native.prototype[`set${part}`] = Native.prototype[`setUTC${part}`];
  }
  Native.prototype.getTimezoneOffset = () => 0;
  globalThis.Date = Utc;
}

// Whatever charts share: the language's own objects, and Vega's. They are looked at after each chart.
const shared = () => {
  const iterator = Object.getPrototypeOf([][Symbol.iterator]());
  const own = [Object, Array, String, Number, Boolean, Symbol, Date, RegExp, Map, Set, WeakMap, Promise, Error, TypeError, RangeError, BigInt];
  const prototypes = own.map((one) => one.prototype);
  const functions = [function () {}, async function () {}, function* () {}].map((one) => Object.getPrototypeOf(one));
  const more = [iterator, Object.getPrototypeOf(iterator), Math, JSON, Reflect, console, vega, vegaLite, vega.textMetrics, vega.formats, vega.transforms];
  const registries = [vega.codegenParams?.functions, vega.expressionInterpreter, vega.version && vega.View.prototype, vega.Dataflow?.prototype];
  return [...own, ...prototypes, ...functions, ...more, ...registries].filter((one) => one !== undefined && one !== null);
};
const stateOf = (objects) => {
  const state = [];
  for (const object of objects) {
    // Random numbers begin anew with each chart.
    const keys = Reflect.ownKeys(object).filter((key) => !(object === vega && key === "random"));
    state.push(keys.length);
    for (const key of keys) {
      const { value, get } = Reflect.getOwnPropertyDescriptor(object, key);
      state.push(key, value ?? get);
    }
  }
  return state;
};

// Out of memory, the engine may throw null, which Vega takes for no error: a chart would be half drawn and stand.
globalThis.starved = false;
const guard = (prototype) => {
  const lost = new Error("out of memory");
  const run = prototype.run;
  prototype.run = function (pulse) {
    try {
      return run.call(this, pulse);
    } catch (error) {
      if (error !== null) throw error;
      globalThis.starved = true;
      throw lost;
    }
  };
};

// What searches a text runs to its end whatever time it takes, so the text is short. Only expressions meet this.
const SEARCHED = 10000;
for (const name of ["indexOf", "lastIndexOf", "includes", "split", "replace", "replaceAll", "repeat", "padStart", "padEnd"]) {
  const native = String.prototype[name];
  String.prototype[name] = function (...words) {
    const made = name === "repeat" ? this.length * words[0] : name.startsWith("pad") ? words[0] : this.length;
    if (made > SEARCHED) throw new Error(`a text in an expression has more than ${SEARCHED} characters; shorten it in the query`);
    return native.apply(this, words);
  };
}

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
  vega.textMetrics.width = widthOf;
  for (const prototype of [vega.Operator.prototype, vega.Transform.prototype]) if (Object.hasOwn(prototype, "run")) guard(prototype);
  const objects = shared();
  const names = Reflect.ownKeys(globalThis).length + 1;
  const before = stateOf(objects);
  const same = Object.is;
  const ownKeys = Reflect.ownKeys;
  globalThis.intact = () => {
    const now = stateOf(objects);
    if (now.length !== before.length || ownKeys(globalThis).length !== names) return false;
    for (let index = 0; index < now.length; index += 1) if (!same(now[index], before[index])) return false;
    return true;
  };
};

// Advance widths of Helvetica, from the space to the tilde, in thousandths of the size (Adobe's font metrics, which
// Arial and Liberation Sans share): Vega alone would take every sign for as wide as an "m".
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278,
  584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944,
  667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

const widthOf = (item, text) => {
  const line = item.limit > 0 || !Array.isArray(text) ? String(text ?? "") : text.join("\n");
  const widest = Math.max(...line.split("\n").map((one) => {
    let width = 0;
    for (const sign of one) {
      const code = sign.codePointAt(0);
      // Signs of East Asia and pictures are as wide as they are high.
      width += WIDTHS[code - 32] ?? (code >= 0x1100 && !(code >= 0x2000 && code < 0x2e80) ? 1000 : 600);
    }
    return width;
  }));
  const heavy = item.fontWeight === "bold" || Number(item.fontWeight) >= 600 ? 1.06 : 1;
  const width = (widest * heavy * (item.fontSize ?? 11)) / 1000;
  // What is longer is cut.
  return item.limit > 0 ? Math.min(width, item.limit) : width;
};
