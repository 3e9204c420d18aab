import {
  MAX_TOKENS,
  tokenPermissions,
  tokenScope,
  readTokenScopes,
  type ApiToken,
  type CreatedApiToken,
  type NewApiToken,
  type Permission,
  type TokenAccess,
  type TokenScope,
} from '@rise/contract';
import { notify } from '../inbox/inbox.service.ts';
import { accountOf, inTenant, type Actor, type TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import type { TenantMail } from '../mail/mail.ts';
import { enqueue, isMailAddress, mailLanguage } from '../mail/outbox.service.ts';
import * as sql from './api-tokens.sql.ts';
import { hashSecret, newSecret } from './sessions.service.ts';
import { tokenCreatedMail, tokenCreatedNotification } from './token-notices.rules.ts';

export interface PersonalTokenOptions {
  readonly database: Database;
  readonly mail: TenantMail;
  /** The portal's public address. */
  readonly publicUrl: URL;
}

/** The scopes of each kind of access. What a token may do at a moment is what its owner may then, limited by them. */
const SCOPES: Readonly<Record<TokenAccess['kind'], readonly TokenScope[]>> = {
  read: ['read'],
  write: ['read', 'write'],
  permissions: ['read', 'write', 'administer'],
};

/** API tokens that people create for themselves: each for one tenant, for some time. */
export class PersonalTokenService {
  readonly #options: PersonalTokenOptions;
  readonly #database: Database;

  constructor(options: PersonalTokenOptions) {
    this.#options = options;
    this.#database = options.database;
  }

  async list(actor: Actor): Promise<{ tokens: ApiToken[]; permissions: Permission[] }> {
    const rows = await this.#database.withGlobal(actor, (tx) => sql.listTokens(tx, accountOf(actor)), 'reads');
    return { tokens: rows.map(toToken), permissions: inTenant(actor) ? permissionsFor(actor) : [] };
  }

  /** VALIDATION_FAILED for permissions that the person does not have; CONFLICT where they have too many tokens. */
  async create(actor: TenantActor, { name, access, days }: NewApiToken): Promise<CreatedApiToken> {
    const permissions = access.kind === 'permissions' ? [...new Set(access.permissions)] : null;
    const missing = permissions?.filter((permission) => !permissionsFor(actor).includes(permission)) ?? [];
    if (missing.length > 0)
      throw new UserError('VALIDATION_FAILED', undefined, [
        { field: 'access.permissions', message: `You cannot give a token what you may not do: ${missing.join(', ')}.` },
      ]);
    const token = `rise_${newSecret()}`;
    const accountId = accountOf(actor);
    const created = await this.#database.withGlobal(actor, async (tx) => {
      if (actor.sessionId !== null && (await sql.isVisiting(tx, actor.sessionId)))
        throw new UserError('CONFLICT', 'You are here for support. A token would outlive your visit.');
      await sql.lockTokens(tx, accountId);
      if ((await sql.countValidTokens(tx, accountId)) >= MAX_TOKENS)
        throw new UserError('CONFLICT', `You have ${MAX_TOKENS} API tokens. Revoke one that is no longer used.`);
      const { id } = await sql.insertToken(tx, {
        hash: hashSecret(token),
        accountId,
        tenantId: actor.tenantId,
        scopes: SCOPES[access.kind],
        permissions,
        name,
        days,
      });
      actor.record?.note({}, id);
      await this.#mail(tx, actor, { id, name });
      return (await sql.listTokens(tx, accountId)).find((row) => row.id === id)!;
    });
    await this.#database.withTenant(actor, (tx) => notify(tx, [accountId], tokenCreatedNotification(name)));
    this.#options.mail.wake();
    return { ...toToken(created), token };
  }

  /** NOT_FOUND for another person's. */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.#database.withGlobal(actor, async (tx) => {
      if ((await sql.revokeToken(tx, accountOf(actor), id)) === 0) throw notFound();
    });
  }

  /** In the transaction that creates the token: a person who takes over a session cannot create one in silence. */
  async #mail(
    tx: Parameters<typeof enqueue>[0],
    actor: TenantActor,
    { id, name }: { id: string; name: string },
  ): Promise<void> {
    const { mail, publicUrl } = this.#options;
    const person = await sql.addresseeOf(tx, accountOf(actor), actor.tenantId);
    if (!person || !isMailAddress(person.email)) return;
    await enqueue(tx, mail.contactEmail, {
      kind: 'account-security',
      slot: `token ${id}`,
      recipient: person.email,
      replyTo: null,
      tenant: { id: actor.tenantId, isHeld: mail.isHeld },
      content: tokenCreatedMail(name, mailLanguage(person.language), new URL('/user#tokens', publicUrl)),
    });
  }
}

/** What a token of the person can have in their tenant. */
function permissionsFor(actor: TenantActor): Permission[] {
  const everything = { scopes: new Set(tokenScope.options), permissions: null, tenantBound: true };
  return [...tokenPermissions(actor.permissions, everything)];
}

function toToken({ createdAt, expiresAt, lastUsedAt, scopes, permissions, ...token }: sql.ApiTokenRow): ApiToken {
  return {
    ...token,
    scopes: [...readTokenScopes(scopes)],
    permissions: permissions as Permission[] | null,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
