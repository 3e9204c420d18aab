import type { ClaimMapping, ProviderSettings, SignInChoice, TestFailure } from '@rise/contract';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';

export interface ProviderRow extends ProviderSettings {
  /** Sealed. */
  secret: Buffer | null;
  connection: string;
  testedConnection: string | null;
  testedAt: Date | null;
  testedBy: string | null;
  testFailure: Exclude<TestFailure, 'no-subject' | 'no-role' | 'hosted-domain'> | null;
  testClaims: Record<string, unknown> | null;
  updatedAt: Date;
  updatedBy: string | null;
}

/** One at a time changes how a tenant's people sign in. */
export async function lockSignIn(tx: GlobalTx | TenantTx, tenantId: string): Promise<void> {
  await tx.run`SELECT pg_advisory_xact_lock(hashtextextended('sign-in ' || ${tenantId}, 0))`;
}

export function findProvider(tx: TenantTx | GlobalTx, tenantId: string): Promise<ProviderRow | null> {
  return tx.first<ProviderRow>`
    SELECT label, issuer, client_id AS "clientId", secret, scopes, subject_claim AS "subjectClaim", roles_claim AS "rolesClaim",
           role_map AS "roleMap", default_role AS "defaultRole", groups_claim AS "groupsClaim", connection,
           tested_connection AS "testedConnection", tested_at AS "testedAt", tested_by AS "testedBy",
           test_failure AS "testFailure", test_claims AS "testClaims", updated_at AS "updatedAt", updated_by AS "updatedBy"
      FROM identity_provider WHERE tenant_id = ${tenantId}`;
}

export async function readSignIn(tx: TenantTx | GlobalTx, tenantId: string): Promise<SignInChoice> {
  const row = await tx.first<{ signIn: SignInChoice }>`
    SELECT sign_in AS "signIn" FROM tenant WHERE id = ${tenantId}`;
  return row!.signIn;
}

/** Domains that the tenant has proven, in ASCII; also while their record is missing for some days. */
export async function listDomains(tx: TenantTx | GlobalTx, tenantId: string): Promise<string[]> {
  const rows = await tx.rows<{ domain: string }>`
    SELECT domain FROM tenant_domain WHERE tenant_id = ${tenantId} AND state IN ('verified', 'failing') ORDER BY domain`;
  return rows.map(({ domain }) => domain);
}

/** `isNewConnection`: tests hold no more. */
export async function saveProvider(
  tx: TenantTx,
  settings: ProviderSettings & { secret: Buffer | null; updatedBy: string | null },
  isNewConnection: boolean,
): Promise<void> {
  const { label, issuer, clientId, secret, scopes, updatedBy } = settings;
  const { subjectClaim, rolesClaim, roleMap, defaultRole, groupsClaim }: ClaimMapping = settings;
  await tx.run`
    INSERT INTO identity_provider AS p (tenant_id, label, issuer, client_id, secret, scopes, subject_claim, roles_claim, role_map,
                                        default_role, groups_claim, updated_by)
    VALUES (${tx.tenantId}, ${label}, ${issuer}, ${clientId}, ${secret}, ${scopes}, ${subjectClaim}, ${rolesClaim},
            ${JSON.stringify(roleMap)}::jsonb, ${defaultRole}, ${groupsClaim}, ${updatedBy})
    ON CONFLICT (tenant_id) DO UPDATE SET label = excluded.label, issuer = excluded.issuer, client_id = excluded.client_id,
      secret = excluded.secret, scopes = excluded.scopes, subject_claim = excluded.subject_claim,
      roles_claim = excluded.roles_claim, role_map = excluded.role_map, default_role = excluded.default_role,
      groups_claim = excluded.groups_claim, updated_at = now(), updated_by = excluded.updated_by,
      connection = CASE WHEN ${isNewConnection}::boolean THEN excluded.connection ELSE p.connection END`;
}

export async function deleteProvider(tx: TenantTx): Promise<number> {
  return tx.run`DELETE FROM identity_provider WHERE tenant_id = ${tx.tenantId}`;
}

/** Returns what it was. */
export async function saveSignIn(tx: GlobalTx, tenantId: string, signIn: SignInChoice): Promise<SignInChoice> {
  const row = await tx.first<{ before: SignInChoice }>`
    WITH old AS (SELECT id, sign_in FROM tenant WHERE id = ${tenantId} FOR UPDATE)
    UPDATE tenant t SET sign_in = ${signIn} FROM old WHERE t.id = old.id RETURNING old.sign_in AS before`;
  return row!.before;
}

/** Accounts of the tenant's own provider, and members whose account is of the installation's. */
export async function countPeople(tx: GlobalTx, tenantId: string): Promise<{ people: number; sharedMembers: number }> {
  const row = await tx.first<{ people: number; sharedMembers: number }>`
    SELECT (SELECT count(*)::integer FROM account WHERE provider_tenant_id = ${tenantId}) AS people,
           (SELECT count(*)::integer FROM tenant_user u JOIN account a ON a.id = u.account_id
             WHERE u.tenant_id = ${tenantId} AND u.disabled_at IS NULL AND a.disabled_at IS NULL
               AND a.provider_tenant_id IS NULL) AS "sharedMembers"`;
  return row!;
}

/**
 * Ends sessions in a tenant of accounts that it does not let in any more by their provider, and those of its own provider
 * outside of it; returns their ids. Visits for support go on.
 */
export async function endSessionsNotAdmitted(tx: GlobalTx, tenantId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    UPDATE session s SET ended_at = now(), id_token = NULL FROM account a, tenant t
     WHERE a.id = s.account_id AND t.id = ${tenantId} AND s.ended_at IS NULL
       AND (s.tenant_id = t.id OR a.provider_tenant_id = t.id)
       AND NOT rise_admits(t.sign_in, t.id, a.provider_tenant_id)
       AND NOT a.roles && ARRAY['global.support', 'global.admin']
    RETURNING s.id`;
  return rows.map(({ id }) => id);
}
