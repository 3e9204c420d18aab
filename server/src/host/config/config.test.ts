import { expect, test } from 'vitest';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { loadConfig } from './config.ts';
import type { Environment } from './variables.ts';

const SECRET = 'kV9tq0Zr3mW7cYb1LpXs5NfH8dGjAeUo';
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
    if (error instanceof OperatorError) return error.lines;
    throw error;
  }
}

test('a shared folder needs a database and a secret of its own, which the other servers have as well', () => {
  expect(() => loadConfig({ RISE_SHARED: '/srv/shared' }, '/project')).toThrow(
    /DATABASE_URL is missing, and RISE_SHARED is set[^]*SESSION_SECRET is missing, and RISE_SHARED is set/,
  );
  expect(loadConfig({}, '/project').sharedDirectory).toBeNull();
});

test('folders of knowledge are for all tenants or for one, by their last names', () => {
  const text = 'docs/handbook, alder = /srv/alder/policies/,birch=/srv/birch/policies';
  expect(loadConfig({ KNOWLEDGE_FOLDERS: text }, '/project').knowledgeFolders).toEqual([
    { name: 'handbook', tenant: null, path: '/project/docs/handbook' },
    { name: 'policies', tenant: 'alder', path: '/srv/alder/policies' },
    { name: 'policies', tenant: 'birch', path: '/srv/birch/policies' },
  ]);
  expect(loadConfig({}, '/project').knowledgeFolders).toEqual([]);
  expect(problems({ KNOWLEDGE_FOLDERS: '/a/docs,birch=/b/Docs' })).toEqual([
    'KNOWLEDGE_FOLDERS names two folders ‘Docs’ for a tenant; give folders different last names'.replaceAll(
      /[‘’]/g,
      "'",
    ),
  ]);
  for (const wrong of ['Not a slug=/srv/x', '/', '=/srv/x'])
    expect(problems({ KNOWLEDGE_FOLDERS: wrong })).toEqual([
      expect.stringContaining(`KNOWLEDGE_FOLDERS names '${wrong}'`),
    ]);
});

test('defaults to loopback, the project’s .data folder and everything embedded', () => {
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
      demoUrl: null,
      chat: true,
      analyticsKey: null,
      helpUrl: null,
    },
    outgoingMb: 256,
    contactPerHour: 5,
    assistant: true,
    mcp: true,
    questionsPerMinute: 20,
    smtpUrl: null,
    contactEmail: null,
    llm: null,
  });
  expect(config.publicUrl.href).toBe('http://127.0.0.1:8080/');
});

test('an installation configures its portal’s appearance and features', () => {
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
    demoUrl: null,
    chat: false,
    analyticsKey: 'GTM-ABC1234',
    helpUrl: 'https://help.example.org/rise',
  });
  expect(loadConfig(PRODUCTION, '/project').portal).toMatchObject({ settingsDrawer: false, demoSuite: false });
  const shown = loadConfig({ ...PRODUCTION, SETTINGS_DRAWER: 'on', DEMO_SUITE: 'on' }, '/project').portal;
  expect(shown).toMatchObject({ settingsDrawer: true, demoSuite: true });
});

test('a blank value counts as absent, and a relative data directory is resolved against the project', () => {
  expect(loadConfig({ PORT: ' ', RISE_DATA: 'state' }, '/project')).toMatchObject({
    port: 8080,
    dataDirectory: '/project/state',
  });
});

test('when listening on all addresses, the default public address is one that browsers can open', () => {
  const environment = { HOST: '0.0.0.0', PORT: '81', DEVELOPMENT_SIGN_IN: 'network' };
  expect(loadConfig(environment, '/project').publicUrl.href).toBe('http://127.0.0.1:81/');
});

