import { BODY_BYTES, routes, type Route, type RouteKey } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
let cookie: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const tenants = [portal.tenants.alder];
  ({ cookie } = await portal.signIn({ email: 'admin@alder.example', roles: ['tenant.admin'], tenants }));
});
afterAll(() => portal?.close());

/** A body of just so many bytes. */
const bodyOf = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

const entries = Object.entries(routes) as [RouteKey, Route][];

test.each(entries.filter(([, { input }]) => input.body))('%s refuses a body above its limit', async (key, route) => {
  const limit = route.bodyBytes ?? BODY_BYTES;
  const refused = await portal.fetch(key, { cookie, body: bodyOf(limit + 1) });
  expect(refused.status).toBe(413);
  expect(await refused.json()).toMatchObject({
    error: { code: 'PAYLOAD_TOO_LARGE', message: `The request is too large. Send at most ${limit / 1024} KB.` },
  });
  expect((await portal.fetch(key, { cookie, body: bodyOf(limit) })).status).not.toBe(413);
});

test('only routes that take documents accept more than the default', () => {
  const larger = entries.filter(([, { bodyBytes }]) => bodyBytes !== undefined).map(([key]) => key);
  expect(larger.toSorted()).toEqual([
    'PATCH /api/v1/configuration/type',
    'PATCH /api/v1/imports/:id',
    'PATCH /api/v1/mapping',
    'POST /api/v1/configuration/impact',
    'POST /api/v1/configuration/proposals',
    'POST /api/v1/configuration/type',
    'POST /api/v1/copies',
    'POST /api/v1/copy-sources',
    'POST /api/v1/copy-sources/test',
    'POST /api/v1/global/tenants',
    'POST /api/v1/imports/:id/tables/:table/preview',
    'POST /api/v1/knowledge',
    'POST /api/v1/mapping/file',
    'POST /api/v1/model/check',
    'POST /api/v1/model/draft/check',
    'POST /api/v1/model/draft/impact',
    'POST /api/v1/model/draft/joins',
    'POST /api/v1/model/draft/query',
    'POST /api/v1/model/draft/tests',
    'POST /api/v1/model/exchange/read',
    'POST /api/v1/model/exchange/write',
    'POST /api/v1/openai/confluence/chat',
    'POST /api/v1/provisioning/roles',
    'POST /api/v1/provisioning/roles/preview',
    'POST /api/v1/question-evaluation/questions',
    'POST /api/v1/questions',
    'POST /api/v1/reports/:id/draft/changes',
    'POST /api/v1/reports/:id/draft/run',
    'POST /api/v1/reports/:id/pictures',
    'POST /api/v1/source/test',
    'PUT /api/v1/account/picture',
    'PUT /api/v1/branding/logo',
    'PUT /api/v1/configuration/draft',
    'PUT /api/v1/copies/:id',
    'PUT /api/v1/copy-sources/:id',
    'PUT /api/v1/global/tenants/:id/logo',
    'PUT /api/v1/global/tenants/:id/warehouse',
    'PUT /api/v1/global/warehouse',
    'PUT /api/v1/mapping',
    'PUT /api/v1/model',
    'PUT /api/v1/model/draft',
    'PUT /api/v1/openai/conversations/:id/messages/:number/query',
    'PUT /api/v1/question-evaluation/questions/:id',
    'PUT /api/v1/source',
  ]);
});
