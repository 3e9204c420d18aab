import type { Preferences, TenantRef } from '@rise/contract';
import type { StoredBranding } from '../branding/branding.service.ts';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import { ABSOLUTE_DAYS, IDLE_HOURS } from './sessions.rules.ts';

/** What one request needs to know about its sender. */
export interface BearerRow {
  accountId: string;
  roles: string[];
  groups: string[];
  attributes: Record<string, string[]>;
  /** Who in the tenant may write SQL; null where the roles decide. */
  sqlAccess: 'nobody' | 'administrators' | 'everyone' | null;
  /** The person's stored language, else that of the tenant in which the request works, if they are its member. */
  language: string | null;
  /** The session's or token's tenant where it may still be entered, else null. */
  tenantId: string | null;
  /** Revision of what that tenant's figures are computed from. */
  figuresRevision: string | null;
  /** A tenant was chosen, and may no longer be entered. */
  tenantLost: boolean;
  /** Tenants that a tenant user may enter; unused for a global user. */
  openTenants: string[];
  /** The last write is so old that it has to be written again. */
  stale: boolean;
}

/** `u` is the person's membership of the tenant in which the request works; without one, what is claimed counts. */
const BEARER_COLUMNS = fragment`a.id AS "accountId", rise_roles(a.roles, u.sources, u.roles) AS roles,
           rise_groups(a.groups, u.sources, u.groups) AS groups,
           rise_attributes(a.attributes, u.sources, u.attributes) AS attributes, rise_language(a.language, u.tenant_id) AS language`;

const OPEN_TENANTS = fragment`ARRAY(SELECT u.tenant_id::text FROM tenant_user u JOIN tenant o ON o.id = u.tenant_id
                 WHERE u.account_id = a.id AND u.disabled_at IS NULL AND o.suspended_at IS NULL
                   AND rise_admits(o.sign_in, o.id, a.provider_tenant_id)
                   AND cardinality(rise_roles(a.roles, u.sources, u.roles)) > 0) AS "openTenants"`;

/** The tenant of a request that names none: the only one that the person may enter. */
const ONLY_TENANT = fragment`LATERAL (
             SELECT min(m.tenant_id::text)::uuid AS tenant_id FROM tenant_user m JOIN tenant o ON o.id = m.tenant_id
              WHERE m.account_id = a.id AND m.disabled_at IS NULL AND o.suspended_at IS NULL
                AND rise_admits(o.sign_in, o.id, a.provider_tenant_id)
                AND cardinality(rise_roles(a.roles, m.sources, m.roles)) > 0
             HAVING count(*) = 1)`;

/** `m` of this tenant lets a person above the tenants in as a member. */
const IS_MEMBER = fragment`EXISTS (SELECT FROM tenant_user m WHERE m.tenant_id = t.id AND m.account_id = a.id AND m.disabled_at IS NULL)`;

const IS_ABOVE_TENANTS = fragment`a.roles && ARRAY['global.support', 'global.admin']`;

/** Of the session `s` in the tenant `t`, at this moment. */
const IS_VISITING = fragment`EXISTS (SELECT FROM support_visit v WHERE v.session_id = s.id AND v.tenant_id = t.id
                                      AND v.ended_at IS NULL AND v.ends_at > now())`;

/** The tenant `t` lets in the account `a` by the identity provider that it is of. */
const IS_ADMITTED = fragment`rise_admits(t.sign_in, t.id, a.provider_tenant_id)`;

const SEEN_EVERY = '1 minute';

export function sessionBearer(tx: GlobalTx, tokenHash: Buffer): Promise<(BearerRow & { id: string }) | null> {
  return tx.first<BearerRow & { id: string }>`
    SELECT s.id, ${BEARER_COLUMNS}, t.sql_access AS "sqlAccess",
           t.id AS "tenantId", f.revision AS "figuresRevision", s.tenant_id IS NOT NULL AND t.id IS NULL AS "tenantLost",
           ${OPEN_TENANTS},
           s.last_seen_at < now() - ${SEEN_EVERY}::interval AS stale
    FROM session s
    JOIN account a ON a.id = s.account_id AND a.disabled_at IS NULL
    LEFT JOIN tenant t ON t.id = s.tenant_id AND t.suspended_at IS NULL
      AND ((${IS_ABOVE_TENANTS} AND ${IS_VISITING}) OR ((NOT ${IS_ABOVE_TENANTS} OR ${IS_MEMBER}) AND ${IS_ADMITTED}))
    LEFT JOIN tenant_user u ON u.tenant_id = t.id AND u.account_id = a.id AND u.disabled_at IS NULL
    LEFT JOIN figures_revision f ON f.tenant_id = t.id
    WHERE s.token_hash = ${tokenHash} AND s.ended_at IS NULL AND s.expires_at > now()
      AND s.last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})`;
}

