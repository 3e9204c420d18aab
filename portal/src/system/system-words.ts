import type { InstallationReading, ServerReading } from '@rise/contract';
import type { HealthState } from '@rise/contract/system-words';
import { formatInteger, type StatusTone } from '@rise/ui';
import type { TFunction } from 'i18next';
import { formatAgo } from '../dates/moments.ts';
import { formatBytes } from '../figures/format-bytes.ts';

export type Reading = InstallationReading | ServerReading;

export const STATE_TONES: Record<HealthState, StatusTone> = {
  good: 'positive',
  attention: 'warning',
  bad: 'negative',
};

interface Place {
  t: TFunction;
  language: string;
  now: Date;
}

const unit = (value: number, name: string, language: string, maximumFractionDigits = 0) =>
  value.toLocaleString(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits });

/** A time in the unit in which people say it. */
function duration(seconds: number, language: string): string {
  if (seconds < 120) return unit(seconds, 'second', language);
  return seconds < 7200
    ? unit(Math.round(seconds / 60), 'minute', language)
    : unit(Math.round(seconds / 3600), 'hour', language);
}

const milliseconds = (value: number, language: string): string =>
  value < 1000 ? unit(value, 'millisecond', language) : unit(value / 1000, 'second', language, 1);

/** What was measured, in its unit. */
export function valueText({ check, value, of, at }: Reading, { t, language, now }: Place): string {
  const count = (number: number) => formatInteger(number, language);
  const share = () => t('systemHealth.values.ofAll', { value: count(value ?? 0), all: count(of ?? 0) });
  switch (check) {
    case 'servers':
    case 'connections':
      return share();
    case 'request-errors':
      return of === 0 ? t('systemHealth.values.noRequests') : share();
    case 'versions':
    case 'jobs-late':
    case 'jobs-dead':
    case 'mail-failed':
      return count(value ?? 0);
    case 'mail-waiting':
      return at === null
        ? count(value ?? 0)
        : t('systemHealth.values.waiting', { value: count(value ?? 0), ago: formatAgo(at, now, language) });
    case 'search':
      return value === 0 ? t('systemHealth.values.current') : t('systemHealth.values.tenants', { count: value ?? 0 });
    case 'read-only':
      return t(value === 0 ? 'systemHealth.values.off' : 'systemHealth.values.on');
    case 'database':
    case 'event-loop':
      return milliseconds(value ?? 0, language);
    case 'request-time':
      return value === null ? t('systemHealth.values.noRequests') : milliseconds(value, language);
    case 'query-time':
      return value === null ? t('systemHealth.values.noQueries') : milliseconds(value, language);
    case 'database-size':
      return formatBytes(value ?? 0, language);
    case 'memory':
      return t('systemHealth.values.ofAll', {
        value: formatBytes(value ?? 0, language),
        all: formatBytes(of ?? 0, language),
      });
    case 'disk':
      return t('systemHealth.values.free', {
        value: formatBytes(value ?? 0, language),
        all: formatBytes(of ?? 0, language),
      });
    case 'audit-shipping':
      return value === null ? t('systemHealth.values.notShipped') : duration(value, language);
    case 'transaction':
    case 'audit-seal':
      return duration(value ?? 0, language);
    case 'audit-chain':
      return at === null
        ? t('systemHealth.values.never')
        : t(value === 0 ? 'systemHealth.values.whole' : 'systemHealth.values.broken', {
            count: value ?? 0,
            ago: formatAgo(at, now, language),
          });
    case 'backup':
      return at === null ? t('systemHealth.values.noBackup') : formatAgo(at, now, language);
    case 'queries':
      return t('systemHealth.values.queries', { running: count(value ?? 0), waiting: count(of ?? 0) });
    case 'cache':
      return value === null
        ? t('systemHealth.values.noQueries')
        : value.toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 });
  }
}

/** What to do where it is not good; what only informs has no such state. */
export const adviceText = ({ check }: Reading, t: TFunction): string =>
  check === 'database-size' || check === 'cache' ? '' : t(`systemHealth.advice.${check}`);
