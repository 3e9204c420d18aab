import type { Database } from '../kernel/database/database.ts';
import { provisionAccounts } from '../sessions/provisioning.service.ts';
import type { Identity } from './identities.ts';

/**
 * Creates the accounts of the embedded provider's identities before their first sign-in, so that API tokens can be
 * created for them. `issuer` is the provider's; their tenants must exist.
 */
export async function seedDemoAccounts(
  database: Database,
  issuer: URL,
  identities: readonly Identity[],
): Promise<void> {
  await provisionAccounts(
    database,
    identities.map(({ subject, email, firstName, lastName, roles, tenants, groups = [], branches = [] }) => ({
      issuer: issuer.href.replace(/\/$/, ''),
      subject,
      email,
      firstName,
      lastName,
      avatar: null,
      roles,
      tenants,
      groups,
      attributes: { branch: branches },
    })),
  );
}