export type TokenRow = BearerRow & { id: string; scopes: string[]; permissions: string[] | null; tenantBound: boolean };

export function tokenBearer(tx: GlobalTx, tokenHash: Buffer): Promise<TokenRow | null> {
  return tx.first<TokenRow>`
    SELECT k.id, k.scopes, k.permissions, k.tenant_id IS NOT NULL AS "tenantBound", ${BEARER_COLUMNS}, t.sql_access AS "sqlAccess",
           t.id AS "tenantId", f.revision AS "figuresRevision", k.tenant_id IS NOT NULL AND t.id IS NULL AS "tenantLost",
           ${OPEN_TENANTS},
           k.last_used_at IS NULL OR k.last_used_at < now() - ${SEEN_EVERY}::interval AS stale
    FROM api_token k
    JOIN account a ON a.id = k.account_id AND a.disabled_at IS NULL
    LEFT JOIN tenant t ON t.id = k.tenant_id AND t.suspended_at IS NULL
      AND ((${IS_ABOVE_TENANTS} AND t.support_access = 'always') OR ((NOT ${IS_ABOVE_TENANTS} OR ${IS_MEMBER}) AND ${IS_ADMITTED}))
    LEFT JOIN ${ONLY_TENANT} one ON k.tenant_id IS NULL
    LEFT JOIN tenant_user u ON u.tenant_id = coalesce(t.id, one.tenant_id) AND u.account_id = a.id AND u.disabled_at IS NULL
    LEFT JOIN figures_revision f ON f.tenant_id = t.id
    WHERE k.token_hash = ${tokenHash} AND k.revoked_at IS NULL AND k.expires_at > now()`;
}

/** Of the installation's identity provider: those of tenants vouch for nobody outside of a sign-in. */
export function accountBearer(tx: GlobalTx, issuer: string, subject: string): Promise<BearerRow | null> {
  return tx.first<BearerRow>`
    SELECT ${BEARER_COLUMNS}, NULL AS "tenantId", NULL AS "figuresRevision", t.sql_access AS "sqlAccess",
           false AS "tenantLost", false AS stale, ${OPEN_TENANTS}
    FROM account a
    LEFT JOIN ${ONLY_TENANT} one ON true
    LEFT JOIN tenant t ON t.id = one.tenant_id
    LEFT JOIN tenant_user u ON u.tenant_id = one.tenant_id AND u.account_id = a.id
    WHERE a.issuer = ${issuer} AND a.subject = ${subject} AND a.provider_tenant_id IS NULL AND a.disabled_at IS NULL`;
}

/** `address`: from where it is used now. */
export async function touchSession(tx: GlobalTx, id: string, address: string | null): Promise<void> {
  await tx.run`
    WITH used AS (UPDATE session SET last_seen_at = now(), address = coalesce(${address}, address) WHERE id = ${id}
                  RETURNING tenant_id, account_id)
    UPDATE tenant_user u SET last_seen_at = now() FROM used
    WHERE u.tenant_id = used.tenant_id AND u.account_id = used.account_id`;
}

export async function touchToken(tx: GlobalTx, id: string): Promise<void> {
  await tx.run`
    WITH used AS (UPDATE api_token SET last_used_at = now() WHERE id = ${id} RETURNING tenant_id, account_id)
    UPDATE tenant_user u SET last_seen_at = now() FROM used
    WHERE u.tenant_id = used.tenant_id AND u.account_id = used.account_id`;
}

/** Someone has entered a tenant. */
export async function markSeen(tx: GlobalTx, tenantId: string, accountId: string): Promise<void> {
  await tx.run`UPDATE tenant_user SET last_seen_at = now() WHERE tenant_id = ${tenantId} AND account_id = ${accountId}`;
}

export interface NewSession {
  tokenHash: Buffer;
  accountId: string;
  tenantId: string | null;
  providerSession: string | null;
  idToken: string | null;
  device: string;
  address: string | null;
}

export async function insertSession(tx: GlobalTx, session: NewSession): Promise<string> {
  await tx.run`DELETE FROM session WHERE account_id = ${session.accountId} AND expires_at < now() - interval '30 days'`;
  const row = await tx.first<{ id: string }>`
    INSERT INTO session (token_hash, account_id, tenant_id, provider_session, id_token, device, address, expires_at)
    VALUES (${session.tokenHash}, ${session.accountId}, ${session.tenantId}, ${session.providerSession}, ${session.idToken},
            ${session.device}, ${session.address}, now() + make_interval(days => ${ABSOLUTE_DAYS}))
    RETURNING id`;
  return row!.id;
}

