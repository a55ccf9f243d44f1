// Opens a report from disk in headless Chromium with the network off, and says what it finds as JSON on stdout.
//
//   node browser.mjs inspect PAGE            one entry for each width and scheme, one for print, one for use
//   node browser.mjs numbers PAGE            what a reader meets who asks where a number comes from
//   node browser.mjs shoot PAGE FOLDER       pictures of the whole page at each width and scheme, and in print
//   node browser.mjs charts PAGE FOLDER      the same pictures, and what each chart is drawn of: as the browser draws it,
//                                            and as it stands in the page
//
// CSVCHAT_PLAYWRIGHT_DIR names the unpacked npm package playwright-core; CSVCHAT_CHROMIUM the browser.

import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

if (!process.env.CSVCHAT_PLAYWRIGHT_DIR) throw new Error('CSVCHAT_PLAYWRIGHT_DIR must name a folder with the npm package playwright-core');
const folder = resolve(process.env.CSVCHAT_PLAYWRIGHT_DIR);
const { chromium } = await import(pathToFileURL(join(folder, 'index.mjs')).href);
const executablePath = process.env.CSVCHAT_CHROMIUM ?? '/usr/bin/chromium';
const [command, page, target] = process.argv.slice(2);
const WIDTHS = [360, 900, 1600];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

