import { NativeSelect } from '@mantine/core';
import type { Calendar } from '@rise/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  currencies,
  currencyName,
  MONTHS,
  monthName,
  timeZones,
  WEEKDAYS,
  weekdayName,
} from '../../dates/calendar-words.ts';

interface TenantCalendarFieldsProps {
  calendar: Calendar;
  /** Null: the model's. */
  currency: string | null;
  /** With what was chosen alone. */
  onChange: (next: Partial<Calendar> & { currency?: string | null }) => void;
  /** What is wrong with a choice: the server may know fewer than the browser. */
  problems?: { timeZone?: string | null; currency?: string | null };
}

/** How a tenant counts days, weeks and years, and in which currency it reports. */
export function TenantCalendarFields({ calendar, currency, onChange, problems }: TenantCalendarFieldsProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const zones = useMemo(() => timeZones(calendar.timeZone), [calendar.timeZone]);
  // One that is set may be missing in the browser's list.
  const codes = useMemo(
    () =>
      [...new Set([...currencies(), ...(currency === null ? [] : [currency])])]
        .toSorted()
        .map((code) => ({ value: code, label: currencyName(code, language) })),
    [currency, language],
  );
  return (
    <>
      <NativeSelect
        label={t('tenantList.calendar.timeZone')}
        description={t('tenantList.calendar.timeZoneHelp')}
        value={calendar.timeZone}
        error={problems?.timeZone}
        data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ currentTarget }) => onChange({ timeZone: currentTarget.value })}
      />
      <NativeSelect
        label={t('tenantList.calendar.weekStart')}
        value={String(calendar.weekStart)}
        data={WEEKDAYS.map((day) => ({ value: String(day), label: weekdayName(day, language) }))}
        onChange={({ currentTarget }) => onChange({ weekStart: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('tenantList.calendar.fiscalYearStart')}
        value={String(calendar.fiscalYearStart)}
        data={MONTHS.map((month) => ({ value: String(month), label: monthName(month, language) }))}
        onChange={({ currentTarget }) => onChange({ fiscalYearStart: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('tenantList.calendar.currency')}
        value={currency ?? ''}
        error={problems?.currency}
        data={[{ value: '', label: t('tenantList.calendar.ofModel') }, ...codes]}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value || null })}
      />
    </>
  );
}
