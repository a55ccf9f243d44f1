// What was drawn, read from Vega's scene graph: how many items have a place, and what each of them stands for.
"use strict";

// The host sets `POINTS`: the items of one chart of which it is told what they stand for.

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

// The names of moments whose unit has no year, which would else stand in a year of Vega's own.
const namerOf = (field) => {
  const units = /^((?:quarter|month|week|dayofyear|date|day|hours|minutes|seconds|milliseconds)+)_/.exec(field ?? "")?.[1];
  if (!units) return undefined;
  const each = units.match(/quarter|month|week|dayofyear|date|day|hours|minutes|seconds|milliseconds/g);
  const name = vega.defaultLocale().timeFormat(vega.timeUnitSpecifier(each));
  return (date) => (date.getFullYear() === 2012 || date.getTime() === Date.UTC(2013, 0) ? name(date).trim() : undefined);
};

// A value as the reader sees it: moments on an axis of categories are their labels.
const toldBy = (scale, labels, field) => {
  const time = scale && (scale.type === "time" || scale.type === "utc");
  const name = time ? namerOf(field) : undefined;
  return (value) => {
    const date = time && typeof value === "number" ? new Date(value) : value;
    const told = plain(date);
    return labels?.get(told) ?? (date instanceof Date ? name?.(date) : undefined) ?? told;
  };
};

const isDiscrete = (scale) => ["band", "point", "ordinal"].includes(scale?.type);

const textOf = (text) => [text ?? ""].flat().join(" ");

// What the compiled specification says of marks, by their names, and titles of axes and legends, by their scales.
const definitionsOf = (compiled) => {
  const marks = new Map();
  const titles = new Map();
  const keep = (scale, title) => {
    if (scale && title && !titles.has(scale)) titles.set(scale, textOf(title));
  };
  const walk = (group) => {
    for (const axis of group.axes ?? []) keep(axis.scale, axis.title);
    for (const legend of group.legends ?? []) {
      for (const channel of ["fill", "stroke", "shape", "size", "strokeDash"]) keep(legend[channel], legend.title);
    }
    for (const mark of group.marks ?? []) {
      if (mark.name) marks.set(mark.name, mark);
      walk(mark);
    }
  };
  walk(compiled);
  return { marks, titles };
};

// Labels of axes, by scale: of categories all of them, of others those that are shown.
const ticksOf = (group, ticks = new Map()) => {
  for (const mark of group.items ?? []) {
    for (const item of mark.items ?? []) {
      const scale = mark.role === "axis" ? item.datum?.scale : undefined;
      const labels = (item.items ?? []).find((inner) => inner.role === "axis-label")?.items ?? [];
      if (scale && labels.length > 0) {
        ticks.set(scale, labels.map((label) => ({ value: label.datum.value, label: textOf(label.text), hidden: label.opacity === 0 })));
      } else if (item.items) ticksOf(item, ticks);
    }
  }
  return ticks;
};

// How far from the left or from the bottom a place in pixels is, from 0 to 1; nothing where it is nowhere.
const partOf = (scale, axis, place) => {
  const range = scale.range();
  const [low, high] = [Math.min(range[0], range[range.length - 1]), Math.max(range[0], range[range.length - 1])];
  const part = (axis === "x" ? place - low : high - place) / (high - low);
  return Number.isFinite(part) ? rounded(part) : undefined;
};

const along = (scale, axis, value) => partOf(scale, axis, Number(scale(value)) + (scale.bandwidth ? scale.bandwidth() / 2 : 0));

const axisOf = (scale, axis, title, ticks, field) => {
  const discrete = isDiscrete(scale);
  const written = discrete ? ticks.filter((tick) => tick.value instanceof Date || /^\d{4}-\d\d-\d\dT/.test(plain(tick.value))) : [];
  const distinct = new Set(written.map((tick) => tick.label)).size === written.length;
  const told = toldBy(scale, new Map(distinct ? written.map((tick) => [plain(tick.value), tick.label]) : []), field);
  const domain = scale.domain();
  const shown = ticks.filter((tick) => discrete || (!tick.hidden && tick.label !== ""));
  const labelled = shown.map((tick) => ({ value: told(tick.value), label: tick.label, at: along(scale, axis, tick.value) }));
  const made = {
    title,
    scale: scale.type,
    domain: (discrete ? domain : [domain[0], domain[domain.length - 1]]).map(told),
    ticks: labelled.filter((tick) => tick.at !== undefined),
  };
  return { axis: made, told };
};