async function open({ width = 900, scheme = 'light', javaScriptEnabled = true, media = 'screen', timezoneId = 'America/Los_Angeles', forcedColors = 'none', hasTouch = false }) {
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: scheme, javaScriptEnabled, timezoneId, forcedColors, hasTouch, deviceScaleFactor: command === 'shoot' ? 1.5 : 1, offline: true, reducedMotion: 'reduce',
  });
  const tab = await context.newPage();
  const seen = { console: [], requests: [], violations: [], errors: [] };
  tab.on('console', (message) => seen.console.push(`${message.type()}: ${message.text()}`));
  tab.on('pageerror', (error) => seen.errors.push(String(error)));
  tab.on('dialog', (dialog) => { seen.errors.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  tab.on('request', (request) => { if (request.url() !== address) seen.requests.push(request.url()); });
  const address = pathToFileURL(resolve(page)).href;
  if (javaScriptEnabled) {
    await tab.addInitScript(tally);
    await tab.addInitScript(() => {
      // Charts are drawn once the page was painted; until then their pictures stand there.
      document.addEventListener('DOMContentLoaded', () => { globalThis.pictures = globalThis.tally(); });
      globalThis.violations = [];
      document.addEventListener('securitypolicyviolation', (event) => {
        globalThis.violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`);
      });
    });
  }
  await tab.emulateMedia({ media, colorScheme: scheme, forcedColors });
  await tab.goto(address, { waitUntil: 'load' });
  const hasCharts = await tab.locator('.chart').count();
  if (javaScriptEnabled && hasCharts) await tab.locator('html.charts-drawn').waitFor({ timeout: 60_000 });
  return { tab, context, seen };
}

// Runs inside the page, before its own scripts: what marks and colours each chart is drawn of. A line is one path for
// many points; an area's outline goes there and back.
function tally() {
  globalThis.tally = () => [...document.querySelectorAll('.chart')].map((chart) => {
    const marks = {};
    const colours = new Set();
    for (const group of chart.querySelectorAll('.role-mark:not(.mark-group)')) {
      const shape = [...group.classList].find((name) => name.startsWith('mark-')).slice(5);
      for (const item of group.children) {
        const corners = item.getAttribute('d')?.match(/[ML]/g)?.length ?? 0;
        marks[shape] = (marks[shape] ?? 0) + (shape === 'line' ? corners : shape === 'area' ? corners / 2 : 1);
        for (const paint of ['fill', 'stroke']) if (item.hasAttribute(paint) || group.hasAttribute(paint)) colours.add(`${shape} ${paint} ${getComputedStyle(item)[paint]}`);
      }
    }
    const svg = chart.querySelector('svg');
    return {
      marks,
      colours: [...colours].sort(),
      texts: [...chart.querySelectorAll('svg text')].filter((text) => Number(text.getAttribute('opacity') ?? 1) > 0).length,
      height: Math.round(chart.getBoundingClientRect().height),
      beyond: Math.max(0, Math.round((svg?.getBoundingClientRect().width ?? 0) - chart.clientWidth)),
      several: chart.classList.contains('several'),
      label: chart.getAttribute('aria-label'),
      whole: [...chart.querySelectorAll('text > title')].map((title) => title.textContent),
    };
  });
}

// Runs inside the page.
function look() {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''}${element.classList.length ? `.${[...element.classList].join('.')}` : ''}`;
  const problems = [];

  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((heading) => Number(heading.tagName[1]));
  if (levels.filter((level) => level === 1).length !== 1) problems.push('not exactly one h1');
  levels.forEach((level, index) => { if (index && level > levels[index - 1] + 1) problems.push(`heading ${index} skips a level`); });
  for (const control of document.querySelectorAll('button, a[href], summary, [tabindex="0"]')) {
    const label = control.getAttribute('aria-label') ?? control.textContent;
    if (!label.trim()) problems.push(`no name: ${name(control)}`);
  }
  for (const table of document.querySelectorAll('main table')) {
    if (!table.caption?.textContent.trim() && !table.closest('[aria-label]')) problems.push('a table without a name');
    for (const head of table.querySelectorAll('thead th')) if (table.caption && !head.scope) problems.push('a header without scope');
  }
  for (const id of new Set([...document.querySelectorAll('[id]')].map((element) => element.id))) {
    if (document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length > 1) problems.push(`twice: #${id}`);
  }
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href');
    if (!href.startsWith('#') || !document.getElementById(href.slice(1))) problems.push(`leads nowhere: ${href}`);
  }
  for (const labelled of document.querySelectorAll('[aria-labelledby]')) {
    if (!document.getElementById(labelled.getAttribute('aria-labelledby'))) problems.push(`no label: ${name(labelled)}`);
  }

  // Contrast of text, by the formula of WCAG 2.
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((part) => part / 255).map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a] = parse(getComputedStyle(at).backgroundColor);
      if (a > 250) return [r, g, b];
    }
    return [255, 255, 255];
  };
  let lowest = 21;
  for (const element of document.querySelectorAll('body *:not(script, style)')) {
    const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !shown(element) || element.closest('.unseen, caption')) continue;
    const style = getComputedStyle(element);
    const colour = element.closest('svg') ? style.fill : style.color;
    if (colour === 'none') continue;
    const [front, back] = [luminance(parse(colour).slice(0, 3)), luminance(ground(element))];
    const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    lowest = Math.min(lowest, ratio);
    if (ratio < 4.5) problems.push(`contrast ${ratio.toFixed(2)}: ${name(element)} “${element.textContent.trim().slice(0, 30)}”`);
  }

  const root = document.documentElement;
  const sizes = new Set();
  for (const element of document.querySelectorAll('main *')) {
    if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()) && shown(element) && !element.closest('svg')) {
      sizes.add(getComputedStyle(element).fontSize);
    }
  }
  return {
    overflow: root.scrollWidth - root.clientWidth,
    charts: [...document.querySelectorAll('.chart')].map((chart) => ({
      id: chart.id,
      marks: chart.querySelectorAll('.role-mark path[d], .role-mark rect, .role-mark text').length,
      beyond: Math.max(0, Math.round((chart.querySelector('svg')?.getBoundingClientRect().width ?? 0) - chart.clientWidth)),
      label: chart.getAttribute('aria-label'),
      words: [...chart.querySelectorAll('svg text')].map((text) => text.textContent),
      visible: shown(chart),
    })),
    headings: [...document.querySelectorAll('h1, h2, h3')].filter(shown).map((heading) => `${heading.tagName.toLowerCase()} ${heading.textContent.trim()}`),
    lowestContrast: Math.round(lowest * 100) / 100,
    sizes: [...sizes].sort(),
    ground: getComputedStyle(document.body).backgroundColor,
    rowsShown: [...document.querySelectorAll('.table')].map((table) => [...table.querySelectorAll('tbody tr')].filter(shown).length),
    sortHeaders: [...document.querySelectorAll('th .sort')].filter(shown).length,
    buttonsShown: [...document.querySelectorAll('button')].filter(shown).length,
    text: document.body.innerText.length,
    problems: [...new Set(problems)],
    violations: globalThis.violations ?? [],
  };
}

