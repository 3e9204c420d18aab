import { isIPv6 } from 'node:net';
import { ROLES, type Role } from '@rise/contract';
import type { Logger } from 'pino';
import { deriveSecret } from '../../identity/derived-secrets.ts';
import { createEmbeddedProvider, type EmbeddedProvider } from '../../identity/embedded-provider.ts';
import type { Database } from '../../kernel/database/database.ts';
import { recordWrongPassword, signInAddresses } from '../../sessions/sign-in.service.ts';
import type { Config } from '../config/config.ts';

const CLIENT_ID = 'rise';
const PROVIDER_PATH = '/idp';

export interface IdentitySource {
  readonly oidc: NonNullable<Config['oidc']>;
  /** The provider inside this process, where no other is configured. */
  readonly embedded: EmbeddedProvider | null;
}

/** The identity provider of the configuration, or the embedded one with the demo identities. */
export async function createIdentitySource(
  config: Config,
  secret: string,
  database: Database,
  log: Logger,
): Promise<IdentitySource> {
  if (config.oidc !== null) return { oidc: config.oidc, embedded: null };
  const issuer = new URL(PROVIDER_PATH, config.publicUrl);
  const addresses = signInAddresses(config.publicUrl);
  const clientSecret = deriveSecret(secret, 'client');
  const embedded = await createEmbeddedProvider({
    issuer,
    database,
    secret,
    client: {
      id: CLIENT_ID,
      secret: clientSecret,
      redirectUris: [addresses.callback],
      postLogoutRedirectUris: [addresses.afterSignOut],
      backchannelLogoutUri: addresses.backchannel,
    },
    route: localRoute(config),
    onWrongPassword: (attempt) => recordWrongPassword(database, { issuer: issuer.href.replace(/\/$/, ''), ...attempt }),
    onError: (err) => log.warn({ err }, 'embedded identity provider'),
  });
  const roleMap = Object.assign(
    Object.create(null) as Record<string, Role>,
    Object.fromEntries(ROLES.map((role) => [role, role])),
  );
  return {
    oidc: {
      issuer,
      clientId: CLIENT_ID,
      clientSecret,
      rolesClaim: 'roles',
      tenantsClaim: 'tenant',
      groupsClaim: 'groups',
      attributeClaims: { branch: 'branch' },
      roleMap,
    },
    embedded,
  };
}

/** Routes requests for our own public address straight to this process: it may be unreachable from inside. */
export function localRoute({ publicUrl, host, port }: Config): (url: URL) => URL {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const origin = `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
  return (url) => (url.origin === publicUrl.origin ? new URL(`${url.pathname}${url.search}`, origin) : url);
}
