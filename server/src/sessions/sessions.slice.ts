import type { Role, Session } from '@rise/contract';
import type { Database } from '../kernel/database.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { createSessions } from './sessions.service.ts';
import { signInPages } from './sign-in.pages.ts';
import { createSignIn, signInAddresses } from './sign-in.service.ts';

export interface SessionSliceOptions {
  readonly database: Database;
  /** Under which session tokens are hashed. */
  readonly key: Buffer;
  readonly publicUrl: URL;
  readonly features: Session['features'];
  readonly oidc: {
    readonly issuer: URL;
    readonly clientId: string;
    /** Null for a public client. */
    readonly clientSecret: string | null;
    readonly rolesClaim: string;
    readonly tenantsClaim: string;
    readonly groupsClaim: string;
    /** The claim of each attribute, by the attribute's name. */
    readonly attributeClaims: Readonly<Record<string, string>>;
    readonly roleMap: Readonly<Record<string, Role>>;
  };
  /** Where requests to the provider really go; see `IdentityProviderOptions`. */
  readonly route?: (url: URL) => URL;
}

/** Puts the slice together: who sends a request, and the pages of signing in and out. */
export function createSessionSlice(options: SessionSliceOptions) {
  const { database, publicUrl, oidc } = options;
  const provider = createIdentityProvider({
    ...oidc,
    redirectUri: signInAddresses(publicUrl).callback,
    ...(options.route && { route: options.route }),
  });
  const sessions = createSessions({
    database,
    key: options.key,
    publicUrl,
    features: options.features,
    verifyBearer: provider.verifyBearer,
  });
  const claimNames = {
    roles: oidc.rolesClaim,
    tenants: oidc.tenantsClaim,
    groups: oidc.groupsClaim,
    attributes: oidc.attributeClaims,
    roleMap: oidc.roleMap,
  };
  const signIn = createSignIn({ database, sessions, provider, claimNames, publicUrl });
  return { sessions, pages: signInPages({ signIn, sessions, publicUrl }) };
}
