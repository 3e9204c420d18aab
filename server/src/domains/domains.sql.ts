import type { DomainCheckResult, JoinRule, TenantRole } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';
import type { CheckState } from './domain-checks.rules.ts';

export interface DomainRow extends CheckState {
  id: string;
  domain: string;
  token: string;
  lastResult: DomainCheckResult | null;
  lastCheckedAt: Date | null;
  joinRule: JoinRule;
  role: TenantRole;
  createdAt: Date;
  createdBy: string | null;
}

const DOMAIN = fragment`
  id, domain, token, state, state_since AS "stateSince", checks, misses, missing_since AS "missingSince",
  next_check_at AS "nextCheckAt", last_result AS "lastResult", last_checked_at AS "lastCheckedAt", join_rule AS "joinRule", role,
  created_at AS "createdAt", created_by AS "createdBy"`;

export function listDomains(tx: TenantTx): Promise<DomainRow[]> {
  return tx.rows<DomainRow>`SELECT ${DOMAIN} FROM tenant_domain WHERE tenant_id = ${tx.tenantId} ORDER BY domain`;
}

/** Domains to which reports may be mailed. */
export async function listMailDomains(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ domains: string[] }>`SELECT domains FROM tenant_mail WHERE tenant_id = ${tx.tenantId}`;
  return row?.domains ?? [];
}

/** Those that are the tenant's, by name. */
export async function listVerified(tx: TenantTx): Promise<string[]> {
  const rows = await tx.rows<{ domain: string }>`
    SELECT domain FROM tenant_domain WHERE tenant_id = ${tx.tenantId} AND state = 'verified' ORDER BY domain`;
  return rows.map(({ domain }) => domain);
}

/** One at a time changes which domains a tenant has. */
export async function lockDomains(tx: TenantTx): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('domains ' || ${tx.tenantId}, 0))`;
}

export async function insertDomain(
  tx: TenantTx,
  { domain, token, createdBy }: Pick<DomainRow, 'domain' | 'token' | 'createdBy'>,
  { stateSince, nextCheckAt }: CheckState,
): Promise<string> {
  const row = await tx.first<{ id: string }>`
    INSERT INTO tenant_domain (tenant_id, domain, token, created_by, state_since, next_check_at)
    VALUES (${tx.tenantId}, ${domain}, ${token}, ${createdBy}, ${stateSince}, ${nextCheckAt}) RETURNING id`;
  return row!.id;
}

export function lockDomain(tx: TenantTx, id: string): Promise<DomainRow | null> {
  return tx.first<DomainRow>`SELECT ${DOMAIN} FROM tenant_domain WHERE tenant_id = ${tx.tenantId} AND id = ${id} FOR UPDATE`;
}

export function saveJoining(
  tx: TenantTx,
  id: string,
  { joinRule, role }: { joinRule: JoinRule | null; role: TenantRole | null },
): Promise<number> {
  return tx.run`
    UPDATE tenant_domain SET join_rule = coalesce(${joinRule}, join_rule), role = coalesce(${role}, role)
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

