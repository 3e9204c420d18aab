import type { LookupFunction } from 'node:net';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerDriver } from './create-server-driver.ts';
import { HOST_REFUSED } from './connection-issue.ts';
import type { ServerSettings } from './server-settings.ts';

const SECRET = 'inside-service-secret';
let inside: Server;
let port: number;
let paths: string[] = [];
let connections = 0;
let answer: { status: number; location?: string } = { status: 400 };
beforeAll(async () => {
  inside = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(answer.status, answer.location ? { location: answer.location } : {}).end(SECRET);
  }).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => void inside.close());

const judgedHosts: string[] = [];
const refusing: LookupFunction = (host, _options, done) => {
  judgedHosts.push(host);
  done(Object.assign(new Error('refused'), { code: HOST_REFUSED }), '', 0);
};

const common = { user: 'u', tls: null, connections: 2, deadlineMs: 10_000, tenantColumn: null, schema: 's' };
const settingsOf = (engine: string, host: string) =>
  ({
    ...common,
    engine,
    host,
    port,
    database: 'd',
    catalog: 'c',
    account: 'a',
    warehouse: 'w',
    role: null,
    password: 'p',
    token: null,
    privateKey: null,
    passphrase: null,
  }) as unknown as ServerSettings;

const examine = async (engine: string, host: string, lookup?: LookupFunction) => {
  const driver = createServerDriver(settingsOf(engine, host), { deadlineMs: 10_000, lookup });
  try {
    return await driver.examine();
  } finally {
    await driver.close();
  }
};

const ENGINES = ['postgres', 'clickhouse', 'trino', 'snowflake'];
const HOSTS = ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0', '::1', '::ffff:127.0.0.1'];

test.each(ENGINES.flatMap((engine) => HOSTS.map((host) => [engine, host] as const)))(
  '%s has %s judged at the socket, and connects to nothing that is refused',
  async (engine, host) => {
    connections = 0;
    judgedHosts.length = 0;
    expect(await examine(engine, host, refusing)).toMatchObject(
      [{ field: 'host', message: /WAREHOUSE_HOSTS/ }].map(({ field, message }) => ({
        field,
        message: expect.stringMatching(message),
      })),
    );
    expect(judgedHosts.length).toBeGreaterThan(0);
    expect(connections).toBe(0);
  },
);

test.each(ENGINES)('%s repeats nothing of an answer that is not the engine’s', async (engine) => {
  answer = { status: 400 };
  connections = 0;
  const issues = await examine(engine, '127.0.0.1');
  expect(connections).toBeGreaterThan(0);
  expect(issues).toHaveLength(1);
  expect(JSON.stringify(issues)).not.toContain(SECRET);
});

test.each(['clickhouse', 'trino', 'snowflake'])('%s follows no redirect', async (engine) => {
  answer = { status: 302, location: `http://127.0.0.1:${port}/elsewhere` };
  paths = [];
  expect(await examine(engine, '127.0.0.1')).toHaveLength(1);
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.some((path) => path.startsWith('/elsewhere'))).toBe(false);
});
