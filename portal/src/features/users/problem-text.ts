import { PERSON_PROBLEMS } from '@rise/contract/people';
import { ApiError } from '@rise/contract/client';
import type { TFunction } from 'i18next';
import { errorText } from '../../client/error-text.ts';

/** Why something could not be done with a person or an invitation, and what to do. */
export function problemText(error: unknown, t: TFunction): string {
  const fields = error instanceof ApiError ? (error.details ?? []).map(({ field }) => field) : [];
  const problem = PERSON_PROBLEMS.find((one) => fields.includes(one));
  return problem ? t(`users.problems.${problem}`) : errorText(error, t).message;
}
