import { expect, test } from 'vitest';
import { Refusal } from '../kernel/refusal.ts';
import { loadConfig } from './config.ts';
import type { Environment } from './variables.ts';

const SECRET = 'x'.repeat(32);
const PRODUCTION = {
  NODE_ENV: 'production',
  SESSION_SECRET: SECRET,
  OIDC_ISSUER: 'https://login.example.org/realm',
  OIDC_CLIENT_ID: 'rise',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://portal.example.org',
};

function problems(environment: Environment): readonly string[] {
  try {
    loadConfig(environment, '/project');
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.lines;
    throw error;
  }
}

test('with nothing set: loopback, the project’s .data, everything embedded', () => {
  const config = loadConfig({}, '/project');
  expect(config).toMatchObject({
    environment: 'development',
    dataDirectory: '/project/.data',
    host: '127.0.0.1',
    port: 8080,
    database: null,
    oidc: null,
    sessionSecret: null,
    trustProxy: false,
    requestsPerMinute: 6000,
    portal: {
      layout: 'classic',
      scheme: 'light',
      theme: 'default',
      settingsDrawer: true,
      demoSuite: true,
      chat: true,
      analyticsKey: null,
      helpUrl: null,
    },
    contactPerHour: 5,
    assistant: true,
    questionsPerMinute: 20,
    smtpUrl: null,
    contactEmail: null,
    llm: null,
  });
  expect(config.publicUrl.href).toBe('http://127.0.0.1:8080/');
});

test('an installation decides how its portal looks and what it offers', () => {
  const environment = {
    DEFAULT_LAYOUT: 'Compact',
    DEFAULT_SCHEME: 'auto',
    DEFAULT_THEME: 'rose',
    SETTINGS_DRAWER: 'off',
    DEMO_SUITE: 'off',
    CHAT: 'off',
    ANALYTICS_KEY: 'GTM-ABC1234',
    HELP_URL: 'https://help.example.org/rise',
  };
  expect(loadConfig(environment, '/project').portal).toEqual({
    layout: 'compact',
    scheme: 'auto',
    theme: 'rose',
    settingsDrawer: false,
    demoSuite: false,
    chat: false,
    analyticsKey: 'GTM-ABC1234',
    helpUrl: 'https://help.example.org/rise',
  });
  expect(loadConfig(PRODUCTION, '/project').portal).toMatchObject({ settingsDrawer: false, demoSuite: false });
  const shown = loadConfig({ ...PRODUCTION, SETTINGS_DRAWER: 'on', DEMO_SUITE: 'on' }, '/project').portal;
  expect(shown).toMatchObject({ settingsDrawer: true, demoSuite: true });
});

test('a blank value counts as absent, a relative data directory from the project', () => {
  expect(loadConfig({ PORT: ' ', RISE_DATA: 'state' }, '/project')).toMatchObject({
    port: 8080,
    dataDirectory: '/project/state',
  });
});

test('where the address is open to all, the default public address is one that can be opened', () => {
  expect(loadConfig({ HOST: '0.0.0.0', PORT: '81' }, '/project').publicUrl.href).toBe('http://127.0.0.1:81/');
});

