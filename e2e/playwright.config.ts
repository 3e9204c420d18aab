import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const launchOptions = {
  ...(process.env['RISE_BROWSER'] && { executablePath: process.env['RISE_BROWSER'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Letters and colors drawn the same on every machine that compares screenshots, with windows or without.
    '--font-render-hinting=slight',
    '--disable-lcd-text',
    '--force-color-profile=srgb',
  ],
};

/**
 * Each worker starts a portal of its own (support/journey.ts). One more than there are cores: a journey waits for a third
 * of its time, so that two workers leave a third of two cores idle. All tests have the same options of a worker, and all
 * are of one project: for others Playwright starts another worker, with another portal and browser.
 */
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys/*.journey.ts', 'visual/*.visual.ts'],
  globalSetup: './support/remove-data.ts',
  outputDir: '../.test/journeys',
  fullyParallel: false,
  workers: Number(process.env['RISE_WORKERS'] ?? Math.min(availableParallelism(), 4) + 1),
  forbidOnly: true,
  retries: 0,
  // Only what hangs takes as long, also on a machine half as fast that does other things.
  timeout: 300_000,
  expect: {
    timeout: 30_000,
    // Letters are drawn slightly differently on another machine; a missing icon of 18 pixels is more than that.
    toHaveScreenshot: { pathTemplate: '{testDir}/visual/pictures/{arg}{ext}', threshold: 0.05, maxDiffPixels: 40 },
  },
  reporter: [['list'], ['json', { outputFile: process.env['RISE_JOURNEY_REPORT'] ?? '../.test/journeys.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Without a graphics card each frame of a transition is drawn by the processor. `WITH_MOTION` (support/journey.ts) is
    // for journeys whose subject it is.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of what the journey did, requested and logged; with a screenshot and the page's content at its end. Storing
    // the page at each step too costs a quarter of the browser's time: `--trace on` does so for a journey under study.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
