// Writes tests/data/sales.csv: the orders of an invented shop over two and a half years, with things to find in them.
//
//   node tests/tools/make-sales.mjs [PATH]
//
// The same bytes every time: a generator of its own (mulberry32) with a fixed seed, and nothing but arithmetic that
// every engine does alike (no logarithms, no sines, no dates of the machine).
//
// What there is to find:
//   trend      about a fifth more revenue each year
//   season     November and above all December
//   dip        March 2023, a strike in the warehouse: half the orders, long deliveries
//   dominant   the region North, about two fifths of the revenue
//   related    the longer the delivery, the lower the rating; the larger the discount, the more pieces
//   missing    about 8 % of the ratings, as empty fields and as the word NA
//   impossible negative quantities, deliveries of 999 days, two dates years after the last order

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let state = 20240630;

/** A number from 0 to 1, 1 left out. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
}

/** About normal, with mean 0 and standard deviation 1: the sum of twelve uniform numbers. */
function normal() {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += random();
  return sum;
}

/** One of [value, weight] pairs. */
function pick(pairs) {
  let rest = random() * pairs.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of pairs) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return pairs[pairs.length - 1][0];
}

const REGIONS = [['North', 41], ['South', 24], ['West', 21], ['East', 14]];
const CITIES = {
  North: [['Alderwick', 5], ['Brackenford', 3], ['Cairnhaven', 2]],
  South: [['Dunmere', 4], ['Elmstead', 3], ['Fallowgate', 2]],
  West: [['Glenholt', 4], ['Harrowby', 3]],
  East: [['Inverleigh', 3], ['Juniper Cross', 2]],
};
const CHANNELS = [['online', 58], ['store', 31], ['phone', 11]];
const PRODUCTS = [
  [['Kitchen', 'Cast-iron pan', 49.9], 14],
  [['Kitchen', 'Carving knife', 34.5], 11],
  [['Kitchen', 'Stoneware bowl', 18.9], 13],
  [['Lighting', 'Desk lamp', 64.0], 10],
  [['Lighting', 'Pendant light', 119.0], 6],
  [['Textiles', 'Linen throw', 59.0], 9],
  [['Textiles', 'Wool cushion', 39.0], 10],
  [['Textiles', 'Cotton towel', 15.5], 11],
  [['Furniture', 'Oak stool', 89.0], 6],
  [['Furniture', 'Side table', 149.0], 4],
  [['Garden', 'Herb planter', 27.5], 8],
  [['Garden', 'Watering can', 32.0], 7],
];
const SEASON = [0.88, 0.86, 0.95, 0.98, 1.0, 0.97, 0.92, 0.9, 1.0, 1.05, 1.3, 1.85];
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const two = (number) => String(number).padStart(2, '0');
const clamp = (number, low, high) => Math.min(high, Math.max(low, number));

/** One order on a day; `strike` while the warehouse stands still. */
function order(date, strike) {
  const region = pick(REGIONS);
  const [category, product, listPrice] = pick(PRODUCTS);
  const discount = pick([[0, 58], [0.05, 16], [0.1, 14], [0.2, 8], [0.3, 4]]);
  const pieces = Math.round(1.6 + discount * 9 + Math.abs(normal()) * 1.1);
  const quantity = clamp(pieces, 1, 12);
  const price = Math.round(listPrice * (0.94 + random() * 0.12) * 20) / 20;
  const revenue = Math.round(quantity * price * (1 - discount) * 100) / 100;
  const usual = { North: 2.6, South: 3.6, West: 4.2, East: 5.1 }[region];
  const days = clamp(Math.round(usual + normal() * 1.5 + (strike ? 6 : 0)), 1, 21);
  const rating = clamp(Math.round(5.6 - days * 0.42 + normal() * 0.62), 1, 5);
  const missing = random();
  return {
    date, region, city: pick(CITIES[region]), channel: pick(CHANNELS), category, product, quantity, price, discount,
    revenue, days, rating: missing < 0.05 ? '' : missing < 0.08 ? 'NA' : String(rating),
  };
}

const orders = [];
for (let month = 0; month < 30; month += 1) {
  const year = 2022 + Math.floor(month / 12);
  const of = month % 12;
  const days = year === 2024 && of === 1 ? 29 : MONTH_DAYS[of];
  const strike = year === 2023 && of === 2;
  const count = Math.round(88 * SEASON[of] * (1 + 0.025 * month) * (strike ? 0.48 : 1) * (0.97 + random() * 0.06));
  const dates = Array.from({ length: count }, () => 1 + Math.floor(random() * days)).sort((a, b) => a - b);
  for (const day of dates) orders.push(order(`${year}-${two(of + 1)}-${two(day)}`, strike));
}

// What no shop can have: each of these stands in the file as somebody's slip.
for (const [at, quantity] of [[311, -2], [902, -1], [1577, -3], [2240, -1], [2951, -2]]) orders[at].quantity = quantity;
for (const at of [128, 1204, 1999, 3020]) orders[at].days = 999;
for (const [at, date] of [[1450, '2032-03-14'], [2602, '2033-11-02']]) orders[at].date = date;

const lines = ['order_id,order_date,region,city,channel,category,product,quantity,unit_price,discount,revenue,shipping_days,customer_rating'];
orders.forEach((each, index) => {
  lines.push([
    100001 + index, each.date, each.region, each.city, each.channel, each.category, each.product, each.quantity,
    each.price.toFixed(2), each.discount.toFixed(2), each.revenue.toFixed(2), each.days, each.rating,
  ].join(','));
});
const target = process.argv[2] ?? fileURLToPath(new URL('../data/sales.csv', import.meta.url));
writeFileSync(target, `${lines.join('\n')}\n`);
