import type { SignInChoice, TestFailure } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { PROVIDER_PROBLEMS } from '@rise/contract/identity-provider-words';
import type { TFunction } from 'i18next';
import { errorText } from '../../client/error-text.ts';

export const CHOICE_NAMES = {
  shared: 'identityProvider.choices.shared',
  any: 'identityProvider.choices.any',
  own: 'identityProvider.choices.own',
} as const satisfies Record<SignInChoice, string>;

export const FAILURES = {
  unavailable: 'identityProvider.failures.unavailable',
  refused: 'identityProvider.failures.refused',
  invalid: 'identityProvider.failures.invalid',
  changed: 'identityProvider.failures.changed',
  'no-subject': 'identityProvider.failures.noSubject',
  'no-role': 'identityProvider.failures.noRole',
  'hosted-domain': 'identityProvider.failures.hostedDomain',
} as const satisfies Record<TestFailure, string>;

/** Why something could not be done, and what to do. */
export function problemText(error: unknown, t: TFunction): string {
  const details = error instanceof ApiError ? (error.details ?? []) : [];
  const problem = PROVIDER_PROBLEMS.find((one) => details.some(({ field }) => field === one));
  if (problem) return t(`identityProvider.problems.${problem}`);
  // Each says which field, and what to enter there.
  const fields = details.map(({ field, message }) => `${field}: ${message}`);
  return fields.length > 0 ? fields.join(' ') : errorText(error, t).message;
}
