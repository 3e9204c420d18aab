import type { ListedAuditRecord } from '@rise/contract';
import type { AuditOutcome } from '@rise/contract/audit-words';
import type { StatusTone } from '@rise/ui';
import type { TFunction } from 'i18next';

export const OUTCOME_TONES: Record<AuditOutcome, StatusTone> = {
  done: 'neutral',
  denied: 'warning',
  failed: 'negative',
};

/** Who acted, in words. */
export function actorWords({ actor, via }: Pick<ListedAuditRecord, 'actor' | 'via'>, t: TFunction): string {
  if (actor !== null) return actor.name || actor.email || t('auditTrail.formerPerson');
  if (via === 'command') return t('auditTrail.operator');
  return via === 'anonymous' || via === 'embed' ? t('auditTrail.nobody') : t('auditTrail.system');
}

/** Date and time to the second, in the browser's time zone. */
export const exactMoment = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));
