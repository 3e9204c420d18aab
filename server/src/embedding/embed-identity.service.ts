import { SYSTEM, systemIn, type Actor, type EmbedGrant } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { unseal } from '../kernel/security/keys.ts';
import { hashSecret } from '../sessions/sessions.service.ts';
import { embedToken, keyIdOf, LINK_SECRET, readClaims } from './embed-token.rules.ts';
import * as sql from './embedding.sql.ts';

export interface EmbedIdentityOptions {
  readonly database: Database;
  /** The key under which the secrets of keys are sealed. */
  readonly embedKey: Buffer;
}

type Headers = Parameters<Identify>[0];
type Identify = (
  headers: { cookie?: string; authorization?: string },
  options?: { passive: boolean; address?: string },
) => Promise<Actor | null>;

/** Identifies who sees a report outside of the portal, by a signed token or the secret of a public link. */
export class EmbedIdentityService {
  readonly #database: Database;
  readonly #key: Buffer;

  constructor({ database, embedKey }: EmbedIdentityOptions) {
    this.#database = database;
    this.#key = embedKey;
  }

  /** Identifies people by `people`, unless a token of an embed is sent: a cookie beside one does not count. */
  beside(people: Identify): Identify {
    return (headers: Headers, options) => {
      const token = embedToken(headers.authorization);
      return token === null ? people(headers, options) : this.identify(token);
    };
  }

  /**
   * By the current state of the database: what was revoked, has expired or is no longer allowed identifies nobody. Null
   * for all of these alike. VALIDATION_FAILED for a valid signature over claims that are not.
   */
  async identify(token: string): Promise<Actor | null> {
    return LINK_SECRET.test(token) ? this.#byLink(token) : this.#byKey(token);
  }

  /** Origins whose pages may frame what is signed with a key; none for a key that never was. */
  frameAncestors(key: string): Promise<string[]> {
    return this.#database.withGlobal(SYSTEM, (tx) => sql.originsOf(tx, key), 'reads');
  }

  async #byLink(token: string): Promise<Actor | null> {
    const link = await this.#database.withGlobal(SYSTEM, (tx) => sql.linkBearer(tx, hashSecret(token)), 'reads');
    if (!link) return null;
    if (link.stale) await this.#database.withTenant(systemIn(link.tenantId), (tx) => sql.touchLink(tx, link.id));
    const { id, reportId, filters, expiresAt } = link;
    return actorOf(link, { id, reportId, filters, expiresAt, page: null, rows: null });
  }

  async #byKey(token: string): Promise<Actor | null> {
    const id = keyIdOf(token);
    const key = id && (await this.#database.withGlobal(SYSTEM, (tx) => sql.keyBearer(tx, id), 'reads'));
    const secret = key && unseal(this.#key, key.id, key.secret);
    const claims = secret && (await readClaims(token, Buffer.from(secret)));
    if (!claims) return null;
    if (key.stale) await this.#database.withTenant(systemIn(key.tenantId), (tx) => sql.touchKey(tx, key.id));
    const { report: reportId, filters, attributes, page = null, locale = null } = claims;
    const grant = { id: key.id, reportId, filters, page, expiresAt: new Date(claims.exp * 1000), rows: null };
    return { ...actorOf(key, grant), attributes, language: locale };
  }
}

function actorOf({ tenantId, figuresRevision }: sql.BearerRow, embed: EmbedGrant): Actor {
  return {
    ...systemIn(tenantId),
    kind: 'embed',
    permissions: new Set(['embed.read'] as const),
    figuresRevision,
    embed,
  };
}
