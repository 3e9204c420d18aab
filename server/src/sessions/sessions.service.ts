import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  LANGUAGES,
  readTokenScopes,
  ROLES,
  tokenPermissions,
  type AccountChange,
  type Role,
  type Session,
  type SessionSummary,
} from '@rise/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import { brandingOf } from '../branding/branding.service.ts';
import type { Actor } from '../kernel/actor.ts';
import { inTenant, permissionsOf, SYSTEM } from '../kernel/actor.ts';
import { bearerToken } from '../kernel/api/bearer.ts';
import { writeRecord, type AuditEntry } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish, type NewEvent } from '../kernel/events.ts';
import { UserError, notFound } from '../kernel/errors/user-error.ts';
import { appearanceOf, preferencesOf } from './preferences.rules.ts';
import { ABSOLUTE_DAYS, API_TOKEN, deviceOf, deviceParts, kindOf, SECRET, withSqlAccess } from './sessions.rules.ts';
import * as sql from './sessions.sql.ts';

export interface SessionOptions {
  readonly database: Database;
  /** Key of the session tokens' hashes: access to the table alone lets nobody use or add a session. */
  readonly key: Buffer;
  /** The portal's public address: decides the cookie's name and whether it requires https. */
  readonly publicUrl: URL;
  /** `chat` and `insights` apply to tenants without a setting of their own. */
  readonly features: Session['features'];
  /** Verifies a bearer token of the identity provider; null for one it did not issue to us. */
  readonly verifyBearer?: (token: string) => Promise<{ issuer: string; subject: string } | null>;
}

/** A started session: its id and the cookies to set. The token is in `cookie` only. */
export interface IssuedSession {
  readonly id: string;
  readonly cookie: string;
  /** The cookie that scripts can read, with the person's appearance. */
  readonly appearance: string;
}

export interface EndedSession {
  readonly id: string;
  readonly accountId: string;
  readonly tenantId: string | null;
  /** Required by the provider to end its own session. */
  readonly idToken: string | null;
}

/** Read by the portal's script that runs before the first paint. */
const APPEARANCE = 'rise-appearance';
const MAX_AGE_SECONDS = ABSOLUTE_DAYS * 24 * 60 * 60;

/** Hash of a random secret that must stay valid when `SESSION_SECRET` changes: an API token, a sign-in attempt. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Identifies who sends a request (by session, API token or bearer token), and manages the person's own account. */
export class SessionService {
  readonly cookieName: string;
  readonly #database: Database;
  readonly #key: Buffer;
  readonly #features: Session['features'];
  readonly #verifyBearer: NonNullable<SessionOptions['verifyBearer']>;
  readonly #cookieOptions: { path: string; httpOnly: boolean; sameSite: 'lax'; secure: boolean };

  constructor({ database, key, publicUrl, features, verifyBearer }: SessionOptions) {
    const secure = publicUrl.protocol === 'https:';
    this.cookieName = secure ? '__Host-rise' : 'rise';
    this.#cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure };
    this.#database = database;
    this.#key = key;
    this.#features = features;
    this.#verifyBearer = verifyBearer ?? (async () => null);
  }

  /**
   * Who sends these headers, by the current state of the database: a disabled account, a suspended tenant, a removed
   * membership or an ended session takes effect on the next request. A bearer token, valid or not, takes precedence
   * over the cookie. `passive`: the request is not caused by a person, so it does not extend the session's idle time. `address`: the
   * client's, which its owner sees in the list of sessions.
   */
  identify(
    headers: { cookie?: string | undefined; authorization?: string | undefined },
    { passive, address = null }: { passive: boolean; address?: string | null } = { passive: false },
  ): Promise<Actor | null> {
    const token = bearerToken(headers.authorization);
    return token === null
      ? this.#identifyCookie(headers.cookie, { passive, address })
      : this.#identifyBearer(token, passive);
  }

