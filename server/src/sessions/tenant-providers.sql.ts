import type { ClaimMapping, SignInChoice } from '@rise/contract';
import { fragment, type GlobalTx, type TenantTx } from '../kernel/database/database.ts';

export interface TenantProviderRow extends ClaimMapping {
  tenantId: string;
  slug: string;
  tenantName: string;
  signIn: SignInChoice;
  label: string;
  issuer: string;
  clientId: string;
  /** Sealed. */
  secret: Buffer | null;
  scopes: string[];
  /** Another one with each change of what leads to the provider. */
  connection: string;
  /** Proven by the tenant, in ASCII; also while their record is missing for some days. */
  domains: string[];
}

const PROVIDER = fragment`
  SELECT p.tenant_id AS "tenantId", t.slug, t.name AS "tenantName", t.sign_in AS "signIn", p.label, p.issuer,
         p.client_id AS "clientId", p.secret, p.scopes, p.connection, p.subject_claim AS "subjectClaim",
         p.roles_claim AS "rolesClaim", p.role_map AS "roleMap", p.default_role AS "defaultRole", p.groups_claim AS "groupsClaim",
         ARRAY(SELECT d.domain FROM tenant_domain d
                WHERE d.tenant_id = p.tenant_id AND d.state IN ('verified', 'failing') ORDER BY d.domain) AS domains
    FROM identity_provider p JOIN tenant t ON t.id = p.tenant_id`;

export function findProvider(tx: GlobalTx, tenantId: string): Promise<TenantProviderRow | null> {
  return tx.first<TenantProviderRow>`${PROVIDER} WHERE p.tenant_id = ${tenantId}`;
}

/** Of the tenant that has proven a domain, where its people may use their own provider. */
export function findProviderOf(tx: GlobalTx, domain: string): Promise<TenantProviderRow | null> {
  return tx.first<TenantProviderRow>`
    ${PROVIDER} JOIN tenant_domain o ON o.tenant_id = p.tenant_id
     WHERE o.domain = ${domain} AND o.state IN ('verified', 'failing') AND t.sign_in <> 'shared' AND t.suspended_at IS NULL`;
}

export async function isAnyUsed(tx: GlobalTx): Promise<boolean> {
  return (
    (await tx.first`
      SELECT FROM identity_provider p JOIN tenant t ON t.id = p.tenant_id
       WHERE t.sign_in <> 'shared' AND t.suspended_at IS NULL LIMIT 1`) !== null
  );
}

/** The tenant whose own provider an account is of; null for the installation's. */
export async function providerOf(tx: GlobalTx, accountId: string): Promise<string | null> {
  const row = await tx.first<{ tenantId: string | null }>`
    SELECT provider_tenant_id AS "tenantId" FROM account WHERE id = ${accountId}`;
  return row?.tenantId ?? null;
}

/** Stores what a test found, unless the connection is another one by now. */
export async function saveTest(
  tx: TenantTx,
  test: { connection: string; by: string | null; failure: string | null; claims: string | null },
): Promise<void> {
  await tx.run`
    UPDATE identity_provider SET tested_connection = ${test.connection}, tested_at = now(), tested_by = ${test.by},
           test_failure = ${test.failure}, test_claims = ${test.claims}::jsonb
     WHERE tenant_id = ${tx.tenantId} AND connection = ${test.connection}`;
}
