import { createHash, createHmac, randomBytes } from 'node:crypto';
import {
  LANGUAGES,
  ROLES,
  type AccountChange,
  type Preferences,
  type Role,
  type Session,
  type SessionSummary,
} from '@rise/contract';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Actor } from '../kernel/actor.ts';
import { inTenant, permissionsOf, SYSTEM } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database.ts';
import { publish, type NewEvent } from '../kernel/events.ts';
import { Failure, notFound } from '../kernel/failure.ts';
import { appearanceOf, preferencesOf } from './preferences.rules.ts';
import { ABSOLUTE_DAYS, API_TOKEN, deviceOf, kindOf, SECRET, withSqlAccess } from './sessions.rules.ts';
import * as sql from './sessions.sql.ts';

export interface SessionsOptions {
  readonly database: Database;
  /** Under which session tokens are hashed: whoever has the table but not this can neither use nor add a session. */
  readonly key: Buffer;
  /** Where people reach the portal: decides the cookie's name and whether it needs https. */
  readonly publicUrl: URL;
  /** `chat`: for tenants that have not decided otherwise. */
  readonly features: Session['features'];
  /** Verifies a bearer token of the identity provider; null for one it did not issue to us. */
  readonly verifyBearer?: (token: string) => Promise<{ issuer: string; subject: string } | null>;
}

export type Sessions = ReturnType<typeof createSessions>;

/** A started session: its id and the cookies to set. The token is in `cookie` and nowhere else. */
export interface IssuedSession {
  readonly id: string;
  readonly cookie: string;
  /** The readable one, with the person's own looks. */
  readonly appearance: string;
}

export interface EndedSession {
  readonly id: string;
  readonly accountId: string;
  readonly tenantId: string | null;
  /** What the provider needs to end its own session. */
  readonly idToken: string | null;
}

/** Read by the portal's script that runs before the first paint. */
const APPEARANCE = 'rise-appearance';

