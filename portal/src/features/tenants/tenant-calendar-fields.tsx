import { NativeSelect } from '@mantine/core';
import type { Calendar } from '@rise/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

interface TenantCalendarFieldsProps {
  calendar: Calendar;
  /** Null: the model's. */
  currency: string | null;
  onChange: (next: { calendar?: Calendar; currency?: string | null }) => void;
}

// A Monday, and the first of a January: names of days and months begin there.
const nameOf = (language: string, options: Intl.DateTimeFormatOptions, month: number, day: number) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, month, day)));

/** How a new tenant counts days, weeks and years, and in which currency it reports. */
export function TenantCalendarFields({ calendar, currency, onChange }: TenantCalendarFieldsProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const zones = useMemo(() => [...new Set(['UTC', calendar.timeZone, ...Intl.supportedValuesOf('timeZone')])].toSorted(), [calendar.timeZone]); // prettier-ignore
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }));
  }, [language]);
  const set = (part: Partial<Calendar>) => onChange({ calendar: { ...calendar, ...part } });
  return (
    <>
      <NativeSelect
        label={t('tenantList.calendar.timeZone')}
        description={t('tenantList.calendar.timeZoneHelp')}
        value={calendar.timeZone}
        data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
        onChange={({ currentTarget }) => set({ timeZone: currentTarget.value })}
      />
      <NativeSelect
        label={t('tenantList.calendar.weekStart')}
        value={String(calendar.weekStart)}
        data={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
          value: String(day),
          label: nameOf(language, { weekday: 'long' }, 0, day),
        }))}
        onChange={({ currentTarget }) => set({ weekStart: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('tenantList.calendar.fiscalYearStart')}
        value={String(calendar.fiscalYearStart)}
        data={Array.from({ length: 12 }, (_, month) => ({
          value: String(month + 1),
          label: nameOf(language, { month: 'long' }, month, 1),
        }))}
        onChange={({ currentTarget }) => set({ fiscalYearStart: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('tenantList.calendar.currency')}
        value={currency ?? ''}
        data={[{ value: '', label: t('tenantList.calendar.ofModel') }, ...currencies]}
        onChange={({ currentTarget }) => onChange({ currency: currentTarget.value || null })}
      />
    </>
  );
}