const SIDES = { x: ["x", "xc"], x2: ["x2"], y: ["y", "yc"], y2: ["y2"] };
const SERIES = ["fill", "stroke", "shape", "strokeDash"];

// How a channel of a mark is computed: the first of its rules that has a scale or a field.
const ruleOf = (encoding, channels) => {
  for (const channel of channels) {
    const rules = [encoding[channel] ?? []].flat();
    const rule = rules.find((one) => one.scale !== undefined || one.field !== undefined);
    if (rule) return rule;
  }
  return undefined;
};

const fieldOf = (rule) => (typeof rule?.field === "string" ? rule.field : undefined);

const valueOf = (rule, item) => {
  const field = fieldOf(rule);
  return field === undefined ? rule?.value : vega.splitAccessPath(field).reduce((value, key) => value?.[key], item.datum);
};

// How Vega-Lite writes the middle of a bin.
const MIDDLE = /^scale\("(.+?)", [\d.]+ \* datum\["(.+?)"\] \+ [\d.]+ \* datum\["(.+?)"\]\)$/;

// The rules of both sides of an axis. The middle of a bin is told as the bin, and a bin from its lower end to its upper.
const sidesOf = (encoding, axis) => {
  let rules = [ruleOf(encoding, SIDES[axis]), ruleOf(encoding, SIDES[`${axis}2`])];
  const middle = [encoding[axis] ?? []].flat().map((rule) => MIDDLE.exec(rule.signal ?? "")).find(Boolean);
  if (middle) rules = [middle[2], middle[3]].map((field) => ({ scale: middle[1], field: field.replace(/[.[\]]/g, "\\$&") }));
  const fields = rules.map(fieldOf);
  const bin = !fields.includes(undefined) && !fields[1].endsWith("_start");
  return { rules, bin, middle: middle !== undefined, scale: (rules[0] ?? rules[1])?.scale };
};

const pointOf = (item, sides, rules, scales, told) => {
  const point = {};
  for (const axis of ["x", "y"]) {
    const side = sides[axis];
    const scale = scales(side.scale);
    let values = side.rules.map((rule) => valueOf(rule, item));
    if (side.bin && values[0] > values[1]) values = values.reverse();
    const extent = (axis === "x" ? item.width : item.height) ?? 0;
    values.forEach((value, second) => {
      const name = second ? `${axis}2` : axis;
      const shown = told[axis](value);
      if (shown !== undefined && shown !== null) point[name] = shown;
      // What stands on categories, or by an expression, is where it was drawn.
      const drawn = scale && !second && (isDiscrete(scale) || side.rules[0]?.signal || side.middle);
      if (drawn) point[`at_${name}`] = partOf(scale, axis, item[axis] + extent / 2);
      else if (scale && value !== undefined && value !== null) point[`at_${name}`] = along(scale, axis, value);
    });
  }
  const [from, to] = ["startAngle", "endAngle"].map((side) => valueOf(ruleOf(rules, [side]), item));
  // Of stacked slices, Vega-Lite begins each at its end.
  const turned = /_end$/.test(String(ruleOf(rules, ["startAngle"])?.field));
  if (typeof to === "number") point.theta = (turned ? -1 : 1) * (to - (from ?? 0));
  const series = plain(valueOf(rules.series, item));
  if (series !== null) point.series = series;
  const size = rules.size?.scale === undefined ? null : plain(valueOf(rules.size, item));
  if (size !== null) point.size = size;
  if (item.mark.marktype === "text") point.text = textOf(item.text);
  return point;
};

// Marks of a group with what tells apart those of one name: lines of several colours are a group for each.
const marksIn = (group, definitions) => (group.items ?? []).flatMap((mark) => {
  if (mark.marktype !== "group") return mark.role === "mark" ? [{ mark }] : [];
  if (!isPaths(mark)) return [];
  const facet = [definitions.get(mark.name)?.from?.facet?.groupby ?? []].flat();
  const named = mark.items.length > 1 ? (item) => facet.map((field) => plain(item.datum?.[field])).join(", ") : () => undefined;
  return mark.items.flatMap((item) => marksIn(item, definitions).map((inner) => ({ ...inner, own: named(item) })));
});

const isPaths = (mark) => /pathgroup$/.test(mark.name ?? "");

