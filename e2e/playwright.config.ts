import { defineConfig } from '@playwright/test';
import { DATA, MAIL_PORT, OPERATORS, PORT, URL } from './support/portal.ts';

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
/** Letters and colours drawn alike wherever the pictures are taken. */
const STEADY_PIXELS = ['--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'];

/** Journeys run against the portal as `npm start` starts it, in a data directory of their own. */
export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'journeys', testMatch: '*.journey.ts' },
    {
      name: 'visual',
      testDir: 'visual',
      testMatch: '*.visual.ts',
      use: {
        // Many pages are looked at in one context; a trace of all of them is too much to read.
        trace: 'off',
        launchOptions: { ...launch, args: [...launch.args, ...STEADY_PIXELS] },
      },
    },
  ],
  outputDir: '../.test/journeys',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Letters are drawn a little differently on another machine; an icon of 18 pixels that is missing is more.
    toHaveScreenshot: { pathTemplate: '{testDir}/pictures/{arg}{ext}', threshold: 0.05, maxDiffPixels: 40 },
  },
  reporter: [['list'], ['json', { outputFile: process.env['RISE_JOURNEY_REPORT'] ?? '../.test/journeys.json' }]],
  use: {
    baseURL: URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: launch,
  },
  webServer: {
    command: 'node ../server/launch/start.mjs',
    url: `${URL}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
    env: {
      PORT: String(PORT),
      HOST: '127.0.0.1',
      RISE_DATA: DATA,
      LOG_LEVEL: 'warn',
      SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
      CONTACT_EMAIL: OPERATORS,
      // So that journeys can be run again over the same data.
      CONTACT_LIMIT_PER_HOUR: '1000',
    },
  },
});
