// What was drawn, read from Vega's scene graph: how many items have a place, and what each of them stands for.
"use strict";

// Items of which it is told what they stand for.
const POINTS = 5000;

// For each mark of the data its type, items, items without a finite place, and undefined ones.
const marksOf = (root) => {
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
      });
    }
    for (const item of mark.items ?? []) for (const inner of item.items ?? []) walk(inner);
  };
  walk(root);
  return marks;
};

// A value as JSON. Dates are told without a zone, as local time is UTC.
const plain = (value) => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().replace(/\.000Z$|Z$/, "");
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (value === null || ["string", "boolean"].includes(typeof value)) return value;
  return value === undefined ? null : String(value);
};

const rounded = (part) => Math.round(part * 10000) / 10000;

// What the compiled specification says of marks, by their names, and titles of axes, by their scales.
const definitionsOf = (compiled) => {
  const marks = new Map();
  const titles = new Map();
  const walk = (group) => {
    for (const axis of group.axes ?? []) if (axis.title && !titles.has(axis.scale)) titles.set(axis.scale, [axis.title].flat().join(" "));
    for (const mark of group.marks ?? []) {
      if (mark.name) marks.set(mark.name, mark);
      walk(mark);
    }
  };
  walk(compiled);
  return { marks, titles };
};

// Labels that are shown, by scale.
const ticksOf = (group, ticks = new Map()) => {
  for (const mark of group.items ?? []) {
    for (const item of mark.items ?? []) {
      const scale = mark.role === "axis" ? item.datum?.scale : undefined;
      const labels = (item.items ?? []).find((inner) => inner.role === "axis-label")?.items ?? [];
      if (scale && labels.length > 0) {
        const shown = labels.filter((label) => label.opacity !== 0);
        ticks.set(scale, shown.map((label) => ({ value: label.datum.value, label: [label.text].flat().join(" ") })));
      } else if (item.items) ticksOf(item, ticks);
    }
  }
  return ticks;
};

// How far along its scale a value stands, from 0 to 1; nothing where it has no place.
const along = (scale, value) => {
  const [first, ...rest] = scale.range();
  const last = rest[rest.length - 1];
  const place = Number(scale(value)) + (scale.bandwidth ? scale.bandwidth() / 2 : 0);
  const part = (place - first) / (last - first);
  return Number.isFinite(part) ? rounded(part) : undefined;
};

const axisOf = (name, scale, title, ticks) => {
  // A time scale's bounds are dates, whatever the data holds.
  const time = scale.type === "time" || scale.type === "utc";
  const value = (one) => plain(time && typeof one === "number" ? new Date(one) : one);
  const domain = scale.domain();
  const discrete = scale.type === "band" || scale.type === "point" || scale.type === "ordinal";
  const labelled = ticks.map((tick) => ({ value: value(tick.value), label: tick.label, at: along(scale, tick.value) }));
  return {
    title,
    scale: scale.type,
    domain: (discrete ? domain : [domain[0], domain[domain.length - 1]]).map(value),
    ticks: labelled.filter((tick) => tick.at !== undefined),
  };
};

const SIDES = { x: ["x", "xc"], x2: ["x2"], y: ["y", "yc"], y2: ["y2"] };

// How a channel of a mark is computed: the first of its rules that has a scale or a field.
const ruleOf = (encoding, channels) => {
  for (const channel of channels) {
    const rules = [encoding[channel] ?? []].flat();
    const rule = rules.find((one) => one.scale !== undefined || one.field !== undefined);
    if (rule) return rule;
  }
  return undefined;
};

const valueOf = (rule, item, scale) => {
  if (!rule) return undefined;
  const field = typeof rule.field === "string" ? vega.splitAccessPath(rule.field)[0] : undefined;
  const value = field === undefined ? rule.value : item.datum?.[field];
  const time = scale && (scale.type === "time" || scale.type === "utc");
  return plain(time && typeof value === "number" ? new Date(value) : value);
};

