import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The first two draw pages as a browser does and have no windows, which saves a third of a journey's time. */
const NAMES = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Path of a Chromium-like browser: BROWSER_PATH, an installed one, Playwright's, or Debian's, which is installed where
 * permissions allow. Throws a message that says what to do where there is none.
 */
export async function findBrowser(report = () => {}) {
  const configured = process.env['BROWSER_PATH'];
  if (configured) {
    if (existsSync(configured)) return configured;
    throw new Error(`BROWSER_PATH names ${configured}, which does not exist`);
  }
  const available = findInstalled() ?? (await findPlaywrights());
  if (available) return available;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    report('Installing Chromium');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { env });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
      const installed = findInstalled();
      if (installed) return installed;
    }
  }
  throw new Error(
    'No browser found: install Chromium or Chrome, run `npx playwright install chromium`, or set BROWSER_PATH',
  );
}

function findInstalled() {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...MAC];
  return candidates.find((path) => existsSync(path));
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
}