async function inspect(options) {
  const { tab, context, seen } = await open(options);
  const found = await tab.evaluate(look);
  await context.close();
  return { ...options, ...seen, ...found };
}

// Without script nothing can be evaluated in the page, so this one is read from outside.
async function withoutScript() {
  const { tab, context, seen } = await open({ javaScriptEnabled: false });
  const visible = async (selector) => {
    let number = 0;
    for (const element of await tab.locator(selector).all()) if (await element.isVisible()) number += 1;
    return number;
  };
  const found = {
    rows: await visible('main > section .table tbody tr'),
    buttons: await visible('.unfold, .copy, .save'),
    sentences: await visible('.undrawn'),
    summaries: await visible('summary'),
  };
  await context.close();
  return { ...seen, ...found };
}

// What a reader does: sorts, unfolds, copies, follows a citation, reads a long cell, hovers over a chart.
async function use() {
  const { tab, context, seen } = await open({ width: 1600 });
  const done = {};
  const table = tab.locator('.query .table').last();
  const column = async () => table.locator('tbody tr td:first-child').allInnerTexts();
  if (await table.count()) {
    const shown = async () => (await table.locator('tbody tr').all()).length && table.locator('tbody tr:visible').count();
    done.before = { rows: await shown(), first: await column() };
    const button = table.locator('.sort').first();
    if (await button.count()) {
      await button.focus();
      await tab.keyboard.press('Enter');
      done.sortedOnce = { state: await table.locator('th').first().getAttribute('aria-sort'), first: await column() };
      await tab.keyboard.press('Enter');
      done.sortedTwice = { state: await table.locator('th').first().getAttribute('aria-sort'), first: await column() };
    }
    const unfold = table.locator('.unfold');
    if (await unfold.count()) {
      await unfold.focus();
      await tab.keyboard.press('Space');
      done.unfolded = { rows: await shown(), expanded: await unfold.getAttribute('aria-expanded'), words: await unfold.innerText() };
    }
  }
  const long = tab.locator('.long span:visible').first();
  if (await long.count()) {
    const height = async () => (await long.boundingBox()).height;
    const folded = await height();
    await long.focus();
    const focused = await height();
    await tab.keyboard.press('Escape');
    done.long = { grew: focused > folded, closed: (await height()) === folded };
  }
  const copy = tab.locator('.query .copy').first();
  if (await copy.count()) {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
    // Heard inside the page: the word stands for two seconds, and a busy machine may come to ask later.
    await copy.evaluate((button) => {
      new MutationObserver(() => { button.dataset.said ??= button.textContent; }).observe(button, { childList: true });
    });
    await copy.click();
    await tab.waitForFunction(() => document.getElementById('status').textContent !== '');
    await tab.waitForFunction((button) => button.dataset.said, await copy.elementHandle());
    done.copied = { words: await copy.evaluate((button) => button.dataset.said), clipboard: await tab.evaluate(() => navigator.clipboard.readText()).catch(String), sql: await tab.locator('.query pre').first().innerText() };
  }
  const cite = tab.locator('.lead .cite').first();
  if (await cite.count()) {
    await cite.focus();
    await tab.keyboard.press('Enter');
    done.cited = await tab.evaluate(() => ({ hash: location.hash, top: Math.round(document.querySelector(':target').getBoundingClientRect().top) }));
  }
  const mark = tab.locator('.chart .mark-rect.role-mark path').first();
  if (await mark.count()) {
    await mark.scrollIntoViewIfNeeded();
    await mark.hover();
    done.tip = await tab.locator('.tip').innerText();
  }
  const save = tab.locator('.save').first();
  if (await save.count()) {
    done.saved = [];
    for (const button of [save, tab.locator('.save').nth(1)]) {
      const download = tab.waitForEvent('download', { timeout: 10_000 });
      await button.click();
      const file = await download;
      done.saved.push(file.suggestedFilename());
      const bytes = readFileSync(await file.path());
      // A PNG's first bytes, and its width; the text of an SVG.
      done.savedAs = [...done.savedAs ?? [], bytes[0] === 0x89 ? `png ${bytes.readUInt32BE(16)}` : bytes.toString('utf8')];
    }
  }
  done.violations = await tab.evaluate(() => globalThis.violations);
  await context.close();
  return { ...seen, ...done };
}

