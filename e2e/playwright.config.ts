import { defineConfig } from '@playwright/test';
import { PORT, URL } from './support/portal.ts';

/** Journeys run against the portal as `npm start` starts it, in a data directory of their own. */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '*.journey.ts',
  outputDir: '../.test/journeys',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env['RISE_JOURNEY_REPORT'] ?? '../.test/journeys.json' }]],
  use: {
    baseURL: URL,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    trace: 'retain-on-failure',
    launchOptions: {
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
    },
  },
  webServer: {
    command: 'node ../server/launch/start.mjs',
    url: `${URL}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
    stdout: 'pipe',
    env: { PORT: String(PORT), HOST: '127.0.0.1', RISE_DATA: '.test/data', LOG_LEVEL: 'warn' },
  },
});
