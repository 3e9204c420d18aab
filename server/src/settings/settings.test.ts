import { applicationSettings } from '@rise/contract';
import { expect, test } from 'vitest';
import { loadConfig } from '../host/config/config.ts';
import { settingsHandlers } from './settings.routes.ts';

const settingsOf = async (environment: Record<string, string> = {}) => {
  const answer = settingsHandlers({
    version: '1',
    embeddedProvider: true,
    features: { chatbot: false, insights: false },
    portal: loadConfig(environment, '/project').portal,
  })['GET /api/application-settings'];
  return applicationSettings.parse(await (answer as (call: { actor: null }) => Promise<unknown>)({ actor: null }));
};

test('by default a portal is classic, light, in its default color and in English, and loads nothing external', async () => {
  expect(await settingsOf()).toMatchObject({
    languages: ['en', 'tr'],
    defaultLanguage: 'en',
    appearance: {
      layout: 'classic',
      scheme: 'light',
      theme: 'default',
      themes: ['default', 'teal', 'rose', 'purple', 'amber'],
      screens: { sm: '600px', md: '960px', lg: '1280px', xl: '1440px' },
    },
    analytics: { key: null },
    help: { url: null },
  });
});

test('the settings drawer is available in development, and where it is enabled', async () => {
  expect((await settingsOf()).settingsDrawer).toBe(true);
  expect((await settingsOf({ SETTINGS_DRAWER: 'off' })).settingsDrawer).toBe(false);
});

test('the demo’s path is included where it is served: in development, and where it is enabled', async () => {
  expect((await settingsOf()).demoSuite).toEqual({ path: '/demo/' });
  expect((await settingsOf({ DEMO_SUITE: 'off' })).demoSuite).toEqual({ path: null });
  const own = { DEMO_URL: 'https://demo.example.org' };
  expect((await settingsOf(own)).demoSuite).toEqual({ path: 'https://demo.example.org/' });
});