  /**
   * Starts a session, always with a new token: one that a browser had before sign-in becomes worthless. `entry` is
   * recorded with it.
   */
  async issue(
    session: {
      accountId: string;
      tenantId: string | null;
      providerSession: string | null;
      idToken: string | null;
      userAgent: string | undefined;
      address: string | null;
    },
    entry?: AuditEntry,
  ): Promise<IssuedSession> {
    const token = newSecret();
    const { userAgent, ...rest } = session;
    return this.#database.withGlobal(SYSTEM, async (tx) => {
      const id = await sql.insertSession(tx, {
        ...rest,
        tokenHash: this.#hashToken(token),
        device: deviceOf(userAgent),
      });
      if (session.tenantId !== null) await sql.markSeen(tx, session.tenantId, session.accountId);
      if (entry) await writeRecord(tx, session, { ...entry, target: id });
      const person = await sql.profile(tx, session.accountId, session.tenantId);
      return {
        id,
        cookie: stringifySetCookie(this.cookieName, token, { ...this.#cookieOptions, maxAge: MAX_AGE_SECONDS }),
        appearance: this.appearanceCookie({
          preferences: preferencesOf(person!.preferences),
          branding: brandingOf(person!.branding),
        }),
      };
    });
  }

  /** Ends the session of a cookie header; null where there is none. */
  async end(cookie: string | undefined): Promise<EndedSession | null> {
    const token = this.#tokenIn(cookie);
    if (token === null) return null;
    return this.#database.withGlobal(SYSTEM, async (tx) => {
      const session = await sql.endSessionByToken(tx, this.#hashToken(token));
      if (session) await publish(tx, sessionChanged(session.id));
      return session;
    });
  }

  /** Ends sessions for a sign-out at the provider; returns their ids. `before` is in epoch seconds. */
  endAtProvider(
    issuer: string,
    match: { sid: string | null; subject: string | null; providerTenantId: string | null },
    before: number,
  ): Promise<string[]> {
    return this.#database.withGlobal(SYSTEM, async (tx) => {
      const ids = await sql.endProviderSessions(tx, issuer, match, before);
      for (const id of ids) await publish(tx, sessionChanged(id));
      return ids;
    });
  }

  /** `Set-Cookie` headers that remove the session's cookies from the browser. */
  expiredCookies(): string[] {
    return [
      stringifySetCookie(this.cookieName, '', { ...this.#cookieOptions, maxAge: 0 }),
      stringifySetCookie(APPEARANCE, '', { ...this.#cookieOptions, httpOnly: false, maxAge: 0 }),
    ];
  }

  /** The cookie with the person's current appearance: it may have been changed in another browser. */
  appearanceCookie({ preferences, branding }: Pick<Session, 'preferences' | 'branding'>): string {
    const options = { ...this.#cookieOptions, httpOnly: false, maxAge: MAX_AGE_SECONDS };
    return stringifySetCookie(APPEARANCE, appearanceOf(preferences, branding), options);
  }

  /** The session as the browser sees it. */
  session(actor: Actor): Promise<Session> {
    return this.#database.withGlobal(actor, (tx) => describeSession(tx, requirePerson(actor), this.#features), 'reads');
  }

  /** Enters a tenant. NOT_FOUND where it may not be entered or does not exist; a token stays in its own tenant. */
  async enterTenant(actor: Actor, tenantId: string): Promise<Session> {
    const person = requirePerson(actor);
    return this.#database.withGlobal(actor, async (tx) => {
      const enterable = await listEnterable(tx, person);
      if (!enterable.some(({ id }) => id === tenantId)) throw notFound();
      if (actor.sessionId !== null) {
        await sql.enterTenant(tx, person.accountId, actor.sessionId, tenantId);
        if ((await sql.beginVisit(tx, person.accountId, actor.sessionId, tenantId)) > 0)
          await publish(tx, { kind: 'session', to: { tenants: [tenantId] } });
        await sql.markSeen(tx, tenantId, person.accountId);
        await publish(tx, sessionChanged(actor.sessionId));
      } else if (actor.tenantId !== tenantId) throw notFound();
      // In the entered tenant's own audit trail, so that its administrators see who entered, global users included.
      const entry = { action: 'tenant.entered', outcome: 'done', target: tenantId } as const;
      await writeRecord(tx, { ...actor, tenantId }, entry);
      return describeSession(tx, { ...person, tenantId }, this.#features);
    });
  }

  async list(actor: Actor): Promise<SessionSummary[]> {
    const { accountId } = requirePerson(actor);
    const rows = await this.#database.withGlobal(actor, (tx) => sql.listSessions(tx, accountId), 'reads');
    return rows.map(({ id, device, address, createdAt, lastSeenAt }) => ({
      id,
      device,
      ...deviceParts(device),
      address,
      current: id === actor.sessionId,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }));
  }

  /** Ends one of the person's own sessions; NOT_FOUND for another person's. */
  async revoke(actor: Actor, id: string): Promise<void> {
    const { accountId } = requirePerson(actor);
    await this.#database.withGlobal(actor, async (tx) => {
      if ((await sql.endOwnSession(tx, accountId, id)) === 0) throw notFound();
      await publish(tx, sessionChanged(id));
    });
  }

  /** Ends the person's sessions except the one that asks; returns how many. */
  revokeOthers(actor: Actor): Promise<number> {
    const { accountId } = requirePerson(actor);
    return this.#database.withGlobal(actor, async (tx) => {
      const ids = await sql.endOtherSessions(tx, accountId, actor.sessionId);
      for (const id of ids) await publish(tx, sessionChanged(id));
      actor.record?.note({ ended: ids.length });
      return ids.length;
    });
  }

  /**
   * Changes a person's own settings. The landing page applies everywhere for a global user, else in this tenant only;
   * the appearance applies everywhere.
   */
  async changeAccount(actor: Actor, { defaultLandingPage: page, preferences }: AccountChange): Promise<Session> {
    const person = requirePerson(actor);
    if (page !== undefined && actor.kind !== 'global') {
      if (!inTenant(actor)) throw new UserError('TENANT_REQUIRED');
      await this.#database.withTenant(actor, (tx) => sql.setTenantLanding(tx, person.accountId, page));
    }
    return this.#database.withGlobal(actor, async (tx) => {
      if (page !== undefined && actor.kind === 'global') await sql.setGlobalLanding(tx, person.accountId, page);
      if (preferences) await sql.setPreferences(tx, person.accountId, preferences);
      return describeSession(tx, person, this.#features);
    });
  }

  async #identifyBearer(token: string, passive: boolean): Promise<Actor | null> {
    if (API_TOKEN.test(token)) return this.#identifyApiToken(token, passive);
    const identity = await this.#verifyBearer(token);
    if (!identity) return null;
    const { issuer, subject } = identity;
    const row = await this.#database.withGlobal(SYSTEM, (tx) => sql.accountBearer(tx, issuer, subject), 'reads');
    return row && withoutTokens(actorOf(row, null, false));
  }

  async #identifyApiToken(token: string, passive: boolean): Promise<Actor | null> {
    const row = await this.#database.withGlobal(SYSTEM, (tx) => sql.tokenBearer(tx, hashSecret(token)), 'reads');
    if (!row) return null;
    if (row.stale && !passive) await this.#database.withGlobal(SYSTEM, (tx) => sql.touchToken(tx, row.id));
    const actor = row.tenantLost ? null : actorOf(row, null, row.tenantBound);
    if (actor === null) return null;
    const permissions = row.permissions && new Set(row.permissions);
    const grant = { scopes: readTokenScopes(row.scopes), permissions, tenantBound: row.tenantBound };
    return { ...actor, permissions: tokenPermissions(actor.permissions, grant), token: grant };
  }

  async #identifyCookie(
    cookie: string | undefined,
    { passive, address }: { passive: boolean; address: string | null },
  ): Promise<Actor | null> {
    const token = this.#tokenIn(cookie);
    if (token === null) return null;
    const hash = this.#hashToken(token);
    const row = await this.#database.withGlobal(SYSTEM, (tx) => sql.sessionBearer(tx, hash), 'reads');
    if (!row) return null;
    if (row.stale && !passive) await this.#database.withGlobal(SYSTEM, (tx) => sql.touchSession(tx, row.id, address));
    return actorOf(row, row.id, true);
  }

  #hashToken(token: string): Buffer {
    return createHmac('sha256', this.#key).update(token).digest();
  }

  #tokenIn(cookie: string | undefined): string | null {
    const token = cookie === undefined ? undefined : parseCookie(cookie)[this.cookieName];
    return token !== undefined && SECRET.test(token) ? token : null;
  }
}

