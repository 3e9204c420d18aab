import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { findTargets } from './target-names.service.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

test('a tenant’s ids have names in its own trail and above the tenants, and in no other tenant’s', async () => {
  const { alder, birch } = portal.tenants;
  const { accountId, cookie } = await portal.signIn({ email: 'ada@alder.example', firstName: 'Ada', roles: ['tenant.admin'], tenants: [alder] }); // prettier-ignore
  const added = await portal.fetch('POST /api/v1/domains', { cookie, body: { domain: 'alder.example' } });
  const { domains } = (await added.json()) as { domains: { id: string }[] };
  const ids = [accountId, alder, domains[0]!.id];
  const namesIn = async (tenant: string | null) => {
    const found = await findTargets(portal.database, tenant, ids, 'en');
    return ids.map((id) => found.get(id)?.name ?? null);
  };
  expect(await namesIn(alder)).toEqual(['Ada Person', expect.any(String), 'alder.example']);
  expect(await namesIn(birch)).toEqual([null, null, null]);
  expect(await namesIn(null)).toEqual(['Ada Person', expect.any(String), null]);
});