/** Ends the session of a cookie; returns what the sign-out at the provider needs. */
export function endSessionByToken(
  tx: GlobalTx,
  tokenHash: Buffer,
): Promise<{ id: string; accountId: string; tenantId: string | null; idToken: string | null } | null> {
  return tx.first`
    WITH before AS (SELECT id, id_token FROM session WHERE token_hash = ${tokenHash} AND ended_at IS NULL FOR UPDATE)
    UPDATE session s SET ended_at = now(), id_token = NULL FROM before WHERE s.id = before.id
    RETURNING s.id, s.account_id AS "accountId", s.tenant_id AS "tenantId", before.id_token AS "idToken"`;
}

export function endOwnSession(tx: GlobalTx, accountId: string, id: string): Promise<number> {
  return tx.run`
    UPDATE session SET ended_at = now(), id_token = NULL
    WHERE id = ${id} AND account_id = ${accountId} AND ended_at IS NULL AND expires_at > now()`;
}

/** Ends a person's sessions except one; returns their ids. */
export async function endOtherSessions(tx: GlobalTx, accountId: string, except: string | null): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    UPDATE session SET ended_at = now(), id_token = NULL
    WHERE account_id = ${accountId} AND id IS DISTINCT FROM ${except}::uuid AND ended_at IS NULL AND expires_at > now()
    RETURNING id`;
  return rows.map(({ id }) => id);
}

/** Ends sessions that started before `before` (epoch seconds), of one provider session or of all of a person's. */
export async function endProviderSessions(
  tx: GlobalTx,
  issuer: string,
  match: { sid: string | null; subject: string | null; providerTenantId: string | null },
  before: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    UPDATE session s SET ended_at = now(), id_token = NULL FROM account a
    WHERE a.id = s.account_id AND a.issuer = ${issuer} AND s.ended_at IS NULL
      AND a.provider_tenant_id IS NOT DISTINCT FROM ${match.providerTenantId}::uuid
      AND s.created_at < to_timestamp(${before})
      AND (${match.sid}::text IS NULL OR s.provider_session = ${match.sid})
      AND (${match.subject}::text IS NULL OR CASE a.subject_claim WHEN 'sub' THEN a.subject = ${match.subject} ELSE ${match.sid}::text IS NOT NULL END)
      AND (${match.sid}::text IS NOT NULL OR ${match.subject}::text IS NOT NULL)
    RETURNING s.id`;
  return rows.map(({ id }) => id);
}

/** Ends the sessions of a tenant's people there; global users stay signed in, outside it. */
export async function endSessionsIn(tx: GlobalTx, tenantId: string): Promise<void> {
  await tx.run`
    UPDATE session s SET tenant_id = NULL FROM account a
    WHERE s.tenant_id = ${tenantId} AND a.id = s.account_id
      AND EXISTS (SELECT FROM unnest(a.roles) AS role WHERE role LIKE 'global.%')`;
  await tx.run`
    UPDATE session SET ended_at = now(), id_token = NULL WHERE tenant_id = ${tenantId} AND ended_at IS NULL`;
}

export interface SessionRow {
  id: string;
  device: string;
  address: string | null;
  createdAt: Date;
  lastSeenAt: Date;
}

export function listSessions(tx: GlobalTx, accountId: string): Promise<SessionRow[]> {
  return tx.rows<SessionRow>`
    SELECT id, device, address, created_at AS "createdAt", last_seen_at AS "lastSeenAt" FROM session
    WHERE account_id = ${accountId} AND ended_at IS NULL AND expires_at > now()
      AND last_seen_at > now() - make_interval(hours => ${IDLE_HOURS})
    ORDER BY last_seen_at DESC, id`;
}

export interface ProfileRow {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  avatar: string | null;
  globalLanding: string | null;
  /** Of the tenant they are in; language and theme for its members only. */
  branding: StoredBranding;
  /** As stored: read them through `preferencesOf`. */
  preferences: Record<string, string | null>;
}

/** `tenantId`: in which the person is. */
export function profile(tx: GlobalTx, accountId: string, tenantId: string | null): Promise<ProfileRow | null> {
  return tx.first<ProfileRow>`
    SELECT a.id, a.email, a.first_name AS "firstName", a.last_name AS "lastName", a.shown_picture AS avatar,
           g.default_landing_page AS "globalLanding",
           jsonb_build_object('language', CASE WHEN u.account_id IS NOT NULL THEN t.language END,
                              'theme', CASE WHEN u.account_id IS NOT NULL THEN t.theme END, 'logo', l.hash) AS branding,
           jsonb_build_object('scheme', a.scheme, 'theme', a.theme, 'layout', a.layout, 'language', a.language) AS preferences
    FROM account a LEFT JOIN global_user g ON g.account_id = a.id
    LEFT JOIN tenant t ON t.id = ${tenantId} AND t.suspended_at IS NULL
    LEFT JOIN tenant_logo l ON l.tenant_id = t.id
    LEFT JOIN tenant_user u ON u.tenant_id = t.id AND u.account_id = a.id AND u.disabled_at IS NULL
    WHERE a.id = ${accountId}`;
}

