import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from './config.ts';
import { ROOT } from './paths.ts';

const read = (name: string) => readFileSync(join(ROOT, 'docker', name), 'utf8');

/** What a person fills in, by name; an entry of `docker/example.env` each. */
const FILLED: Record<string, string> = {
  DATABASE_ADMIN_PASSWORD: 'a1',
  DATABASE_OWNER_PASSWORD: 'b2',
  DATABASE_APPLICATION_PASSWORD: 'c3',
  SESSION_SECRET: 'kV9tq0Zr3mW7cYb1LpXs5NfH8dGjAeUo',
  PUBLIC_URL: 'https://rise.example.org',
  OIDC_ISSUER: 'https://login.example.org/realm',
  OIDC_CLIENT_ID: 'rise',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_ROLES_CLAIM: 'roles',
  OIDC_ROLE_MAP: '',
  OIDC_TENANTS_CLAIM: 'tenants',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a',
  OTEL_SERVICE_NAME: 'rise',
  OTEL_TRACES_SAMPLER: '',
  OTEL_TRACES_SAMPLER_ARG: '',
};
const filled = (text: string) => text.replaceAll(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, name: string) => FILLED[name]!);

/** Environment variables that the image sets. */
const imageVariables = () =>
  Object.fromEntries([.../^ENV (.*)$/m.exec(read('Dockerfile'))![1]!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value])) as Record<string, string>; // prettier-ignore

test('the servers of the compose file start with what it gives them, and no more has to be filled in', () => {
  const text = read('compose.yaml');
  const { services } = parse(filled(text)) as { services: { rise: { environment: Record<string, string> } } };
  const config = loadConfig({ ...imageVariables(), ...services.rise.environment }, '/rise');
  expect(config).toMatchObject({
    environment: 'production',
    host: '0.0.0.0',
    port: 8080,
    dataDirectory: '/data',
    sharedDirectory: '/shared',
    trustProxy: '172.29.0.0/24',
    tracing: { headers: { 'api-key': 'a' }, serviceName: 'rise', sampler: { name: 'parentbased_always_on' } },
    database: { ownerUrl: 'postgresql://rise_owner:b2@database:5432/rise' },
  });
  const named = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const offered = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
  expect([...new Set(named)].toSorted()).toEqual(offered.toSorted());
});

test('the image copies what is there', () => {
  const sources = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
    names!.split(' '),
  );
  expect(sources).toContain('server/migrations');
  expect(sources.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
});
