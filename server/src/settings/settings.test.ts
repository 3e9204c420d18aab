import { applicationSettings } from '@rise/contract';
import { expect, test } from 'vitest';
import { loadConfig } from '../host/config.ts';
import { settingsHandlers } from './settings.routes.ts';

const settingsOf = async (environment: Record<string, string> = {}) => {
  const answer = settingsHandlers({
    version: '1',
    embeddedProvider: true,
    features: { chatbot: false, insights: false },
    portal: loadConfig(environment, '/project').portal,
  })['GET /api/application-settings'];
  return applicationSettings.parse(await (answer as () => Promise<unknown>)());
};

test('with nothing set a portal is classic, light and in its default colour, in English, and starts nothing elsewhere', async () => {
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

test('the drawer of settings is for development, and where it is switched on', async () => {
  expect((await settingsOf()).settingsDrawer).toBe(true);
  expect((await settingsOf({ SETTINGS_DRAWER: 'off' })).settingsDrawer).toBe(false);
});

test('the demo suite is named where it is served: in development, and where it is switched on', async () => {
  expect((await settingsOf()).demoSuite).toEqual({ path: '/demo/' });
  expect((await settingsOf({ DEMO_SUITE: 'off' })).demoSuite).toEqual({ path: null });
});
