import type { ClaimedRights, ProviderProblem, ProviderSettings, ProviderTest, SignInChoice } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';
import { rightsOf } from '../sessions/claimed-rights.service.ts';
import type { ProviderRow } from './identity-providers.sql.ts';

const MESSAGES: Record<ProviderProblem, string> = {
  untested: 'Test the sign-in first: the settings of today have not passed a test.',
  'no-administrator': 'The test does not give the role of an administrator, so nobody could change this again. Map it, or test as an administrator.', // prettier-ignore
  required: 'This provider is the only way to sign in. Allow the shared sign-in first.',
  missing: 'Set up the identity provider first.',
  'issuer-common': 'Anybody’s accounts come from this issuer. Enter the one of your organization.',
  'issuer-shared': 'This is the identity provider of the installation, by which people sign in already.',
  'issuer-host': 'This installation may not connect to that host. Enter a public address, or have its operator add it to IDENTITY_PROVIDER_HOSTS.', // prettier-ignore
};

/** An error whose detail names the problem, so that a screen can say it in the reader's language. */
export function refusal(problem: ProviderProblem, code: 'CONFLICT' | 'VALIDATION_FAILED' = 'CONFLICT'): UserError {
  return new UserError(code, MESSAGES[problem], [{ field: problem, message: MESSAGES[problem] }]);
}

/** What its claims would be by the mapping of today; null where none arrived. */
export function testedRights(row: ProviderRow, domains: readonly string[]): ClaimedRights | null {
  return row.testClaims && rightsOf(row.testClaims, { issuer: row.issuer, domains, mapping: row });
}

export function toTest(row: ProviderRow, domains: readonly string[]): ProviderTest | null {
  if (row.testedAt === null) return null;
  const rights = testedRights(row, domains);
  return {
    at: row.testedAt.toISOString(),
    by: row.testedBy,
    isCurrent: row.testedConnection === row.connection,
    failure: row.testFailure ?? rights?.problem ?? null,
    claims: row.testClaims,
    rights,
  };
}

/** Why people cannot sign in so; null: they can. */
export function useProblem(
  row: ProviderRow | null,
  signIn: SignInChoice,
  domains: readonly string[],
): ProviderProblem | null {
  if (signIn === 'shared') return null;
  if (!row) return 'missing';
  const test = toTest(row, domains);
  if (!test?.isCurrent || test.failure !== null) return 'untested';
  const isAdministrator = test.rights?.roles.some(({ role }) => role === 'tenant.admin');
  return signIn === 'own' && !isAdministrator ? 'no-administrator' : null;
}

/** What leads to the provider, and says who people are there. */
const CONNECTION = ['issuer', 'clientId', 'subjectClaim'] as const;

/** Whether tests of the connection before hold no more. `isSecretNew`: another secret was entered, or none any more. */
export function isNewConnection(
  before: ProviderSettings | null,
  after: ProviderSettings,
  isSecretNew: boolean,
): boolean {
  if (before === null || isSecretNew) return true;
  const sorted = (scopes: readonly string[]) => scopes.toSorted().join(' ');
  return CONNECTION.some((name) => before[name] !== after[name]) || sorted(before.scopes) !== sorted(after.scopes);
}
