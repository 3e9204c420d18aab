import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from './config.ts';
import { ROOT } from './paths.ts';

const read = (name: string) => readFileSync(join(ROOT, 'docker', name), 'utf8');

/** What a person has to fill in. */
const REQUIRED: Readonly<Record<string, string>> = {
  DATABASE_ADMIN_PASSWORD: 'a1',
  DATABASE_OWNER_PASSWORD: 'b2',
  DATABASE_APPLICATION_PASSWORD: 'c3',
  SESSION_SECRET: 'kV9tq0Zr3mW7cYb1LpXs5NfH8dGjAeUo',
  PUBLIC_URL: 'https://rise.example.org',
  OIDC_ISSUER: 'https://login.example.org/realm',
  OIDC_CLIENT_ID: 'rise',
  OIDC_CLIENT_SECRET: 'secret',
};

/** What a person may fill in besides. */
const CHOSEN: Readonly<Record<string, string>> = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a',
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
  CONTACT_EMAIL: 'support@example.org',
  DRAIN_SECONDS: '20',
  AUDIT_RETENTION_DAYS: '3000',
  AUDIT_SYSLOG_URL: 'tls://siem.example.org:6514',
  AUDIT_HTTP_URL: 'https://siem.example.org/rise',
  AUDIT_HTTP_TOKEN: 't',
  WAREHOUSE_HOSTS: '10.1.0.0/16',
  WEBHOOK_HOSTS: '*.example.org',
  CONFLUENCE_HOSTS: 'wiki.example.org',
  IDENTITY_PROVIDER_HOSTS: 'login.example.org',
  LLM_BASE_URL: 'https://models.example.org/v1',
  LLM_MODEL: 'm',
};

/** Settled by the image and the compose file, or only for trying Rise out. */
const NOT_FILLED_IN: ReadonlySet<string> = new Set([
  'NODE_ENV',
  'HOST',
  'PORT',
  'RISE_DATA',
  'RISE_SHARED',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'TRUST_PROXY',
  'DEVELOPMENT_SIGN_IN',
]);

/** As Compose does: `:-` has a default where a variable is unset or empty, `:?` refuses that. */
function interpolate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind?: string, fallback = '') => {
    const value = values[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name} is not filled in`);
    return value === '' ? fallback : value;
  });
}

/** The environment of a server of the compose file. */
function serverEnvironment(values: Readonly<Record<string, string>>): Record<string, string> {
  const { services } = parse(read('compose.yaml')) as { services: { rise: { environment: Record<string, string> } } };
  const { environment } = services.rise;
  return Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, interpolate(text, values)]));
}

/** Environment variables that the image sets. */
const imageVariables = () =>
  Object.fromEntries([.../^ENV (.*)$/m.exec(read('Dockerfile'))![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])) as Record<string, string>; // prettier-ignore

/** Names of the variables that the configuration reads, with a setting that makes it read all of them. */
function readVariables(): string[] {
  const names = new Set<string>();
  const environment = new Proxy<Record<string, string>>(
    { ...serverEnvironment(REQUIRED), ...CHOSEN },
    {
      get(values, name: string) {
        names.add(name);
        return values[name];
      },
    },
  );
  loadConfig(environment, '/rise');
  return [...names];
}

test('the servers of the compose file start with what has to be filled in, and have the defaults for all else', () => {
  const config = loadConfig({ ...imageVariables(), ...serverEnvironment(REQUIRED) }, '/rise');
  expect(config).toMatchObject({
    environment: 'production',
    host: '0.0.0.0',
    port: 8080,
    dataDirectory: '/data',
    sharedDirectory: '/shared',
    trustProxy: '172.29.0.0/24',
    database: { ownerUrl: 'postgresql://rise_owner:b2@database:5432/rise' },
  });
  const bare = Object.entries(serverEnvironment(REQUIRED)).filter(([, value]) => value !== '');
  expect(config).toEqual(loadConfig({ ...imageVariables(), ...Object.fromEntries(bare) }, '/rise'));
});

test('they get what a person chooses', () => {
  const config = loadConfig({ ...imageVariables(), ...serverEnvironment({ ...REQUIRED, ...CHOSEN }) }, '/rise');
  expect(config).toMatchObject({
    tracing: { headers: { 'api-key': 'a' }, serviceName: 'rise', sampler: { name: 'parentbased_always_on' } },
    contactEmail: 'support@example.org',
    drainSeconds: 20,
    auditRetentionDays: 3000,
    auditShipping: { http: { token: 't' } },
    warehouse: { hosts: ['10.1.0.0/16'] },
    webhookHosts: ['*.example.org'],
    confluenceHosts: ['wiki.example.org'],
    providerHosts: ['login.example.org'],
    llm: { model: 'm' },
  });
  expect(config.smtpUrl?.hostname).toBe('mail.example.org');
  expect(config.auditShipping.syslog?.hostname).toBe('siem.example.org');
});

test('each variable of the configuration can be filled in, and the example has a line for it', () => {
  const text = read('compose.yaml');
  const passed = [...text.matchAll(/^ +(\w+): \$\{\1\b/gm)].map(([, name]) => name!);
  expect(passed.toSorted()).toEqual(
    readVariables()
      .filter((name) => !NOT_FILLED_IN.has(name))
      .toSorted(),
  );
  const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const offered = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  expect(offered.toSorted()).toEqual([...new Set(named)].toSorted());
  // Required ones stop the containers at once where they are not filled in.
  for (const name of Object.keys(REQUIRED))
    expect(() => interpolate(text, { ...REQUIRED, [name]: '' }), name).toThrow(name);
});

test('the example is valid once the required ones are filled in', () => {
  const lines = [...read('example.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!] as const);
  const environment = serverEnvironment({ ...Object.fromEntries(lines), ...REQUIRED });
  expect(loadConfig({ ...imageVariables(), ...environment }, '/rise')).toEqual(
    loadConfig({ ...imageVariables(), ...serverEnvironment(REQUIRED) }, '/rise'),
  );
});

test('the image copies what is there', () => {
  const sources = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  expect(sources).toContain('server/migrations');
  expect(sources.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});