/** Of a random secret that outlives `SESSION_SECRET`: an API token, a sign-in under way. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Sessions, API tokens and bearer tokens: who sends a request, and the signed-in person's own account. */
export function createSessions(options: SessionsOptions) {
  const { database } = options;
  const secure = options.publicUrl.protocol === 'https:';
  const cookieName = secure ? '__Host-rise' : 'rise';
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const appearanceOptions = { ...cookieOptions, httpOnly: false };
  const maxAge = ABSOLUTE_DAYS * 24 * 60 * 60;
  const appearanceCookie = (chosen: Preferences): string =>
    stringifySetCookie(APPEARANCE, appearanceOf(chosen), { ...appearanceOptions, maxAge });

  const hashToken = (token: string) => createHmac('sha256', options.key).update(token).digest();

  const tokenIn = (cookie: string | undefined): string | null => {
    const token = cookie === undefined ? undefined : parseCookie(cookie)[cookieName];
    return token !== undefined && SECRET.test(token) ? token : null;
  };

  const withBearer = async (authorization: string, unnoticed: boolean): Promise<Actor | null> => {
    const token = authorization.slice('bearer '.length).trim();
    if (API_TOKEN.test(token)) {
      const row = await database.withGlobal(SYSTEM, (tx) => sql.tokenBearer(tx, hashSecret(token)), 'reads');
      if (!row) return null;
      if (row.stale && !unnoticed) await database.withGlobal(SYSTEM, (tx) => sql.touchToken(tx, row.id));
      return row.tenantLost ? null : actorOf(row, null, row.tenantId !== null);
    }
    const identity = (await options.verifyBearer?.(token)) ?? null;
    if (!identity) return null;
    const row = await database.withGlobal(
      SYSTEM,
      (tx) => sql.accountBearer(tx, identity.issuer, identity.subject),
      'reads',
    );
    return row && actorOf(row, null, false);
  };

  const withCookie = async (cookie: string | undefined, unnoticed: boolean): Promise<Actor | null> => {
    const token = tokenIn(cookie);
    if (token === null) return null;
    const row = await database.withGlobal(SYSTEM, (tx) => sql.sessionBearer(tx, hashToken(token)), 'reads');
    if (!row) return null;
    if (row.stale && !unnoticed) await database.withGlobal(SYSTEM, (tx) => sql.touchSession(tx, row.id));
    return actorOf(row, row.id, true);
  };

  return {
    cookieName,

    /**
     * Who sends these headers, by what the database says now: a disabled account, a suspended tenant, a removed
     * membership or an ended session counts from the next request on. A bearer token, good or bad, outranks the cookie.
     * `unnoticed`: nobody did anything, so an idle session goes on being idle.
     */
    identify(
      headers: { cookie?: string | undefined; authorization?: string | undefined },
      { unnoticed } = { unnoticed: false },
    ): Promise<Actor | null> {
      return /^bearer /i.test(headers.authorization ?? '')
        ? withBearer(headers.authorization!, unnoticed)
        : withCookie(headers.cookie, unnoticed);
    },

    /** Starts a session, always with a new token: one that a browser held before sign-in is worth nothing after it. */
    async issue(session: {
      accountId: string;
      tenantId: string | null;
      providerSession: string | null;
      idToken: string | null;
      userAgent: string | undefined;
    }): Promise<IssuedSession> {
      const token = newSecret();
      const { userAgent, ...rest } = session;
      return database.withGlobal(SYSTEM, async (tx) => {
        const id = await sql.insertSession(tx, { ...rest, tokenHash: hashToken(token), device: deviceOf(userAgent) });
        const person = await sql.profile(tx, session.accountId);
        return {
          id,
          cookie: stringifySetCookie(cookieName, token, { ...cookieOptions, maxAge }),
          appearance: appearanceCookie(preferencesOf(person!.preferences)),
        };
      });
    },

    /** Ends the session behind a cookie header; null where there is none. */
    async end(cookie: string | undefined): Promise<EndedSession | null> {
      const token = tokenIn(cookie);
      if (token === null) return null;
      return database.withGlobal(SYSTEM, async (tx) => {
        const ended = await sql.endSessionByToken(tx, hashToken(token));
        if (ended) await publish(tx, sessionChanged(ended.id));
        return ended;
      });
    },

    /** Ends sessions for a sign-out that began at the provider; answers their ids. `before` is in epoch seconds. */
    endAtProvider(issuer: string, match: { sid: string | null; subject: string | null }, before: number) {
      return database.withGlobal(SYSTEM, async (tx) => {
        const ended = await sql.endProviderSessions(tx, issuer, match, before);
        for (const id of ended) await publish(tx, sessionChanged(id));
        return ended;
      });
    },

    /** Removes the session's cookies from the browser. */
    forget: (): string[] => [
      stringifySetCookie(cookieName, '', { ...cookieOptions, maxAge: 0 }),
      stringifySetCookie(APPEARANCE, '', { ...appearanceOptions, maxAge: 0 }),
    ],

    /** Keeps the person's looks in the browser, as they are now: they may have been changed in another one. */
    appearanceCookie,

    /** The session as the browser sees it. */
    session: (actor: Actor): Promise<Session> =>
      database.withGlobal(actor, (tx) => describe(tx, signedIn(actor), options.features), 'reads'),

    /** Enters a tenant. One that may not be entered, or does not exist, is not found; a token stays where it was made for. */
    async enterTenant(actor: Actor, tenantId: string): Promise<Session> {
      const person = signedIn(actor);
      const session = await database.withGlobal(actor, async (tx) => {
        const open = await sql.enterableTenants(tx, person.accountId, actor.kind === 'global');
        if (!open.some(({ id }) => id === tenantId)) throw notFound();
        if (actor.sessionId !== null) {
          await sql.enterTenant(tx, person.accountId, actor.sessionId, tenantId);
          await publish(tx, sessionChanged(actor.sessionId));
        } else if (actor.tenantId !== tenantId) throw notFound();
        return describe(tx, { ...person, tenantId }, options.features);
      });
      // In the entered tenant's own trail, so that its administrators see who came in from above.
      if (actor.kind === 'global')
        await audit(database, { ...actor, tenantId }, { action: 'tenant.entered', outcome: 'done', target: tenantId });
      return session;
    },

    async list(actor: Actor): Promise<SessionSummary[]> {
      const rows = await database.withGlobal(actor, (tx) => sql.listSessions(tx, signedIn(actor).accountId), 'reads');
      return rows.map(({ id, device, createdAt, lastSeenAt }) => ({
        id,
        device,
        current: id === actor.sessionId,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }));
    },

    /** Ends one of the person's own sessions; somebody else's is not found. */
    async revoke(actor: Actor, id: string): Promise<void> {
      await database.withGlobal(actor, async (tx) => {
        if ((await sql.endOwnSession(tx, signedIn(actor).accountId, id)) === 0) throw notFound();
        await publish(tx, sessionChanged(id));
      });
    },

    /**
     * Changes a person's own settings. The page they land on is theirs everywhere for a global user, else theirs in
     * this tenant; how the portal looks is theirs everywhere.
     */
    async change(actor: Actor, { defaultLandingPage: page, preferences }: AccountChange): Promise<Session> {
      const person = signedIn(actor);
      if (page !== undefined && actor.kind !== 'global') {
        if (!inTenant(actor)) throw new Failure('TENANT_REQUIRED');
        await database.withTenant(actor, (tx) => sql.setTenantLanding(tx, person.accountId, page));
      }
      return database.withGlobal(actor, async (tx) => {
        if (page !== undefined && actor.kind === 'global') await sql.setGlobalLanding(tx, person.accountId, page);
        if (preferences) await sql.setPreferences(tx, person.accountId, preferences);
        return describe(tx, person, options.features);
      });
    },
  };
}

