import type { TokenScope } from '@rise/contract';
import { SYSTEM } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { OperatorError } from '../kernel/errors/operator-error.ts';
import { accountsByEmail, insertToken, membership } from './api-tokens.sql.ts';
import { hashSecret, newSecret } from './sessions.service.ts';

export interface NewToken {
  readonly email: string;
  /** The provider's issuer, required where several providers know the address. */
  readonly issuer: string | null;
  /** Slug of the only tenant that the token is valid for; null: any of its owner's tenants. */
  readonly tenant: string | null;
  readonly scopes: readonly TokenScope[];
  readonly name: string;
  /** Validity. */
  readonly days: number;
}

/**
 * Creates an API token for a person with an account. Only its SHA-256 is stored: the result is the only copy. Throws an
 * `OperatorError` where the person or the tenant does not exist, or the scopes exceed the tenant.
 */
export async function createToken(database: Database, request: NewToken): Promise<{ token: string; expiresAt: Date }> {
  if (request.tenant !== null && request.scopes.includes('global'))
    throw new OperatorError(
      "a token of one tenant cannot have the scope 'global'; leave it out, or leave out --tenant",
    );
  const token = `rise_${newSecret()}`;
  return database.withGlobal(SYSTEM, async (tx) => {
    const known = await accountsByEmail(tx, request.email);
    const accounts = known.filter(({ issuer }) => request.issuer === null || issuer === request.issuer);
    const [account, another] = accounts;
    if (account === undefined) {
      throw new OperatorError(`no account has the address ${request.email}; accounts are created at the first sign-in`);
    }
    if (another !== undefined) {
      throw new OperatorError(
        `several accounts have the address ${request.email}; add --issuer with one of ${accounts.map(({ issuer }) => issuer).join(', ')}`,
      );
    }
    if (account.disabled) throw new OperatorError(`the account of ${request.email} is disabled; enable it first`);
    const isGlobal = account.roles.some((role) => role.startsWith('global.'));
    const tenant = request.tenant === null ? null : await membership(tx, account.id, request.tenant);
    if (request.tenant !== null && (tenant === null || !(tenant.member || isGlobal))) {
      throw new OperatorError(
        `${request.email} is in no tenant '${request.tenant}'; name one of their tenants, or leave --tenant out`,
      );
    }
    const tenantId = tenant?.id ?? null;
    const { expiresAt } = await insertToken(tx, {
      hash: hashSecret(token),
      accountId: account.id,
      tenantId,
      scopes: request.scopes,
      permissions: null,
      name: request.name,
      days: request.days,
    });
    const details = { name: request.name, scopes: request.scopes, expiresAt };
    const author = { accountId: null, tenantId };
    await writeRecord(tx, author, { action: 'token.create', outcome: 'done', target: account.id, details });
    return { token, expiresAt };
  });
}
