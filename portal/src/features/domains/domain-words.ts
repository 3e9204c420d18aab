import type { DomainState, JoinRule, TenantDomain } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { DOMAIN_PROBLEMS } from '@rise/contract/domain-words';
import type { StatusTone } from '@rise/ui';
import type { TFunction } from 'i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';

/** A domain whose record was found waits for nothing: another tenant has it. */
export const shownState = ({ state, lastResult }: TenantDomain): DomainState | 'taken' =>
  state === 'pending' && lastResult === 'taken' ? 'taken' : state;

export const STATE_TONES: Record<DomainState | 'taken', StatusTone> = {
  pending: 'info',
  taken: 'warning',
  verified: 'positive',
  failing: 'negative',
  expired: 'neutral',
};

export const RULE_NAMES = {
  automatic: 'domains.rules.automatic',
  approval: 'domains.rules.approval',
  invitation: 'domains.rules.invitation',
} as const satisfies Record<JoinRule, string>;

/** Why something could not be done, and what to do. */
export function problemText(error: unknown, t: TFunction): string {
  const fields = error instanceof ApiError ? (error.details ?? []).map(({ field }) => field) : [];
  const problem = DOMAIN_PROBLEMS.find((one) => fields.includes(one));
  return problem ? t(`domains.problems.${problem}`) : errorText(error, t).message;
}

/** How a domain stands, and what to do about it. */
export function adviceText(
  { state, lastResult, expiresAt, missingSince }: TenantDomain,
  t: TFunction,
  language: string,
): string {
  // prettier-ignore
  const end = expiresAt === null ? '' : formatMoment(expiresAt, language);
  switch (state) {
    case 'pending':
      return lastResult === 'taken' ? t('domains.advice.taken') : t('domains.advice.pending', { moment: end });
    case 'verified':
      return missingSince === null
        ? t('domains.advice.verified')
        : t('domains.advice.missing', { moment: formatMoment(missingSince, language) });
    case 'failing':
      return t('domains.advice.failing', { moment: end });
    case 'expired':
      return t('domains.advice.expired');
  }
}