const titleIn = (group) => {
  const title = (group.items ?? []).find((mark) => mark.role === "title");
  const text = title?.items?.[0]?.items?.find((mark) => mark.role === "title-text")?.items?.[0]?.text;
  return text === undefined ? undefined : textOf(text);
};

// One view: its axes, and its marks from the lowest layer up.
const viewOf = (marks, group, context, chart) => {
  const scales = (one) => (typeof one === "string" ? context.scales[one]?.value : undefined);
  const view = { axes: {}, marks: [] };
  const ticks = ticksOf(group);
  const told = {};
  const byName = new Map();
  for (const { mark, own } of marks) {
    const definition = chart.marks.get(mark.name) ?? {};
    const encoding = { ...definition.encode?.enter, ...definition.encode?.update };
    const sides = { x: sidesOf(encoding, "x"), y: sidesOf(encoding, "y") };
    for (const axis of ["x", "y"]) {
      const named = sides[axis].scale;
      const scale = scales(named);
      if (!scale || view.axes[axis]) continue;
      const labels = ticks.get(named) ?? chart.ticks.get(named) ?? [];
      const made = axisOf(scale, axis, chart.titles.get(named), labels, fieldOf(sides[axis].rules[0]));
      view.axes[axis] = made.axis;
      told[axis] = made.told;
    }
    // The offset of a bar within its group stands for the series where no colour does.
    const offset = ["x", "y"].map((axis) => [encoding[axis] ?? []].flat().find((rule) => rule.offset?.scale)?.offset).find(Boolean);
    const series = SERIES.map((channel) => ruleOf(encoding, [channel])).find((rule) => rule?.scale) ?? offset;
    const rules = { ...encoding, series, size: ruleOf(encoding, ["size", "strokeWidth"]) };
    chart.legends.see(series?.scale, scales(series?.scale));
    chart.legends.size ??= chart.titles.get(rules.size?.scale);
    let drawn = byName.get(mark.name);
    if (!drawn) {
      const styles = [definition.style ?? mark.marktype].flat();
      drawn = { mark: styles.find((style) => style.includes("-")) ?? styles[0], shape: mark.marktype, items: 0, points: [] };
      byName.set(mark.name, drawn);
      view.marks.push(drawn);
    }
    drawn.items += mark.items.length;
    const items = mark.items.slice(0, Math.max(0, POINTS - chart.told));
    // Slices follow each other around the circle, however the rows came.
    if (mark.marktype === "arc") items.sort((one, other) => one.startAngle - other.startAngle);
    for (const item of items) {
      const point = pointOf(item, sides, rules, scales, { x: told.x ?? plain, y: told.y ?? plain });
      if (point.series === undefined && own !== undefined) point.series = own;
      drawn.points.push(point);
    }
    chart.told += items.length;
  }
  return view;
};

// The order of the legend, and what it is of; of several legends one after the other.
const legendsOf = (titles) => {
  const legends = { order: new Set(), title: undefined, size: undefined };
  legends.see = (name, scale) => {
    if (!scale) return;
    legends.title ??= titles.get(name);
    if (isDiscrete(scale)) for (const value of scale.domain()) legends.order.add(String(plain(value)));
  };
  return legends;
};

// The chart's views. A group of the scene that holds marks is one; a group for each line of several is none.
const drawnOf = (root, compiled, runtime) => {
  const { marks, titles } = definitionsOf(compiled);
  const top = root.items[0];
  const legends = legendsOf(titles);
  const chart = { marks, titles, ticks: ticksOf(top), legends, told: 0 };
  const views = [];
  const visit = (group, context, name) => {
    const found = marksIn(group, marks);
    if (found.length > 0) views.push({ name: name ?? (group === top ? undefined : titleIn(group)), ...viewOf(found, group, context, chart) });
    for (const mark of group.items ?? []) {
      if (mark.marktype !== "group" || isPaths(mark) || mark.role !== "scope") continue;
      for (const item of mark.items) {
        const facet = marks.get(mark.name)?.from?.facet?.groupby;
        const own = facet && [facet].flat().map((field) => plain(item.datum?.[field])).join(", ");
        visit(item, item.context ?? context, own ?? name);
      }
    }
  };
  visit(top, runtime, undefined);
  return { views, legend: [...legends.order], legend_title: legends.title, size_title: legends.size };
};
