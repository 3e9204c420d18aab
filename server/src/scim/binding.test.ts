import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_IDENTITIES, DEMO_PASSWORD } from '../identity/identities.ts';
import { createBrowser } from '../testing/browser.ts';
import { startSignInSite, type SignInSite } from '../testing/sign-in-site.ts';

/** Someone whom the provider knows, and to whom it gives neither a role nor a tenant. */
const NEWCOMER = { ...DEMO_IDENTITIES[3]!, subject: 'newcomer', email: 'new.comer@cedar.example', roles: [], tenants: [], groups: [], branches: [] }; // prettier-ignore

let site: SignInSite;
beforeAll(async () => {
  site = await startSignInSite({ identities: [...DEMO_IDENTITIES, NEWCOMER] });
});
afterAll(() => site?.close());

/** The tenant and roles of the newcomer, who signs in, or why they cannot. */
async function signIn() {
  const browser = createBrowser();
  const visit = await browser.submit(await browser.go(new URL('/login', site.url)), {
    email: NEWCOMER.email,
    password: DEMO_PASSWORD,
  });
  if (visit.url.pathname === '/login-failed') return visit.url.searchParams.get('reason');
  const response = await browser.request(new URL('/api/v1/session', site.url));
  const { tenant, roles } = (await response.json()) as { tenant: { slug: string } | null; roles: string[] };
  return [tenant?.slug ?? null, ...roles];
}
const provision = (userName: string, externalId: string) =>
  site.sql(
    `INSERT INTO scim_user (tenant_id, user_name, external_id, document) VALUES ($1, $2, $3, '{"core": {}, "enterprise": {}}')`,
    [site.tenants.alder, userName, externalId],
  );

test('a provisioned person enters by their first sign-in, by its subject, and not by its address', async () => {
  expect(await signIn()).toBe('no-role');
  await provision(NEWCOMER.email, NEWCOMER.email);
  expect(await signIn()).toBe('no-role');
  await provision('new.comer', NEWCOMER.subject);
  expect(await signIn()).toEqual(['alder', 'tenant.user']);
  expect(await site.sql(`SELECT tenant_id, details FROM audit_record WHERE action = 'provisioning.bind'`)).toEqual([
    { tenant_id: site.tenants.alder, details: { name: 'new.comer' } },
  ]);
  await site.sql(`UPDATE tenant_user SET sources = '{}', scim_roles = '{}', disabled_at = now(), scim_disabled = true`);
  expect(await signIn()).toBe('no-role');
});
