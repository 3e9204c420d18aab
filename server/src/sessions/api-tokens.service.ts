import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { accountsByEmail, insertToken, membership } from './api-tokens.sql.ts';
import { hashSecret, newSecret } from './sessions.service.ts';

export interface NewToken {
  readonly email: string;
  /** The provider's issuer, where several know the address. */
  readonly issuer: string | null;
  /** Slug of the only tenant the token is good for; null: as its bearer's tenants allow. */
  readonly tenant: string | null;
  readonly name: string;
  /** How long it is good for. */
  readonly days: number;
}

/**
 * Makes an API token for a person who has an account. Only its SHA-256 is kept: what is answered here is the only copy.
 * Throws a `Refusal` where the person or the tenant is not there.
 */
export async function createToken(database: Database, wish: NewToken): Promise<{ token: string; expiresAt: Date }> {
  const token = `rise_${newSecret()}`;
  const made = await database.withGlobal(SYSTEM, async (tx) => {
    const known = await accountsByEmail(tx, wish.email);
    const accounts = known.filter(({ issuer }) => wish.issuer === null || issuer === wish.issuer);
    const [account, another] = accounts;
    if (account === undefined) {
      throw new Refusal(`nobody with the address ${wish.email} has an account; they get one when they first sign in`);
    }
    if (another !== undefined) {
      throw new Refusal(
        `several accounts have the address ${wish.email}; add --issuer with one of ${accounts.map(({ issuer }) => issuer).join(', ')}`,
      );
    }
    if (account.disabled) throw new Refusal(`the account of ${wish.email} is disabled; enable it first`);
    const isGlobal = account.roles.some((role) => role.startsWith('global.'));
    const tenant = wish.tenant === null ? null : await membership(tx, account.id, wish.tenant);
    if (wish.tenant !== null && (tenant === null || !(tenant.member || isGlobal))) {
      throw new Refusal(
        `${wish.email} is in no tenant '${wish.tenant}'; name one of their tenants, or leave --tenant out`,
      );
    }
    const tenantId = tenant?.id ?? null;
    const expiresAt = await insertToken(tx, {
      hash: hashSecret(token),
      accountId: account.id,
      tenantId,
      name: wish.name,
      days: wish.days,
    });
    return { accountId: account.id, tenantId, expiresAt };
  });
  await audit(database, made.tenantId === null ? SYSTEM : systemIn(made.tenantId), {
    action: 'token.create',
    outcome: 'done',
    target: made.accountId,
    details: { name: wish.name, expiresAt: made.expiresAt },
  });
  return { token, expiresAt: made.expiresAt };
}