// What a reader meets who asks where a number comes from: with a pointer, the keyboard, a finger, on paper, without script.
async function numbers() {
  const found = { cards: [] };
  const number = (tab, place) => tab.locator('.num').nth(place);
  const card = async (tab) => {
    if (!(await tab.locator('.card').isVisible())) return null;
    const box = await tab.locator('.card').boundingBox();
    return { words: await tab.locator('.card').innerText(), left: box.x, right: tab.viewportSize().width - box.x - box.width };
  };
  const where = (tab) => tab.evaluate(() => {
    const target = document.querySelector(':target');
    const code = target?.querySelector('pre code')?.getBoundingClientRect();
    return {
      hash: location.hash, lit: [...document.querySelectorAll('.lit')].filter((cell) => cell.checkVisibility()).map((cell) => cell.textContent),
      sqlInView: Boolean(code) && code.top >= 0 && code.top < innerHeight, card: document.querySelector('.card').checkVisibility(),
    };
  });
  for (const width of WIDTHS) {
    const { tab, context, seen } = await open({ width });
    const count = await tab.locator('.num').count();
    for (let place = 0; place < count; place += 1) {
      if (!(await number(tab, place).isVisible())) continue;
      await number(tab, place).scrollIntoViewIfNeeded();
      await number(tab, place).hover();
      found.cards.push({ width, place, ...(await card(tab)), overflow: await tab.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth) });
    }
    Object.assign(found, Object.fromEntries(Object.entries(seen).map(([key, list]) => [key, [...found[key] ?? [], ...list]])));
    await context.close();
  }
  {
    const { tab, context } = await open({ width: 900 });
    // The pointer reaches the link inside the card.
    await number(tab, 3).hover();
    await tab.locator('.card a').click();
    found.linkInCard = await where(tab);
    await context.close();
  }
  {
    const { tab, context } = await open({ width: 900 });
    // From the top of the page with the keyboard alone.
    let tabs = 0;
    do {
      await tab.keyboard.press('Tab');
      tabs += 1;
    } while (!(await tab.evaluate(() => document.activeElement.matches('.lead .derived'))) && tabs < 40);
    found.keyboard = { tabs, focused: await card(tab) };
    await tab.keyboard.press('Escape');
    found.keyboard.escaped = await card(tab);
    await tab.keyboard.press('Enter');
    found.keyboard.followed = await where(tab);
    // A column as a whole: its header, and all below it.
    await number(tab, 0).click();
    found.column = await where(tab);
    // What the table was sorted to and folded away is found too.
    await tab.locator('#q4 .sort').first().click();
    await tab.evaluate(() => { location.hash = ''; });
    await tab.locator('.lead .untraced').click();
    found.sorted = await where(tab);
    await tab.locator('.traced').click();
    found.top = await tab.evaluate(() => ({ hash: location.hash, text: document.querySelector(':target').textContent }));
    const session = await context.newCDPSession(tab);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    found.names = nodes.filter((node) => node.role?.value === 'link' && node.description?.value).map((node) => [node.name.value, node.description.value]);
    await context.close();
  }
  {
    const { tab, context } = await open({ width: 360, hasTouch: true });
    await number(tab, 3).tap();
    found.touch = { first: { ...(await card(tab)), hash: await tab.evaluate(() => location.hash) } };
    await number(tab, 3).tap();
    found.touch.second = await where(tab);
    await number(tab, 3).tap();
    await tab.locator('h1').tap({ position: { x: 1, y: 1 } });
    found.touch.elsewhere = await card(tab);
    await context.close();
  }
  const inside = () => {
    const decoration = (element) => element && getComputedStyle(element).textDecorationLine;
    return {
      untraced: [...document.querySelectorAll('.num.untraced')].filter((mark) => mark.checkVisibility()).map((mark) => mark.textContent),
      underlined: decoration(document.querySelector('.num.untraced span')), quiet: decoration(document.querySelector('.num:not(.untraced)')),
      card: document.querySelector('.card').checkVisibility(),
    };
  };
  for (const [name, options] of Object.entries({ print: { width: 794, media: 'print' }, forced: { forcedColors: 'active' } })) {
    const { tab, context } = await open(options);
    if (name === 'print') await number(tab, 3).dispatchEvent('pointerover', { pointerType: 'mouse' });
    found[name] = await tab.evaluate(inside);
    await context.close();
  }
  {
    const { tab, context, seen } = await open({ javaScriptEnabled: false });
    await number(tab, 3).focus();
    const title = await number(tab, 3).getAttribute('title');
    await tab.keyboard.press('Enter');
    found.withoutScript = { ...seen, title, url: new URL(tab.url()).hash, sqlInView: (await tab.locator('#q2 pre').boundingBox()).y < 900 };
    await context.close();
  }
  return found;
}