const pointOf = (item, encoding, scales) => {
  const point = {};
  for (const [side, channels] of Object.entries(SIDES)) {
    const rule = ruleOf(encoding, channels);
    const scale = rule && scales(rule.scale);
    const value = valueOf(rule, item, scale);
    if (value !== undefined && value !== null) point[side] = value;
  }
  for (const axis of ["x", "y"]) {
    const scale = scales(ruleOf(encoding, SIDES[axis])?.scale);
    if (!scale) continue;
    const [first, ...rest] = scale.range();
    const last = rest[rest.length - 1];
    const extent = axis === "x" ? item.width : item.height;
    const part = (item[axis] + (extent ?? 0) / 2 - first) / (last - first);
    if (Number.isFinite(part)) point[`at_${axis}`] = rounded(part);
  }
  const [from, to] = ["startAngle", "endAngle"].map((side) => valueOf(ruleOf(encoding, [side]), item));
  if (typeof to === "number") point.theta = Math.abs(to - (from ?? 0));
  const series = valueOf(ruleOf(encoding, ["fill", "stroke", "shape", "strokeDash"].filter((channel) => ruleOf(encoding, [channel])?.scale)), item);
  if (series !== undefined && series !== null) point.series = series;
  if (item.mark.marktype === "text") point.text = [item.text ?? ""].flat().join(" ");
  return point;
};

// The chart's views. A group of the scene that holds marks is one; a group for each line of several is none.
const drawnOf = (root, compiled, runtime) => {
  const { marks: definitions, titles } = definitionsOf(compiled);
  const shared = ticksOf(root.items[0]);
  const views = [];
  let told = 0;
  const marksIn = (group) => (group.items ?? []).flatMap((mark) => {
    if (mark.marktype === "group" && /pathgroup$/.test(mark.name ?? "")) return mark.items.flatMap(marksIn);
    return mark.marktype !== "group" && mark.role === "mark" ? [mark] : [];
  });
  const titleOf = (group) => {
    const title = (group.items ?? []).find((mark) => mark.role === "title");
    const text = title?.items?.[0]?.items?.find((mark) => mark.role === "title-text")?.items?.[0]?.text;
    return text === undefined ? undefined : [text].flat().join(" ");
  };
  const visit = (group, context, name) => {
    const scales = (one) => (typeof one === "string" ? context.scales[one]?.value : undefined);
    const marks = marksIn(group);
    if (marks.length > 0) {
      const view = { name: name ?? (group === root.items[0] ? undefined : titleOf(group)), axes: {}, marks: [] };
      const ticks = ticksOf(group);
      const byName = new Map();
      for (const mark of marks) {
        const definition = definitions.get(mark.name) ?? {};
        const encoding = { ...definition.encode?.enter, ...definition.encode?.update };
        for (const axis of ["x", "y"]) {
          const named = ruleOf(encoding, SIDES[axis])?.scale;
          const scale = scales(named);
          if (scale && !view.axes[axis]) view.axes[axis] = axisOf(named, scale, titles.get(named), ticks.get(named) ?? shared.get(named) ?? []);
        }
        // Lines of several colours are marks of one name; they are told as one.
        let drawn = byName.get(mark.name);
        if (!drawn) {
          drawn = { mark: [definition.style ?? mark.marktype].flat()[0], shape: mark.marktype, items: 0, points: [] };
          byName.set(mark.name, drawn);
          view.marks.push(drawn);
        }
        drawn.items += mark.items.length;
        for (const item of mark.items.slice(0, Math.max(0, POINTS - told))) drawn.points.push(pointOf(item, encoding, scales));
        told += mark.items.length;
      }
      views.push(view);
    }
    for (const mark of group.items ?? []) {
      if (mark.marktype !== "group" || /pathgroup$/.test(mark.name ?? "") || mark.role !== "scope") continue;
      for (const item of mark.items) {
        const facet = definitions.get(mark.name)?.from?.facet?.groupby;
        const own = facet && [facet].flat().map((field) => plain(item.datum?.[field])).join(", ");
        visit(item, item.context ?? context, own ?? name);
      }
    }
  };
  visit(root.items[0], runtime, undefined);
  const scale = ["color", "fill", "stroke", "shape"].map((name) => runtime.scales[name]?.value).find((one) => one && one.type === "ordinal");
  return { views, legend: scale ? scale.domain().map((value) => String(plain(value))) : [] };
};
