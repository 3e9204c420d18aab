import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteKey } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/**
 * A service of this machine, which no tenant's connection may reach or quote, under every spelling of its address.
 */
const CANARY = 'only for the inside';
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '127.0.0.1.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'LOCALHOST.',
];

let inside: Server;
let port: number;
let reached = 0;
beforeAll(async () => {
  inside = createServer((_request, response) => {
    reached += 1;
    response.setHeader('x-clickhouse-exception-code', '62').writeHead(500).end(`Code: 62. DB::Exception: ${CANARY}`);
  }).listen(0, '127.0.0.1');
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

const common = () => ({ port, user: 'u', tls: 'off', schema: 's', tenant: 'none' });
const ENGINES: Record<string, (host: string) => object> = {
  clickhouse: (host) => ({ engine: 'clickhouse', host, password: 'p', ...common() }),
  trino: (host) => ({ engine: 'trino', host, catalog: 'c', ...common() }),
  postgres: (host) => ({ engine: 'postgres', host, password: 'p', database: 'd', ...common() }),
  snowflake: (host) => ({ engine: 'snowflake', host, account: 'a', password: 'p', database: 'd', warehouse: 'w', ...common() }), // prettier-ignore
};

async function connect(portal: TestPortal, settings: object): Promise<{ status: number; text: string }> {
  const { cookie } = await portal.signIn({ email: 'root@rise.example', roles: ['global.admin'] });
  const key: RouteKey = 'PUT /api/v1/global/tenants/:id/warehouse';
  const response = await portal.fetch(key, { id: portal.tenants.birch, cookie, body: settings });
  return { status: response.status, text: await response.text() };
}

describe.each([
  ['without a list of hosts', []],
  ['with a list of other hosts', ['dw.example.org', '10.0.0.0/8']],
])('%s', (_, warehouseHosts) => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({ warehouseHosts });
  });
  afterAll(() => portal?.close());

  test.each(Object.keys(ENGINES))('%s cannot be connected to this machine under any spelling', async (engine) => {
    for (const host of LOOPBACK) {
      const { status, text } = await connect(portal, ENGINES[engine]!(host));
      expect(status, `${engine} ${host}: ${text}`).toBe(400);
      expect(text).toMatch(/WAREHOUSE_HOSTS|Enter a host name/);
      expect(text).not.toContain(CANARY);
    }
    expect(reached).toBe(0);
  });
});

test('an allowed host that is another service is reached, and not quoted', async () => {
  const portal = await startTestPortal({ warehouseHosts: ['127.0.0.1'] });
  for (const engine of Object.keys(ENGINES)) {
    const { status, text } = await connect(portal, ENGINES[engine]!('127.0.0.1'));
    expect(status, `${engine}: ${text}`).toBe(400);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain('DB::Exception');
  }
  expect(reached).toBeGreaterThan(0);
  await portal.close();
});
