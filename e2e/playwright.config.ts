import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const launch = {
  ...(process.env['RISE_BROWSER'] && { executablePath: process.env['RISE_BROWSER'] }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
/** Letters and colors drawn the same on every machine that compares screenshots. */
const STABLE_PIXELS = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/**
 * Each worker starts a portal of its own (support/journey.ts). One more than there are cores: a journey waits for a third
 * of its time, so that two workers leave a third of two cores idle.
 */
export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'journeys', testMatch: '*.journey.ts' },
    {
      name: 'visual',
      testDir: 'visual',
      testMatch: '*.visual.ts',
      // Long tests that start from nothing, so that no worker is left with a whole file of them at the end.
      fullyParallel: true,
      use: {
        // Many pages are checked in one context; a trace of all of them is too long to read.
        trace: 'off',
        launchOptions: { ...launch, args: [...launch.args, ...STABLE_PIXELS] },
      },
    },
  ],
  globalSetup: './support/remove-data.ts',
  outputDir: '../.test/journeys',
  fullyParallel: false,
  workers: Number(process.env['RISE_WORKERS'] ?? Math.min(availableParallelism(), 4) + 1),
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Letters are drawn slightly differently on another machine; a missing icon of 18 pixels is more than that.
    toHaveScreenshot: { pathTemplate: '{testDir}/pictures/{arg}{ext}', threshold: 0.05, maxDiffPixels: 40 },
  },
  reporter: [['list'], ['json', { outputFile: process.env['RISE_JOURNEY_REPORT'] ?? '../.test/journeys.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Filming every journey costs a third of the browser's time; the trace holds the page at each step anyway.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: launch,
  },
});
