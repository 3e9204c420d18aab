import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  // Long enough for a busy machine to start with.
  portal = await startTestPortal({ database: { connectMs: 10_000, statementMs: 10_000, graceMs: 500 } });
  const { alder } = portal.tenants;
  ({ cookie } = await portal.signIn({ email: 'a@stall.example', roles: ['tenant.user'], tenants: [alder] }));
});
afterAll(() => portal?.close());

const statusOf = async (path: string) => (await fetch(`${portal.url}${path}`)).status;

it('while the database stands still requests fail as unavailable, readiness says so, and both recover', async () => {
  const body = { dataset: 'call_report', dimensions: ['state'], measures: ['total_assets'] };
  const send = () => [
    portal.fetch('GET /api/v1/session', { cookie }),
    portal.fetch('GET /api/v1/reports', { cookie }),
    portal.fetch('POST /api/v1/query', { cookie, body }),
  ];
  expect((await Promise.all(send())).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await statusOf('/readyz')).toBe(200);
  portal.proxy!.stall();
  let isOver = false;
  const waiting = Promise.all([...send(), ...send(), ...send()]).finally(() => (isOver = true));
  expect(await statusOf('/readyz')).toBe(503);
  // In time: before those who wait for the database have given up.
  expect(isOver).toBe(false);
  expect(await statusOf('/healthz')).toBe(200);
  for (const answer of await waiting) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await answer.json()).toMatchObject({ error: { code: 'SERVICE_UNAVAILABLE' } });
  }
  portal.proxy!.resume();
  await expect.poll(() => statusOf('/readyz')).toBe(200);
  expect((await portal.fetch('GET /api/v1/session', { cookie })).status).toBe(200);
});