export type EnterableTenant = TenantRef & {
  landing: string | null;
  chatEnabled: boolean | null;
  insightsEnabled: boolean | null;
  chatbotEnabled: boolean | null;
};

/**
 * Tenants that a person may enter: their own, those that have allowed them a visit, and the one they are in; no
 * suspended ones.
 */
export function enterableTenants(
  tx: GlobalTx,
  { accountId, tenantId }: { accountId: string; tenantId: string | null },
): Promise<EnterableTenant[]> {
  return tx.rows<EnterableTenant>`
    SELECT t.id, t.slug, t.name, u.default_landing_page AS landing, t.chat_enabled AS "chatEnabled",
           t.insights_enabled AS "insightsEnabled", t.chatbot_enabled AS "chatbotEnabled"
    FROM tenant t LEFT JOIN tenant_user u ON u.tenant_id = t.id AND u.account_id = ${accountId}
    LEFT JOIN account a ON a.id = u.account_id
    WHERE t.suspended_at IS NULL
      AND ((u.account_id IS NOT NULL AND u.disabled_at IS NULL AND ${IS_ADMITTED}) OR t.id = ${tenantId}
      OR EXISTS (SELECT FROM support_visit v WHERE v.tenant_id = t.id AND v.account_id = ${accountId}
                    AND rise_support_state(v) = 'allowed'))
    ORDER BY t.name, t.id`;
}

/** Uses what the tenant has allowed, in this session and once; none where the person is there as a member or already. */
export function beginVisit(tx: GlobalTx, accountId: string, sessionId: string, tenantId: string): Promise<number> {
  return tx.run`
    UPDATE support_visit v SET session_id = ${sessionId}, entered_at = now(), ends_at = now() + make_interval(mins => v.minutes)
    WHERE v.tenant_id = ${tenantId} AND v.account_id = ${accountId} AND rise_support_state(v) = 'allowed'
      AND NOT EXISTS (SELECT FROM support_visit o WHERE o.tenant_id = v.tenant_id AND o.session_id = ${sessionId}
                         AND rise_support_state(o) = 'active')`;
}

export interface VisitorRow {
  id: string;
  accountId: string;
  person: string;
  endsAt: Date;
}

/** People above the tenants who are in one for support now. */
export function listVisitors(tx: GlobalTx, tenantId: string): Promise<VisitorRow[]> {
  return tx.rows<VisitorRow>`
    SELECT id, account_id AS "accountId", person, ends_at AS "endsAt" FROM support_visit
    WHERE tenant_id = ${tenantId} AND entered_at IS NOT NULL AND ended_at IS NULL AND ends_at > now()
    ORDER BY ends_at, id`;
}

export async function enterTenant(tx: GlobalTx, accountId: string, sessionId: string, tenantId: string): Promise<void> {
  await tx.run`UPDATE session SET tenant_id = ${tenantId} WHERE id = ${sessionId} AND account_id = ${accountId}`;
}

export async function setTenantLanding(tx: TenantTx, accountId: string, page: string | null): Promise<void> {
  await tx.run`
    UPDATE tenant_user SET default_landing_page = ${page} WHERE tenant_id = ${tx.tenantId} AND account_id = ${accountId}`;
}

export async function setGlobalLanding(tx: GlobalTx, accountId: string, page: string | null): Promise<void> {
  await tx.run`
    INSERT INTO global_user (account_id, default_landing_page) VALUES (${accountId}, ${page})
    ON CONFLICT (account_id) DO UPDATE SET default_landing_page = excluded.default_landing_page`;
}

/** Sets the preferences that `change` has; null resets one. */
export async function setPreferences(tx: GlobalTx, accountId: string, change: Partial<Preferences>): Promise<void> {
  await tx.run`
    UPDATE account SET
      scheme = CASE WHEN c ? 'scheme' THEN c ->> 'scheme' ELSE scheme END,
      theme = CASE WHEN c ? 'theme' THEN c ->> 'theme' ELSE theme END,
      layout = CASE WHEN c ? 'layout' THEN c ->> 'layout' ELSE layout END,
      language = CASE WHEN c ? 'language' THEN c ->> 'language' ELSE language END
    FROM (SELECT ${JSON.stringify(change)}::jsonb AS c) AS change WHERE id = ${accountId}`;
}

/** Ends every session; returns how many there were. */
export async function endAll(tx: GlobalTx): Promise<number> {
  await tx.run`DELETE FROM sign_in_attempt`;
  return tx.run`
    UPDATE session SET ended_at = now(), id_token = NULL WHERE ended_at IS NULL AND expires_at > now()`;
}
