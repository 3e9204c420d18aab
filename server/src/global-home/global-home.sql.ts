import type { GlobalHome, LocalizedText } from '@rise/contract';
import { fragment, type GlobalTx } from '../kernel/database/database.ts';
import { HAS_ADMINISTRATOR } from '../tenants/tenants.service.ts';

interface OfTenant {
  tenantId: string;
  tenantName: string;
}

const TENANT = fragment`t.id AS "tenantId", t.name AS "tenantName"`;
const STATE = fragment`CASE WHEN t.deletion_due_at IS NOT NULL THEN 'deleting'
  WHEN t.suspended_at IS NOT NULL THEN 'suspended' ELSE 'active' END`;

export interface StoppedRow extends OfTenant {
  suspendedAt: Date;
  deletionDueAt: Date | null;
  isDeleting: boolean;
}

/** Tenants that nobody can sign in to. */
export function listStopped(tx: GlobalTx): Promise<StoppedRow[]> {
  return tx.rows<StoppedRow>`
    SELECT ${TENANT}, t.suspended_at AS "suspendedAt", t.deletion_due_at AS "deletionDueAt",
           t.deletion_started_at IS NOT NULL AS "isDeleting"
      FROM tenant t WHERE t.suspended_at IS NOT NULL`;
}

export interface LimitedRow extends OfTenant {
  mostUsers: number | null;
  users: number;
  /** Has a limit of its storage, which is counted in files. */
  hasStorageLimit: boolean;
}

/** Active tenants whose plan limits how many people or bytes they have. */
export function listLimited(tx: GlobalTx): Promise<LimitedRow[]> {
  return tx.rows<LimitedRow>`
    SELECT ${TENANT}, t.user_limit AS "mostUsers", t.storage_limit_mb IS NOT NULL AS "hasStorageLimit",
           (SELECT count(*)::integer FROM tenant_user u WHERE u.tenant_id = t.id AND u.disabled_at IS NULL) AS users
      FROM tenant t WHERE t.suspended_at IS NULL AND (t.user_limit IS NOT NULL OR t.storage_limit_mb IS NOT NULL)`;
}

export interface DomainsRow extends OfTenant {
  state: 'missing' | 'failing' | 'expired';
  count: number;
}

/** Domains of active tenants that people cannot join by, or soon could not. */
export function countDomains(tx: GlobalTx): Promise<DomainsRow[]> {
  return tx.rows<DomainsRow>`
    SELECT ${TENANT}, CASE WHEN d.state = 'verified' THEN 'missing' ELSE d.state END AS state, count(*)::integer AS count
      FROM tenant_domain d JOIN tenant t ON t.id = d.tenant_id AND t.suspended_at IS NULL
     WHERE d.state IN ('failing', 'expired') OR (d.state = 'verified' AND d.missing_since IS NOT NULL)
     GROUP BY 1, 2, 3`;
}

export interface ProviderRow extends OfTenant {
  reason: 'failed' | 'untested';
}

/** Identity providers by which people of active tenants are to sign in, whose connection does not work or is not proven to. */
export function listProviders(tx: GlobalTx): Promise<ProviderRow[]> {
  return tx.rows<ProviderRow>`
    SELECT ${TENANT}, CASE WHEN p.test_failure IS NOT NULL THEN 'failed' ELSE 'untested' END AS reason
      FROM identity_provider p JOIN tenant t ON t.id = p.tenant_id AND t.suspended_at IS NULL
     WHERE t.sign_in <> 'shared' AND (p.test_failure IS NOT NULL OR p.tested_connection IS DISTINCT FROM p.connection)`;
}

export interface InvitationRow extends OfTenant {
  expiresAt: Date;
  isExpired: boolean;
}

/** Active tenants without an administrator, where one was invited: the invitation that is valid for longest. */
export function listUnadministered(tx: GlobalTx): Promise<InvitationRow[]> {
  return tx.rows<InvitationRow>`
    SELECT ${TENANT}, max(i.expires_at) AS "expiresAt", max(i.expires_at) <= now() AS "isExpired"
      FROM invitation i JOIN tenant t ON t.id = i.tenant_id AND t.suspended_at IS NULL
     WHERE 'tenant.admin' = ANY (i.roles) AND i.accepted_at IS NULL AND i.revoked_at IS NULL
       AND NOT ${HAS_ADMINISTRATOR}
     GROUP BY t.id, t.name`;
}

export interface VisitsRow extends OfTenant {
  count: number;
  endsAt: Date;
}

/** Visits for support that last, of anyone else. */
export function countVisits(tx: GlobalTx, accountId: string): Promise<VisitsRow[]> {
  return tx.rows<VisitsRow>`
    SELECT ${TENANT}, count(*)::integer AS count, max(v.ends_at) AS "endsAt"
      FROM support_visit v JOIN tenant t ON t.id = v.tenant_id
     WHERE v.account_id <> ${accountId} AND rise_support_state(v) = 'active' GROUP BY t.id, t.name`;
}

export interface OwnVisitRow extends OfTenant {
  state: 'requested' | 'allowed' | 'active';
  endsAt: Date | null;
}

export function listOwnVisits(tx: GlobalTx, accountId: string): Promise<OwnVisitRow[]> {
  return tx.rows<OwnVisitRow>`
    SELECT ${TENANT}, rise_support_state(v) AS state, v.ends_at AS "endsAt"
      FROM support_visit v JOIN tenant t ON t.id = v.tenant_id AND t.suspended_at IS NULL
     WHERE v.account_id = ${accountId} AND rise_support_state(v) IN ('requested', 'allowed', 'active')`;
}

export interface AnnouncementRow {
  id: string;
  title: LocalizedText;
  endsAt: Date | null;
}

export function listAnnouncements(tx: GlobalTx): Promise<AnnouncementRow[]> {
  return tx.rows<AnnouncementRow>`
    SELECT id, title, end_date AS "endsAt" FROM announcement
     WHERE NOT is_draft AND start_date <= now() AND (end_date IS NULL OR end_date > now())`;
}

type Recent = Omit<GlobalHome['recent'][number], 'createdAt'> & { createdAt: Date };

export function listRecent(tx: GlobalTx, most: number): Promise<Recent[]> {
  return tx.rows<Recent>`
    SELECT t.id, t.name, t.slug, ${STATE} AS state, t.created_at AS "createdAt",
           (SELECT count(*)::integer FROM tenant_user u JOIN account a ON a.id = u.account_id AND a.disabled_at IS NULL
             WHERE u.tenant_id = t.id AND u.disabled_at IS NULL) AS users
      FROM tenant t ORDER BY t.created_at DESC, t.id LIMIT ${most}`;
}

export function countTenants(tx: GlobalTx): Promise<{ state: keyof GlobalHome['tenants']; count: number }[]> {
  return tx.rows<{ state: keyof GlobalHome['tenants']; count: number }>`
    SELECT ${STATE} AS state, count(*)::integer AS count FROM tenant t GROUP BY 1`;
}
