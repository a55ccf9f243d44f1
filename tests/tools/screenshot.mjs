// Takes the README's picture: the top of a report as a reader opens it, in headless Chromium with the network off.
//
//   node screenshot.mjs PAGE PICTURE.png
//
// CSVCHAT_PLAYWRIGHT_DIR names the unpacked npm package playwright-core; CSVCHAT_CHROMIUM the browser.

import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [page, picture] = process.argv.slice(2);
const { chromium } = await import(pathToFileURL(join(process.env.CSVCHAT_PLAYWRIGHT_DIR, "index.mjs")).href);
const executablePath = process.env.CSVCHAT_CHROMIUM ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const tab = await browser.newPage({ viewport: { width: 1120, height: 1400 }, colorScheme: "light", offline: true });
  await tab.goto(pathToFileURL(resolve(page)).href);
  await tab.locator("html.charts-drawn").waitFor({ timeout: 60_000 });
  await tab.screenshot({ path: picture });
} finally {
  await browser.close();
}