/** The event that notifies a browser's open pages that its session ended or entered another tenant. */
function sessionChanged(id: string): NewEvent {
  return { kind: 'session', to: { session: id } };
}

type Person = Actor & { readonly accountId: string };

function requirePerson(actor: Actor): Person {
  if (actor.accountId === null) throw new UserError('UNAUTHENTICATED');
  return actor as Person;
}

/**
 * The actor of a row, or null: for a person without a role, or a tenant user without any tenant left. `chosen`: use the
 * row's own tenant; otherwise the person's only one.
 */
function actorOf(row: sql.BearerRow, sessionId: string | null, chosen: boolean): Actor | null {
  const roles = rolesOf(row);
  if (roles.length === 0) return null;
  const kind = kindOf(roles);
  const tenantId = kind === 'global' ? row.tenantId : ownTenant(row, chosen);
  if (kind === 'tenant' && (row.openTenants.length === 0 || (sessionId === null && chosen && tenantId === null)))
    return null;
  return {
    kind,
    accountId: row.accountId,
    tenantId,
    roles,
    permissions: permissionsFor(roles, row.sqlAccess),
    groups: row.groups,
    attributes: row.attributes,
    language: LANGUAGES.find((language) => language === row.language) ?? null,
    figuresRevision: tenantId === row.tenantId ? row.figuresRevision : null,
    sessionId,
    token: null,
  };
}