/** Another record proves it from now on. A check that runs meanwhile changes nothing. */
export async function restart(
  tx: TenantTx,
  id: string,
  token: string,
  { stateSince, nextCheckAt }: CheckState,
): Promise<void> {
  await tx.run`
    UPDATE tenant_domain SET token = ${token}, state = 'pending', state_since = ${stateSince}, next_check_at = ${nextCheckAt},
           checks = 0, misses = 0, missing_since = NULL, last_result = NULL, last_checked_at = NULL,
           lease = NULL, leased_until = NULL, is_unmailed = false
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export function deleteDomain(tx: TenantTx, id: string): Promise<number> {
  return tx.run`DELETE FROM tenant_domain WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export interface Place {
  tenantId: string;
  id: string;
}

/** What is due for a check, the longest first. */
export function listDue(tx: GlobalTx, now: Date): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT d.tenant_id AS "tenantId", d.id FROM tenant_domain d JOIN tenant t ON t.id = d.tenant_id
     WHERE d.next_check_at <= ${now} AND t.suspended_at IS NULL AND (d.leased_until IS NULL OR d.leased_until <= ${now})
     ORDER BY d.next_check_at, d.id LIMIT 50`;
}

/** Takes a domain to check it; null where it is not due any more, or another server has it. */
export function leaseDue(
  tx: TenantTx,
  id: string,
  { lease, now, until }: { lease: string; now: Date; until: Date },
): Promise<Pick<DomainRow, 'domain' | 'token'> | null> {
  return tx.first<Pick<DomainRow, 'domain' | 'token'>>`
    UPDATE tenant_domain SET lease = ${lease}, leased_until = ${until}
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND next_check_at <= ${now}
       AND (leased_until IS NULL OR leased_until <= ${now}) RETURNING domain, token`;
}

/** The same for a check that a person asks for: not within seconds of the one before. */
export function leaseNow(
  tx: TenantTx,
  id: string,
  { lease, now, until, checkedBefore }: { lease: string; now: Date; until: Date; checkedBefore: Date },
): Promise<Pick<DomainRow, 'domain' | 'token'> | null> {
  return tx.first<Pick<DomainRow, 'domain' | 'token'>>`
    UPDATE tenant_domain SET lease = ${lease}, leased_until = ${until}
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND state <> 'expired'
       AND (last_checked_at IS NULL OR last_checked_at <= ${checkedBefore})
       AND (leased_until IS NULL OR leased_until <= ${now}) RETURNING domain, token`;
}

/** One tenant at a time proves a domain. */
export async function lockProof(tx: TenantTx, domain: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('domain ' || ${domain}, 0))`;
}

export async function isTaken(tx: TenantTx, domain: string): Promise<boolean> {
  const row = await tx.first<{ taken: boolean }>`SELECT rise_domain_taken(${domain}) AS taken`;
  return row!.taken;
}

/** The domain, locked, while a lease on it is held. */
export function lockLeased(tx: TenantTx, id: string, lease: string): Promise<DomainRow | null> {
  return tx.first<DomainRow>`
    SELECT ${DOMAIN} FROM tenant_domain WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND lease = ${lease} FOR UPDATE`;
}

/** Ends the lease. */
export async function saveCheck(
  tx: TenantTx,
  id: string,
  { state, stateSince, checks, misses, missingSince, nextCheckAt }: CheckState,
  { result, now, isUnmailed }: { result: DomainCheckResult; now: Date; isUnmailed: boolean },
): Promise<void> {
  await tx.run`
    UPDATE tenant_domain SET state = ${state}, state_since = ${stateSince}, checks = ${checks}, misses = ${misses},
           missing_since = ${missingSince}, next_check_at = ${nextCheckAt}, last_result = ${result}, last_checked_at = ${now},
           lease = NULL, leased_until = NULL, is_unmailed = is_unmailed OR ${isUnmailed}
     WHERE tenant_id = ${tx.tenantId} AND id = ${id}`;
}

export async function listAdministrators(tx: TenantTx): Promise<string[]> {
  const row = await tx.first<{ ids: string[] }>`SELECT rise_administrators() AS ids`;
  return row!.ids;
}

/** Domains whose administrators have not been mailed yet. */
export function listUnmailed(tx: GlobalTx): Promise<Place[]> {
  return tx.rows<Place>`
    SELECT tenant_id AS "tenantId", id FROM tenant_domain WHERE is_unmailed ORDER BY state_since, id LIMIT 50`;
}

export function saveMailed(tx: TenantTx, id: string, stateSince: Date): Promise<number> {
  return tx.run`
    UPDATE tenant_domain SET is_unmailed = false
     WHERE tenant_id = ${tx.tenantId} AND id = ${id} AND state_since = ${stateSince}`;
}

export function listAddressees(
  tx: GlobalTx,
  tenantId: string,
  accounts: readonly string[],
): Promise<{ id: string; email: string; language: string | null }[]> {
  return tx.rows<{ id: string; email: string; language: string | null }>`
    SELECT id, email, rise_language(language, ${tenantId}) AS language
      FROM account WHERE id = ANY (${accounts as string[]}::uuid[]) ORDER BY id`;
}
