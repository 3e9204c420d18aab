import { createServer } from 'node:http';
import type { ProviderSettings } from '@rise/contract';
import { createEmbeddedProvider } from '../identity/embedded-provider.ts';
import type { Identity } from '../identity/identities.ts';
import { IdentityProviderService } from '../identity-providers/identity-providers.service.ts';
import { permissionsOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import type { Browser, Visit } from './browser.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './program.ts';
import { CLIENT, type SignInSite } from './sign-in-site.ts';

/** How a tenant's provider is set up in tests: people by `sub`, roles by the claim `groups`. */
export const providerSettings = (issuer: string): ProviderSettings => ({
  label: 'Alder Login',
  issuer,
  clientId: CLIENT.id,
  scopes: ['openid', 'email', 'profile'],
  subjectClaim: 'sub',
  rolesClaim: 'groups',
  roleMap: [
    { value: 'rise-admins', role: 'tenant.admin' },
    { value: 'rise-users', role: 'tenant.user' },
  ],
  defaultRole: null,
  groupsClaim: 'groups',
});

/** The administration of tenants' providers over a site. */
export function administerProviders(site: SignInSite): IdentityProviderService {
  const { database, providerReach, url: publicUrl } = site;
  return new IdentityProviderService({ database, providerReach, publicUrl, sharedIssuer: new URL('/idp', site.url) });
}

export const administratorOf = (tenantId: string, accountId: string): TenantActor => ({
  ...systemIn(tenantId),
  kind: 'tenant',
  accountId,
  roles: ['tenant.admin'],
  permissions: permissionsOf(['tenant.admin']),
});

/** Follows the page that leads on to a provider, as a browser does. */
export async function leadOn(browser: Browser, visit: Visit): Promise<Visit> {
  const target = visit.headers.get('refresh')?.match(/^0;url=(.*)$/)?.[1];
  if (target === undefined) throw new Error(`${visit.url.href} leads nowhere`);
  return browser.go(target);
}

/** A second complete OpenID provider, with its own people, whose only client is the site's provider of a tenant. */
export async function startSecondProvider(site: SignInSite, tenantId: string, identities: readonly Identity[]) {
  const { database, close } = await createTestDatabase();
  const issuer = new URL(`http://127.0.0.1:${await freePort()}/idp`);
  const at = (path: string) => new URL(path, site.url);
  const provider = await createEmbeddedProvider({
    issuer,
    database,
    secret: 'another provider secret for tests, 32 characters and more',
    client: {
      ...CLIENT,
      redirectUris: [at(`/login/callback/${tenantId}`)],
      postLogoutRedirectUris: [at('/landing')],
      backchannelLogoutUri: at(`/login/backchannel/${tenantId}`),
    },
    onWrongPassword: async () => undefined,
    identities,
  });
  const server = createServer((request, response) => provider.handle(request, response));
  await new Promise<void>((resolve) => {
    server.listen(Number(issuer.port), '127.0.0.1', resolve);
  });
  return {
    issuer: issuer.href,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      await close();
    },
  };
}