/** Tells a browser's open pages that its session ended, or is elsewhere now. */
function sessionChanged(id: string): NewEvent {
  return { kind: 'session', to: { session: id } };
}

type Person = Actor & { readonly accountId: string };

function signedIn(actor: Actor): Person {
  if (actor.accountId === null) throw new Failure('UNAUTHENTICATED');
  return actor as Person;
}

/**
 * The actor a row stands for, or null for nobody: a person without a role, or a person of tenants without any tenant
 * left. `chosen`: the row's own tenant counts; otherwise the only one there is.
 */
function actorOf(row: sql.BearerRow, sessionId: string | null, chosen: boolean): Actor | null {
  const roles = ROLES.filter((role) => row.roles.includes(role));
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
    sessionId,
  };
}

function ownTenant(row: sql.BearerRow, chosen: boolean): string | null {
  if (!chosen) return row.openTenants.length === 1 ? row.openTenants[0]! : null;
  return row.tenantId !== null && row.openTenants.includes(row.tenantId) ? row.tenantId : null;
}

const known = new Map<string, Actor['permissions']>();

/** The same roles in tenants of one mind give the same set: worked out once, not on each request. */
function permissionsFor(roles: readonly Role[], sqlAccess: sql.BearerRow['sqlAccess']): Actor['permissions'] {
  const key = `${roles.join(' ')} ${sqlAccess}`;
  const found = known.get(key) ?? withSqlAccess(permissionsOf(roles), sqlAccess);
  known.set(key, found);
  return found;
}

async function describe(tx: GlobalTx, person: Person, features: Session['features']): Promise<Session> {
  const [found, open] = await Promise.all([
    sql.profile(tx, person.accountId),
    sql.enterableTenants(tx, person.accountId, person.kind === 'global'),
  ]);
  if (!found) throw new Failure('UNAUTHENTICATED');
  const { globalLanding, preferences, ...account } = found;
  const entered = open.find(({ id }) => id === person.tenantId) ?? null;
  const tenants = open.map(({ id, slug, name }) => ({ id, slug, name }));
  return {
    account,
    kind: person.kind === 'global' ? 'global' : 'tenant',
    tenant: tenants.find(({ id }) => id === person.tenantId) ?? null,
    tenants,
    roles: [...person.roles],
    permissions: [...person.permissions].toSorted(),
    features: {
      ...features,
      chat: person.kind === 'tenant' && entered !== null && (entered.chatEnabled ?? features.chat),
    },
    defaultLandingPage: person.kind === 'global' ? globalLanding : (entered?.landing ?? null),
    preferences: preferencesOf(preferences),
  };
}
