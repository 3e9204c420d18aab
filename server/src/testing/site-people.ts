import { randomUUID } from 'node:crypto';
import type { Role, Session } from '@rise/contract';
import { createClient } from '@rise/contract/client';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import { hashSecret, newSecret } from '../sessions/sessions.service.ts';
import { plantVisit } from './plant-visit.ts';
import type { SignInSite } from './sign-in-site.ts';

const ISSUER = 'https://issuer.example';

/** Accounts of a sign-in site, with sessions and API tokens that no sign-in issued. */
export class SitePeople {
  readonly #site: SignInSite;

  constructor(site: SignInSite) {
    this.#site = site;
  }

  /** Creates an account; returns its id. `tenants`: their slugs. */
  async add(roles: Role[], tenants: string[]): Promise<string> {
    const subject = randomUUID();
    await provisionAccounts(this.#site.database, [
      {
        issuer: ISSUER,
        subject,
        email: `${subject}@people.example`,
        firstName: 'Ada',
        lastName: 'Byron',
        avatar: null,
        roles,
        tenants,
        groups: [],
        attributes: {},
      },
    ]);
    const [row] = await this.#site.sql<{ id: string }>(`SELECT id FROM account WHERE subject = $1`, [subject]);
    return row!.id;
  }

  async cookieFor(
    accountId: string,
    tenantId: string | null = null,
    userAgent = 'Firefox/1 Linux',
  ): Promise<{ id: string; cookie: string }> {
    const request = { accountId, tenantId, providerSession: null, idToken: null, userAgent, address: null };
    const issued = await this.#site.sessions.issue(request);
    if (tenantId !== null) await plantVisit(this.#site.database, { accountId, sessionId: issued.id, tenantId });
    return { id: issued.id, cookie: issued.cookie.split(';', 1)[0]! };
  }

  /** `set`: SQL that changes the token's row. */
  async tokenFor(accountId: string, tenantId: string | null, set = ''): Promise<string> {
    const token = `rise_${newSecret()}`;
    await this.#site.sql(
      `INSERT INTO api_token (token_hash, account_id, tenant_id, scopes, name, expires_at) VALUES ($1, $2, $3, '{read,write,administer,global}', 'test', now() + interval '1 day')`,
      [hashSecret(token), accountId, tenantId],
    );
    if (set) await this.#site.sql(`UPDATE api_token SET ${set} WHERE token_hash = $1`, [hashSecret(token)]);
    return token;
  }

  clientWith(headers: Record<string, string>) {
    return createClient({ baseUrl: this.#site.url.origin, headers });
  }

  readSession(headers: Record<string, string>): Promise<Session> {
    return this.clientWith(headers).call('GET /api/v1/session');
  }
}

/** HTTP status of a client's call. */
export function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    (error: { status: number }) => error.status,
  );
}