async function shoot() {
  mkdirSync(target, { recursive: true });
  const found = {};
  const take = async (name, options) => {
    const { tab, context, seen } = await open(options);
    await tab.screenshot({ path: join(target, `${name}.png`), fullPage: true });
    if (name === 'print') await tab.pdf({ path: join(target, 'print.pdf'), format: 'A4' });
    const inside = () => ({
      charts: globalThis.tally(), pictures: globalThis.pictures, violations: globalThis.violations,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    });
    found[name] = { ...seen, ...(options.javaScriptEnabled === false ? {} : await tab.evaluate(inside)) };
    if (options.javaScriptEnabled === false) found[name].visible = await tab.locator('.chart > svg:visible').count();
    await context.close();
  };
  for (const width of WIDTHS) for (const scheme of ['light', 'dark']) await take(`${width}-${scheme}`, { width, scheme });
  await take('print', { width: 794, scheme: 'dark', media: 'print' });
  await take('forced', { width: 900, forcedColors: 'active' });
  await take('without-script', { javaScriptEnabled: false });
  return found;
}

try {
  if (command === 'shoot') {
    await shoot();
  } else if (command === 'numbers') {
    console.log(JSON.stringify(await numbers()));
  } else if (command === 'charts') {
    console.log(JSON.stringify(await shoot()));
  } else {
    const views = [];
    for (const width of WIDTHS) for (const scheme of ['light', 'dark']) views.push(await inspect({ width, scheme }));
    console.log(JSON.stringify({
      views,
      print: await inspect({ width: 794, scheme: 'dark', media: 'print' }),
      forced: await inspect({ width: 900, forcedColors: 'active' }),
      withoutScript: await withoutScript(),
      use: await use(),
    }));
  }
} finally {
  await browser.close();
}
