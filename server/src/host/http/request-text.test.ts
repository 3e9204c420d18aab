import { routes, type Route, type RouteKey } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ({ cookie } = await portal.signIn({ email: 'admin@alder.example', roles: ['tenant.admin'], tenants }));
});
afterAll(() => portal?.close());

async function refusal(response: Response): Promise<unknown> {
  if (response.body === null) return { status: response.status };
  const { error } = (await response.json()) as { error: { code: string; details?: unknown } };
  return { status: response.status, code: error.code, details: error.details };
}

/** A response to HEAD says no more than its status. */
const bodiless = (key: RouteKey) => key.startsWith('HEAD');

const refusedAt = (field: string, message: RegExp) => ({
  status: 400,
  code: 'VALIDATION_FAILED',
  details: [{ field, message: expect.stringMatching(message) as string }],
});

const entries = Object.entries(routes) as [RouteKey, Route][];

describe('text that no database stores is refused before any handler, with its place', () => {
  test.each(entries.filter(([, { input }]) => input.body))('in the body of %s', async (key) => {
    const send = async (body: unknown) => refusal(await portal.fetch(key, { cookie, body }));
    expect(await send({ a: [{ b: 'x\0' }] })).toEqual(refusedAt('a.0.b', /^Remove the NUL character/));
    expect(await send({ 'k\0': 1 })).toEqual(refusedAt('k\\u0000', /^In the name of this field: Remove the NUL/));
    expect(await send({ sql: '\ud800' })).toEqual(refusedAt('sql', /^Remove the incomplete character/));
  });

  test.each(entries.filter(([, { stream }]) => stream !== 'sse'))('in the query of %s', async (key) => {
    expect(await refusal(await portal.fetch(key, { cookie, search: '?type=a%00' }))).toEqual(
      bodiless(key) ? { status: 400 } : refusedAt('type', /^Remove the NUL character/),
    );
  });

  test.each(entries.filter(([key]) => key.includes(':id')))('in the path of %s', async (key) => {
    expect(await refusal(await portal.fetch(key, { cookie, id: 'a%00' }))).toEqual(
      bodiless(key) ? { status: 400 } : refusedAt('id', /^Remove the NUL character/),
    );
  });
});

test.each([100, 1500, 7000])('a body nested %i levels deep is refused', async (levels) => {
  const body = `{"dataset":"call_report","filter":${'{"not":'.repeat(levels)}1${'}'.repeat(levels)}}`;
  const response = await fetch(`${portal.url}/api/v1/query`, {
    method: 'POST',
    headers: { cookie, 'x-rise-request': '1', 'content-type': 'application/json' },
    body: `${body.slice(0, -1)},"measures":["total_assets"]}`,
  });
  expect(await refusal(response)).toMatchObject({ status: 400, details: [{ message: 'Nest at most 64 levels.' }] });
});

test('the texts of a model’s document may not contain what escapes write', async () => {
  for (const escape of ['\\0', '\\ud800']) {
    const document = `name: lending\ntitle: { en: "a${escape}" }\ndescription: { en: Loans }\ndatasets: []\n`;
    const response = await portal.fetch('PUT /api/v1/model', { cookie, body: { document } });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('Remove the');
  }
});
