/**
 * Through which identity provider the people of a tenant sign in: the installation's (`shared`), that one or the tenant's own
 * (`any`), the tenant's own alone (`own`).
 */
export const SIGN_IN_CHOICES = ['shared', 'any', 'own'] as const;
export type SignInChoice = (typeof SIGN_IN_CHOICES)[number];

/**
 * Why someone could not sign in with claims: the claim of the subject is missing (`no-subject`), the claims give no role
 * (`no-role`), they are of no Google Workspace whose domain the tenant has proven (`hosted-domain`).
 */
export const CLAIM_PROBLEMS = ['no-subject', 'no-role', 'hosted-domain'] as const;
export type ClaimProblem = (typeof CLAIM_PROBLEMS)[number];

/**
 * Why a test failed: the provider could not be reached (`unavailable`), it refused (`refused`), its answer was not valid
 * (`invalid`), the settings were changed meanwhile (`changed`), or one of CLAIM_PROBLEMS.
 */
export const TEST_FAILURES = ['unavailable', 'refused', 'invalid', 'changed', ...CLAIM_PROBLEMS] as const;
export type TestFailure = (typeof TEST_FAILURES)[number];

/**
 * Why a change of the provider is refused, as the field of an error's detail: its present connection has not passed a test
 * (`untested`); the test gives nobody the role of an administrator (`no-administrator`); the provider is the only one, so the shared
 * sign-in has to be allowed first (`required`); it has not been set up (`missing`); its issuer is not the issuer of one organization (`issuer-common`), the
 * installation's own (`issuer-shared`), or may not be reached (`issuer-host`).
 */
export const PROVIDER_PROBLEMS = [
  'untested',
  'no-administrator',
  'required',
  'missing',
  'issuer-common',
  'issuer-shared',
  'issuer-host',
] as const;
export type ProviderProblem = (typeof PROVIDER_PROBLEMS)[number];

export const MAX_ROLE_VALUES = 100;
/** People of one trial of a mapping. */
export const MAX_TRIED_PEOPLE = 50;