test.each<[string, Environment]>([
  ['all addresses', { HOST: '0.0.0.0' }],
  ['all addresses of IPv6', { HOST: '::' }],
  ['an address of the network', { HOST: '192.168.1.20' }],
  ['a name other than localhost', { HOST: 'workstation' }],
  ['a public address behind a proxy', { PUBLIC_URL: 'https://rise.example.org' }],
])('the development sign-in is not offered on %s unless it is allowed by name', (_name, environment) => {
  const [name] = Object.keys(environment);
  expect(problems(environment)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${name} .*every account of the embedded identity provider.*; set OIDC_ISSUER .* or DEVELOPMENT_SIGN_IN=network`,
      ),
    ),
  ]);
  expect(problems({ ...environment, DEVELOPMENT_SIGN_IN: 'network' })).toEqual([]);
  const provider = { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'rise' };
  expect(problems({ ...environment, ...provider })).toEqual([]);
});

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('the development sign-in is offered on %s', (HOST) => {
  expect(problems({ HOST })).toEqual([]);
});

test.each<[string, Environment, RegExp]>([
  [
    'a layout without a way back',
    { DEFAULT_LAYOUT: 'empty' },
    /^DEFAULT_LAYOUT is 'empty'; set one of centered, .*thin/,
  ],
  ['an analytics key with markup', { ANALYTICS_KEY: '"><script>' }, /^ANALYTICS_KEY is .* such as GTM-ABC1234/],
  ['an invalid help address', { HELP_URL: 'javascript:alert(1)' }, /^HELP_URL is not an address of the right kind/],
  ['several addresses', { CONTACT_EMAIL: 'a@b.example, c@d.example' }, /^CONTACT_EMAIL is .*; write one plain address/],
  ['a port that is not a number', { PORT: 'abc' }, /^PORT is 'abc'; set a whole number from 1 to 65535/],
  ['a port out of range', { PORT: '70000' }, /^PORT is '70000'; set/],
  ['a host with a scheme', { HOST: 'http://x' }, /^HOST is 'http:\/\/x'; set .* without scheme/],
  [
    'a public address with a path',
    { PUBLIC_URL: 'https://a.example/rise' },
    /^PUBLIC_URL has more .*; write https:\/\/a\.example$/,
  ],
  [
    'a database other than PostgreSQL',
    { DATABASE_URL: 'mysql://a/b' },
    /^DATABASE_URL is not .*; write it as postgresql:/,
  ],
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
    'a role map to an unknown role',
    { OIDC_ROLE_MAP: 'Boss=king' },
    /^OIDC_ROLE_MAP maps 'Boss' to 'king'; map it to one of tenant\.user/,
  ],
  ['an invalid role map', { OIDC_ROLE_MAP: '{"a":' }, /^OIDC_ROLE_MAP cannot be read; write it as/],
  ['an invalid proxy address', { TRUST_PROXY: 'yes' }, /^TRUST_PROXY is 'yes'; set true, false/],
  [
    'a DNS server by its name',
    { DNS_SERVERS: '10.0.0.53, dns.example' },
    /^DNS_SERVERS is '10\.0\.0\.53,dns\.example'; write addresses/,
  ],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL is 'loud'; set one of silent/],
  [
    'a limit that is too small',
    { WAREHOUSE_MEMORY_MB: '1' },
    /^WAREHOUSE_MEMORY_MB is '1'; set a whole number from 64/,
  ],
  ['mail by http', { SMTP_URL: 'http://a' }, /^SMTP_URL is not .*; write it as smtp:/],
  ['a language model without its name', { LLM_BASE_URL: 'https://a/v1' }, /^LLM_MODEL is missing/],
  ['an unknown mode', { NODE_ENV: 'prod' }, /^NODE_ENV is 'prod'; set one of development, test, production/],
])('reports %s and what to write instead', (_name, environment, expected) => {
  expect(problems(environment)).toEqual([expect.stringMatching(expected)]);
});

test('the demo may have an origin of its own, and is then offered in production too', () => {
  const portal = (environment: Environment) => loadConfig({ ...PRODUCTION, ...environment }, '/project').portal;
  const { demoSuite, demoUrl } = portal({ DEMO_URL: 'https://demo.example.org/rise' });
  expect([demoSuite, demoUrl?.href]).toEqual([true, 'https://demo.example.org/rise/']);
  expect(portal({ DEMO_URL: 'https://demo.example.org', DEMO_SUITE: 'off' }).demoSuite).toBe(false);
});

test.each<[string, string, RegExp]>([
  [
    'the portal’s own host',
    'https://portal.example.org:8443/',
    /^DEMO_URL is on the portal's own host; .*another host/,
  ],
  ['plain http', 'http://demo.example.org', /^DEMO_URL is plain http; write https:\/\/demo\.example\.org/],
  ['a script', 'javascript:alert(1)', /^DEMO_URL is not an address of the right kind/],
  ['a query', 'https://demo.example.org/?a=b', /^DEMO_URL has more than scheme, host, port and path/],
])('the demo’s address cannot be %s', (_name, DEMO_URL, expected) => {
  expect(problems({ ...PRODUCTION, DEMO_URL })).toEqual([expect.stringMatching(expected)]);
});

test('reads DNS servers with and without ports', () => {
  expect(loadConfig({ DNS_SERVERS: '10.0.0.53:5353, [2001:db8::53]:53 ::1' }, '/').dnsServers).toEqual([
    '10.0.0.53:5353',
    '[2001:db8::53]:53',
    '::1',
  ]);
});

test('reports all issues at once', () => {
  expect(problems({ PORT: 'x', LOG_LEVEL: 'x', TRUST_PROXY: 'x' })).toHaveLength(3);
});

test('does not repeat a value that may contain a password', () => {
  expect(problems({ DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2');
});

test('production starts when everything it needs is set', () => {
  expect(problems(PRODUCTION)).toEqual([]);
});

test.each<[string, Environment, RegExp]>([
  ['several addresses', { CONTACT_EMAIL: 'a@b.example, c@d.example' }, /^CONTACT_EMAIL is .*; write one plain address/],
  ['no secret', { SESSION_SECRET: undefined }, /^SESSION_SECRET is missing/],
  ['a short secret', { SESSION_SECRET: 'x'.repeat(31) }, /^SESSION_SECRET has 31 characters/],
  [
    'one character repeated',
    { SESSION_SECRET: 'x'.repeat(32) },
    /^SESSION_SECRET repeats itself; set at least 32 random/,
  ],
  [
    'a placeholder',
    { SESSION_SECRET: 'change-me-change-this-to-a-secret' },
    /^SESSION_SECRET is a placeholder; set at least 32 random/,
  ],
  [
    'a sequence',
    { SESSION_SECRET: 'abcdefghijklmnopqrstuvwxyz012345' },
    /^SESSION_SECRET is a sequence; set at least 32 random/,
  ],
  [
    'no identity provider',
    { OIDC_ISSUER: undefined, OIDC_CLIENT_ID: undefined, OIDC_CLIENT_SECRET: undefined },
    /^OIDC_ISSUER is missing, and production refuses the embedded/,
  ],
  ['plain http', { PUBLIC_URL: 'http://portal.example.org' }, /^PUBLIC_URL is plain http; write https:/],
])('production rejects %s', (_name, change, expected) => {
  expect(problems({ ...PRODUCTION, ...change })).toEqual([expect.stringMatching(expected)]);
});

test('production accepts plain http on loopback, behind a proxy on the same machine', () => {
  expect(problems({ ...PRODUCTION, PUBLIC_URL: 'http://127.0.0.1:8080' })).toEqual([]);
});

test.each([
  ['JSON', '{"Portal Admins":"tenant.admin","a=b":"tenant.user"}'],
  ['pairs', 'Portal Admins=tenant.admin, a=b=tenant.user'],
])('the role map is read from %s and contains only configured values', (_name, text) => {
  const { roleMap } = loadConfig({ ...PRODUCTION, OIDC_ROLE_MAP: text }, '/project').oidc!;
  expect({ ...roleMap }).toEqual({ 'Portal Admins': 'tenant.admin', 'a=b': 'tenant.user' });
  expect(roleMap.constructor).toBeUndefined();
});

test('without a role map, the provider’s values are our roles', () => {
  expect(loadConfig(PRODUCTION, '/project').oidc!.roleMap['global.admin']).toBe('global.admin');
});

test('requests may name the public URL’s host, and any while it is unknown and other machines may connect', () => {
  const hostsOf = (environment: Environment) => loadConfig(environment, '/project').hosts;
  expect(hostsOf({})).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(hostsOf({ HOST: '::1' })).toEqual(['[::1]', '::1']);
  expect(hostsOf(PRODUCTION)).toEqual(['portal.example.org', '127.0.0.1']);
  expect(hostsOf({ ...PRODUCTION, HOST: '0.0.0.0' })).toEqual(['portal.example.org', '0.0.0.0']);
  const network = { DEVELOPMENT_SIGN_IN: 'network' };
  expect(hostsOf({ ...network, HOST: '0.0.0.0' })).toBeNull();
  expect(hostsOf({ ...network, HOST: '192.168.1.5' })).toBeNull();
});

test('where the audit trail is shipped to', () => {
  const { auditShipping } = loadConfig(
    { AUDIT_SYSLOG_URL: 'tls://siem.example.org', AUDIT_HTTP_URL: 'https://siem.example.org/rise', AUDIT_HTTP_TOKEN: 't', AUDIT_SHIPPING_CA: 'ca.pem' }, // prettier-ignore
    '/rise',
  );
  expect(auditShipping).toMatchObject({ http: { token: 't' }, authorityFile: '/rise/ca.pem' });
  expect(auditShipping.syslog?.host).toBe('siem.example.org');
  expect(() => loadConfig({ AUDIT_SYSLOG_URL: 'tcp://siem.example.org' }, '/')).toThrow('tls://siem.example.org:6514');
});