/** Outside of a tenant, those count as users who have roles in tenants only. */
function rolesOf({ roles, openTenants }: sql.BearerRow): Role[] {
  const known = ROLES.filter((role) => roles.includes(role));
  return known.length === 0 && openTenants.length > 0 ? ['tenant.user'] : known;
}

function ownTenant(row: sql.BearerRow, chosen: boolean): string | null {
  if (!chosen) return row.openTenants.length === 1 ? row.openTenants[0]! : null;
  return row.tenantId !== null && row.openTenants.includes(row.tenantId) ? row.tenantId : null;
}

const permissionSets = new Map<string, Actor['permissions']>();

/** Cached: the same roles and the same SQL access give the same set on each request. */
function permissionsFor(roles: readonly Role[], sqlAccess: sql.BearerRow['sqlAccess']): Actor['permissions'] {
  const key = `${roles.join(' ')} ${sqlAccess}`;
  const permissions = permissionSets.get(key) ?? withSqlAccess(permissionsOf(roles), sqlAccess);
  permissionSets.set(key, permissions);
  return permissions;
}

/** A token of the provider is short-lived: it makes none that outlive it. */
function withoutTokens(actor: Actor | null): Actor | null {
  const permissions = actor?.permissions;
  return actor && { ...actor, permissions: new Set([...permissions!].filter((one) => one !== 'account.tokens')) };
}

/** Tenants that a person may enter; through a token of one tenant, no other one. The one they are in was checked. */
async function listEnterable(tx: GlobalTx, { accountId, token, tenantId }: Person) {
  const enterable = await sql.enterableTenants(tx, { accountId, tenantId });
  return token?.tenantBound === true ? enterable.filter(({ id }) => id === tenantId) : enterable;
}

async function describeSession(tx: GlobalTx, person: Person, features: Session['features']): Promise<Session> {
  const [profile, enterable, visitors] = await Promise.all([
    sql.profile(tx, person.accountId, person.tenantId),
    listEnterable(tx, person),
    person.tenantId === null ? [] : sql.listVisitors(tx, person.tenantId),
  ]);
  if (!profile) throw new UserError('UNAUTHENTICATED');
  const { globalLanding, preferences, branding, ...account } = profile;
  const entered = enterable.find(({ id }) => id === person.tenantId) ?? null;
  const tenants = enterable.map(({ id, slug, name }) => ({ id, slug, name }));
  return {
    account,
    kind: person.kind === 'global' ? 'global' : 'tenant',
    tenant: tenants.find(({ id }) => id === person.tenantId) ?? null,
    tenants,
    roles: [...person.roles],
    permissions: [...person.permissions].toSorted(),
    features: {
      ...features,
      chatbot: entered?.chatbotEnabled ?? features.chatbot,
      insights: entered?.insightsEnabled ?? features.insights,
      chat: person.kind === 'tenant' && entered !== null && (entered.chatEnabled ?? features.chat),
    },
    supportVisits: visitors.map(({ endsAt, ...visitor }) => ({ ...visitor, endsAt: endsAt.toISOString() })),
    defaultLandingPage: person.kind === 'global' ? globalLanding : (entered?.landing ?? null),
    preferences: preferencesOf(preferences),
    branding: brandingOf(branding),
  };
}