test.each<[string, Environment, RegExp]>([
  [
    'a layout without a way back',
    { DEFAULT_LAYOUT: 'empty' },
    /^DEFAULT_LAYOUT is 'empty'; set one of centered, .*thin/,
  ],
  ['an analytics key that is markup', { ANALYTICS_KEY: '"><script>' }, /^ANALYTICS_KEY is .* such as GTM-ABC1234/],
  ['a help address that is none', { HELP_URL: 'javascript:alert(1)' }, /^HELP_URL is not an address of the right kind/],
  ['several addresses', { CONTACT_EMAIL: 'a@b.example, c@d.example' }, /^CONTACT_EMAIL is .*; write one plain address/],
  ['a port that is no number', { PORT: 'abc' }, /^PORT is 'abc'; set a whole number from 1 to 65535/],
  ['a port out of range', { PORT: '70000' }, /^PORT is '70000'; set/],
  ['a host with a scheme', { HOST: 'http://x' }, /^HOST is 'http:\/\/x'; set .* without scheme/],
  [
    'a public address with a path',
    { PUBLIC_URL: 'https://a.example/rise' },
    /^PUBLIC_URL has more .*; write https:\/\/a\.example$/,
  ],
  ['another database', { DATABASE_URL: 'mysql://a/b' }, /^DATABASE_URL is not .*; write it as postgresql:/],
  [
    'an owner without a database',
    { DATABASE_OWNER_URL: 'postgresql://a/b' },
    /^DATABASE_OWNER_URL is set without DATABASE_URL/,
  ],
  ['a short secret', { SESSION_SECRET: 'short' }, /^SESSION_SECRET has 5 characters; set at least 32/],
  ['an issuer without a client', { OIDC_ISSUER: 'https://a.example' }, /^OIDC_CLIENT_ID is missing/],
  ['a client without an issuer', { OIDC_CLIENT_ID: 'rise' }, /^OIDC_ISSUER is missing/],
  [
    'a plain http issuer',
    { OIDC_ISSUER: 'http://a.example', OIDC_CLIENT_ID: 'rise' },
    /^OIDC_ISSUER is plain http; write https:/,
  ],
  [
    'a role map to nowhere',
    { OIDC_ROLE_MAP: 'Boss=king' },
    /^OIDC_ROLE_MAP maps 'Boss' to 'king'; map it to one of tenant\.user/,
  ],
  ['a role map that is broken', { OIDC_ROLE_MAP: '{"a":' }, /^OIDC_ROLE_MAP cannot be read; write it as/],
  ['a proxy that is no address', { TRUST_PROXY: 'yes' }, /^TRUST_PROXY is 'yes'; set true, false/],
  ['a log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL is 'loud'; set one of silent/],
  [
    'a bound that is too small',
    { WAREHOUSE_MEMORY_MB: '1' },
    /^WAREHOUSE_MEMORY_MB is '1'; set a whole number from 64/,
  ],
  ['mail by http', { SMTP_URL: 'http://a' }, /^SMTP_URL is not .*; write it as smtp:/],
  ['a language model without its name', { LLM_BASE_URL: 'https://a/v1' }, /^LLM_MODEL is missing/],
  ['a mode', { NODE_ENV: 'prod' }, /^NODE_ENV is 'prod'; set one of development, test, production/],
])('%s is told with what to write instead', (_name, environment, expected) => {
  expect(problems(environment)).toEqual([expect.stringMatching(expected)]);
});

test('all problems are told at once', () => {
  expect(problems({ PORT: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x' })).toHaveLength(3);
});

test('a value that may hold a password is not repeated', () => {
  expect(problems({ DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2');
});

test('production starts when it has what it needs', () => {
  expect(problems(PRODUCTION)).toEqual([]);
});

test.each<[string, Environment, RegExp]>([
  ['several addresses', { CONTACT_EMAIL: 'a@b.example, c@d.example' }, /^CONTACT_EMAIL is .*; write one plain address/],
  ['no secret', { SESSION_SECRET: undefined }, /^SESSION_SECRET is missing/],
  ['a short secret', { SESSION_SECRET: 'x'.repeat(31) }, /^SESSION_SECRET has 31 characters/],
  [
    'no identity provider',
    { OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined },
    /^OIDC_ISSUER is missing, and production refuses the embedded/,
  ],
  ['plain http', { PUBLIC_URL: 'http://portal.example.org' }, /^PUBLIC_URL is plain http; write https:/],
])('production refuses %s', (_name, change, expected) => {
  expect(problems({ ...PRODUCTION, ...change })).toEqual([expect.stringMatching(expected)]);
});

test('production takes plain http on loopback, behind a proxy on the same machine', () => {
  expect(problems({ ...PRODUCTION, PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([]);
});

test.each([
  ['JSON', '{"Portal Admins":"tenant.admin","a=b":"tenant.user"}'],
  ['pairs', 'Portal Admins=tenant.admin, a=b=tenant.user'],
])('the role map is read from %s and knows nothing it was not told', (_name, text) => {
  const { roleMap } = loadConfig({ ...PRODUCTION, OIDC_ROLE_MAP: text }, '/project').oidc!;
  expect({ ...roleMap }).toEqual({ 'Portal Admins': 'tenant.admin', 'a=b': 'tenant.user' });
  expect(roleMap.constructor).toBeUndefined();
});

test('without a role map the provider’s values are ours', () => {
  expect(loadConfig(PRODUCTION, '/project').oidc!.roleMap['global.admin']).toBe('global.admin');
});
