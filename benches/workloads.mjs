// Makes the workloads: orders, a city's service requests, a wide table. The same bytes everywhere and at any time, from
// generators of numbers with a seed; nothing is downloaded.

import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, writeSync } from "node:fs";
import { dirname } from "node:path";

const CHUNK = 1 << 22;

// Numbers from 0 to below 1 (mulberry32).
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Writes the header and the rows that `row` gives for 1, 2, ... to a file of that name, which is there as a whole or not.
function written(path, header, rows, row) {
  if (existsSync(path)) return path;
  const file = openSync(`${path}.new`, "w");
  try {
    let lines = `${header}\n`;
    for (let number = 1; number <= rows; number += 1) {
      lines += row(number);
      if (lines.length > CHUNK || number === rows) {
        writeSync(file, lines);
        lines = "";
      }
    }
  } catch (error) {
    rmSync(`${path}.new`, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  return path;
}

// Bytes that are free where a file would lie.
export function free(path) {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

// Orders with ten columns: a key, times, few and many different texts, whole and decimal numbers, missing values.
export function orders(path, rows) {
  const next = numbers(20_260_601);
  const pick = (words) => words[Math.floor(next() * words.length)];
  const header = "order_id,ordered_at,region,product,customer,quantity,unit_price,discount,amount,returned";
  return written(path, header, rows, (row) => {
    const at = new Date(Date.UTC(2023, 0, 1) + Math.floor(next() * 3 * 365 * 86_400) * 1000);
    const quantity = 1 + Math.floor(next() * 9);
    const price = (5 + next() * 495).toFixed(2);
    const discount = next() < 0.05 ? "" : pick(["0", "0.05", "0.1", "0.25"]);
    const amount = (quantity * price * (1 - discount)).toFixed(2);
    const customer = `customer ${Math.floor(next() * 50_000)}`;
    return `${row},${at.toISOString().slice(0, 19).replace("T", " ")},${pick(["North", "South", "East", "West"])},` +
      `product ${Math.floor(next() * 200)},${customer},${quantity},${price},${discount},${amount},${next() < 0.03}\n`;
  });
}

const HEADER = "Unique Key,Created Date,Closed Date,Agency,Agency Name,Complaint Type,Descriptor,Location Type,Incident Zip," +
  "Incident Address,Street Name,Cross Street 1,Cross Street 2,Intersection Street 1,Intersection Street 2,Address Type," +
  "City,Landmark,Facility Type,Status,Due Date,Resolution Description,Resolution Action Updated Date,Community Board," +
  "Lot,Borough,X Coordinate,Y Coordinate,Open Data Channel Type,Park Facility Name,Park Borough,Vehicle Type," +
  "Taxi Company Borough,Taxi Pick Up Location,Bridge Highway Name,Bridge Highway Direction,Road Ramp," +
  "Bridge Highway Segment,Latitude,Longitude,Location";
const AGENCIES = [
  ["POL", "City Police", ["Noise - Residential", "Illegal Parking", "Blocked Driveway", "Noise - Street/Sidewalk"]],
  ["HSG", "Department of Housing and Preservation", ["HEAT/HOT WATER", "PLUMBING", "PAINT/PLASTER", "UNSANITARY CONDITION"]],
  ["SAN", "Department of Sanitation", ["Missed Collection", "Graffiti", "Derelict Vehicles", "Dirty Condition"]],
  ["TRN", "Department of Transportation", ["Street Condition", "Traffic Signal Condition", "Street Light Condition"]],
  ["ENV", "Department of Environment, Water and Air", ["Water System", "Sewer", "Air Quality", "Noise"]],
  ["PRK", "Department of Parks and Recreation", ["Damaged Tree", "Overgrown Tree/Branches", "Maintenance or Facility"]],
];
const DETAILS = ["Loud Music/Party", "Posted Parking Sign Violation", "ENTIRE BUILDING", "No Access", "Banging/Pounding", "Pothole",
  "Trash, Recycling or Compost", "Blocked Hydrant", "MOLD", "Leak (Use Comments)", "Controller", "Street Light Out", "Branch Cracked, Will Fall"];
const PLACES = ["Residential Building/House", "Street/Sidewalk", "RESIDENTIAL BUILDING", "Store/Commercial", "Sidewalk", "Club/Bar/Restaurant"];
const BOROUGHS = ["RIVERSIDE", "HARBOR", "HILLS", "OLD TOWN", "ISLAND"];
const KINDS = ["STREET", "AVENUE", "PLACE", "BOULEVARD", "ROAD", "LANE"];
const TREES = ["ASH", "BIRCH", "CEDAR", "ELM", "FIR", "HAZEL", "IVY", "LINDEN", "MAPLE", "OAK", "PINE", "WILLOW", "ALDER", "ASPEN",
  "BEECH", "CHERRY", "CYPRESS", "HOLLY", "JUNIPER", "LARCH", "POPLAR", "ROWAN", "SPRUCE", "YEW"];
const SENTENCES = [
  "The department inspected the location and found that the condition, as described, had been corrected.",
  "Officers responded to the complaint and, with the information available, observed no evidence of a violation at that time.",
  "The complaint was reviewed; the caller asked to be told \"\"as soon as something happens\"\", and was sent a letter.",
  "Your request was closed as a duplicate of an earlier one: see that request for its status, please.",
  "An inspector tried to enter the building (twice), could not, and left a notice, \"\"no access\"\", at the door.",
  "The agency has taken the matter up with the owner, the contractor, and the utility; work is planned for the coming weeks.",
  "The condition is being watched. No further action is needed from you.",
];
const CHANNELS = ["ONLINE", "PHONE", "MOBILE", "UNKNOWN", "OTHER"];
const two = (number) => (number < 10 ? `0${number}` : `${number}`);
const START = Date.UTC(2019, 0, 1) / 1000;

// A city's service requests in 41 columns, some 500 bytes a row: keys, stamps of twelve hours, codes with leading zeros,
// addresses, coordinates, long quoted texts, and as many empty cells as such a table has.
export function requests(path, rows) {
  const next = numbers(311_000_007);
  const below = (count) => Math.floor(next() * count);
  const pick = (words) => words[below(words.length)];
  const days = Array.from({ length: 3_000 }, (_, day) => {
    const date = new Date((START + day * 86_400) * 1000);
    return `${two(date.getUTCMonth() + 1)}/${two(date.getUTCDate())}/${date.getUTCFullYear()} `;
  });
  const clocks = Array.from({ length: 86_400 }, (_, second) => {
    const hour = Math.floor(second / 3_600);
    return `${two(hour % 12 || 12)}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)} ${hour < 12 ? "AM" : "PM"}`;
  });
  const stamp = (seconds) => days[Math.floor(seconds / 86_400)] + clocks[seconds % 86_400];
  const streets = Array.from({ length: 6_000 }, (_, n) => (n % 2 ? `${TREES[n % TREES.length]} ${pick(TREES)} ${pick(KINDS)}` : `${n >> 1} ${pick(KINDS)}`));
  const zips = Array.from({ length: 240 }, (_, n) => (n < 60 ? `0${7_001 + n * 3}` : `${10_001 + n * 7}`));
  const parks = TREES.map((tree) => `${tree} PARK`);
  const boards = Array.from({ length: 60 }, (_, n) => `${two(1 + (n % 12))} ${BOROUGHS[Math.floor(n / 12)]}`);
  let key = 41_000_000;
  return written(path, HEADER, rows, (row) => {
    key += 1 + below(9);
    const created = Math.floor(row * 17.5) % (2_400 * 86_400);
    const [agency, name, types] = pick(AGENCIES);
    const closed = next() < 0.93 ? created + below(30 * 86_400) : 0;
    const street = pick(streets);
    const zone = below(zips.length);
    const board = boards[zone >> 2];
    const borough = BOROUGHS[Math.floor(zone / 48)];
    const crossing = next() < 0.25;
    const [latitude, longitude] = [(40.5 + next() * 0.4).toFixed(12), (-74.2 + next() * 0.5).toFixed(12)];
    const bridge = next() < 0.01;
    const detail = pick(DETAILS);
    const texts = closed ? `"${pick(SENTENCES)}${next() < 0.25 ? ` ${pick(SENTENCES)}` : ""}"` : "";
    return `${key},${stamp(created)},${closed ? stamp(closed) : ""},${agency},${name.includes(",") ? `"${name}"` : name},` +
      `${pick(types)},${detail.includes(",") ? `"${detail}"` : detail},${next() < 0.12 ? "" : pick(PLACES)},${next() < 0.04 ? "" : zips[zone]},` +
      `${crossing ? "" : `${1 + below(2_400)} ${street}`},${crossing ? "" : street},${next() < 0.35 ? `,` : `${pick(streets)},${pick(streets)}`},` +
      `${crossing ? `${street},${pick(streets)}` : ","},${crossing ? "INTERSECTION" : "ADDRESS"},${borough},${next() < 0.9 ? "" : street},` +
      `${next() < 0.98 ? "N/A" : ""},${closed ? "Closed" : pick(["Open", "In Progress", "Assigned"])},` +
      `${next() < 0.35 ? stamp(created + 86_400 * (1 + below(30))) : ""},${texts},${closed ? stamp(closed) : stamp(created)},` +
      `${board},${next() < 0.1 ? "" : 1_000_000_000 + below(4_000_000_000)},${borough},${913_000 + below(150_000)},${121_000 + below(150_000)},` +
      `${pick(CHANNELS)},${agency === "PRK" ? pick(parks) : "Unspecified"},${borough},${next() < 0.004 ? "Car Service" : ""},` +
      `${next() < 0.002 ? borough : ""},${next() < 0.006 ? `${pick(streets)} AND ${pick(streets)}` : ""},` +
      `${bridge ? `${pick(TREES)} BRIDGE,${pick(["North/Bound", "South/Bound"])},${pick(["Ramp", "Roadway", "N/A"])},Exit ${1 + below(40)}` : ",,,"},` +
      `${latitude},${longitude},"(${latitude}, ${longitude})"\n`;
  });
}

// A wide panel: a few keys and groups of like columns, as questionnaires and measuring stations write them.
export function panel(path, columns, rows) {
  const next = numbers(420_000_020);
  const below = (count) => Math.floor(next() * count);
  const names = ["respondent_id", "interviewed_on", "region", "segment", "age", "income"];
  const makers = [
    (row) => `R${String(row).padStart(6, "0")}`,
    (row) => new Date((START + (row % 700) * 86_400) * 1000).toISOString().slice(0, 10),
    () => BOROUGHS[below(5)],
    () => ["consumer", "corporate", "public"][below(3)],
    () => String(18 + below(70)),
    () => (next() < 0.08 ? "" : (15_000 + next() * 90_000).toFixed(2)),
  ];
  const groups = [
    ["q", "answer", () => (next() < 0.03 ? "" : String(1 + below(5)))],
    ["spend", "eur", () => (next() < 0.2 ? "" : (next() * 900).toFixed(2))],
    ["visits", "count", () => String(below(30))],
    ["station", "temperature_c", () => (next() < 0.05 ? "NA" : (next() * 45 - 10).toFixed(1))],
    ["consent", "given", () => (next() < 0.7 ? "true" : "false")],
    ["remark", "text", () => (next() < 0.6 ? "" : `${["good", "slow", "too dear", "as promised"][below(4)]} ${below(500)}`)],
  ];
  for (let number = 0; names.length < columns; number += 1) {
    const [stem, unit, maker] = groups[number % groups.length];
    names.push(`${stem}_${String(Math.floor(number / groups.length) + 1).padStart(2, "0")}_${unit}`);
    makers.push(maker);
  }
  return written(path, names.join(","), rows, (row) => {
    let line = makers[0](row);
    for (let column = 1; column < makers.length; column += 1) line += `,${makers[column](row)}`;
    return `${line}\n`;
  });
}
