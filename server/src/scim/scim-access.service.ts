import { bearerToken } from '../kernel/api/bearer.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { SharedLimit } from '../limits/shared-limit.service.ts';
import { hashSecret } from '../sessions/sessions.service.ts';
import { ScimError } from './scim-error.ts';
import { findToken, touchToken } from './scim-tokens.sql.ts';

const TOKEN = /^rise_scim_[A-Za-z0-9_-]{43}$/;
const LIMIT_SECONDS = 60;

export interface ScimAccessOptions {
  readonly database: Database;
  /** Key of the hashes under which uses are counted. */
  readonly addressKey: Buffer;
  /** Requests of one token, over all servers. */
  readonly scimPerMinute: number;
}

/** The provider that sends a request, in the one tenant of its token. */
export interface ScimCaller {
  readonly tenantId: string;
  readonly tokenId: string;
  readonly tokenName: string;
}

/** Too many requests of a token. */
export class ScimBusy extends ScimError {
  readonly seconds: number;
  constructor(seconds: number) {
    super(429, `Too many requests. Try again in ${seconds} seconds.`);
    this.seconds = seconds;
  }
}

/** Recognizes a provider by its token. Sessions and API tokens of people are none. */
export class ScimAccess {
  readonly #database: Database;
  readonly #limit: SharedLimit;

  constructor({ database, addressKey, scimPerMinute }: ScimAccessOptions) {
    this.#database = database;
    this.#limit = new SharedLimit({
      database,
      key: addressKey,
      what: 'scim',
      most: scimPerMinute,
      seconds: LIMIT_SECONDS,
    });
  }

  /** Throws a `ScimError`: 401 without a valid token, 403 in a suspended tenant, 429 for too many requests. */
  async recognize(authorization: string | undefined): Promise<ScimCaller> {
    const token = bearerToken(authorization);
    if (token === null || !TOKEN.test(token)) throw unauthenticated();
    const found = await this.#database.withGlobal(SYSTEM, (tx) => findToken(tx, hashSecret(token)), 'reads');
    if (!found) throw unauthenticated();
    const { id, tenantId, name, state, isSuspended, isStale } = found;
    // Before anything is recorded: a token that is no longer valid may be tried for ever.
    const wait = await this.#limit.use(id);
    if (wait !== null) throw new ScimBusy(wait);
    const actor = systemIn(tenantId);
    if (state !== 'valid') {
      await audit(this.#database, actor, {
        action: 'scim.sign-in',
        outcome: 'denied',
        target: id,
        details: { token: name, status: 401, error: `The token is ${state}.` },
      });
      throw unauthenticated();
    }
    if (isSuspended) throw new ScimError(403, 'The tenant is suspended.');
    if (isStale && this.#database.readOnly === null) await this.#database.withTenant(actor, (tx) => touchToken(tx, id));
    return { tenantId, tokenId: id, tokenName: name };
  }
}

const unauthenticated = () =>
  new ScimError(
    401,
    'Send a valid token as a bearer token. Administrators of the tenant create one under Provisioning.',
  );
