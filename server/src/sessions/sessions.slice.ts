import type { Role, Session } from '@rise/contract';
import type { Database } from '../kernel/database/database.ts';
import { IdentityProvider } from './identity-provider.ts';
import { SessionService } from './sessions.service.ts';
import { signInPages } from './sign-in.pages.ts';
import { SignInService, signInAddresses } from './sign-in.service.ts';
import { TenantProviders, type ProviderReach } from './tenant-providers.service.ts';

/** How people sign in at the identity provider. */
export interface OidcSettings {
  readonly issuer: URL;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  readonly rolesClaim: string;
  readonly tenantsClaim: string;
  readonly groupsClaim: string;
  /** The claim that supplies each user attribute, by the attribute's name. */
  readonly attributeClaims: Readonly<Record<string, string>>;
  /** The provider's role values mapped to ours. Has no prototype: any claim value may be looked up in it. */
  readonly roleMap: Readonly<Record<string, Role>>;
}

export interface SessionSliceOptions {
  readonly database: Database;
  /** Key of the session tokens' hashes. */
  readonly key: Buffer;
  readonly publicUrl: URL;
  readonly features: Session['features'];
  readonly oidc: OidcSettings;
  /** How the identity providers of tenants are reached. */
  readonly providerReach: ProviderReach;
  /** Actual destination of requests to the provider; see `IdentityProviderOptions`. */
  readonly route?: (url: URL) => URL;
}

/** Wires the slice: identifying requests, and the pages of signing in and out. */
export function createSessionSlice(options: SessionSliceOptions) {
  const { database, publicUrl, oidc } = options;
  const provider = new IdentityProvider({
    ...oidc,
    redirectUri: signInAddresses(publicUrl).callback,
    ...(options.route && { route: options.route }),
  });
  const sessions = new SessionService({
    database,
    key: options.key,
    publicUrl,
    features: options.features,
    verifyBearer: (token) => provider.verifyBearer(token),
  });
  const claimNames = {
    roles: oidc.rolesClaim,
    tenants: oidc.tenantsClaim,
    groups: oidc.groupsClaim,
    attributes: oidc.attributeClaims,
    roleMap: oidc.roleMap,
  };
  const attributes = oidc.attributeClaims;
  const { providerReach } = options;
  const tenantProviders = new TenantProviders({ database, providerReach, publicUrl, attributes });
  const signIn = new SignInService({ database, sessions, provider, tenantProviders, claimNames, publicUrl });
  return { sessions, pages: signInPages({ signIn, sessions, publicUrl }) };
}
