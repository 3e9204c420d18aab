import { Button, NativeSelect, Select } from '@mantine/core';
import type { Calendar, ReportingCurrency } from '@rise/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import {
  currencies,
  currencyName,
  MONTHS,
  monthName,
  timeZones,
  WEEKDAYS,
  weekdayName,
} from '../../../dates/calendar-words.ts';
import { useSaveCalendar } from './calendar.queries.ts';
import classes from './calendar.module.css';

/** In a list of codes, the choice of none. */
const MODEL = '';

export interface CalendarFormProps {
  calendar: Calendar;
  /** Null where it cannot be read now; then it is not changed either. */
  currency: ReportingCurrency | null;
  /** `saved`: whether something was. */
  onClose: (saved: boolean) => void;
}

/** Changes the calendar and the reporting currency; only what differs is sent. */
export default function CalendarForm({ calendar, currency, onClose }: CalendarFormProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const save = useSaveCalendar();
  const [entered, setEntered] = useState(calendar);
  const before = currency?.from === 'setting' ? currency.currency : MODEL;
  const [code, setCode] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const keys = (['timeZone', 'weekStart', 'fiscalYearStart'] as const).filter(
      (key) => entered[key] !== calendar[key],
    );
    if (keys.length === 0 && code === before) return onClose(false);
    save.mutate(
      {
        calendar: Object.fromEntries(keys.map((key) => [key, entered[key]])),
        ...(code !== before && { currency: code === MODEL ? null : code }),
      },
      { onSuccess: () => onClose(true) },
    );
  };
  const numbered = (values: readonly number[], name: (value: number, locale: string) => string) =>
    values.map((value) => ({ value: String(value), label: name(value, language) }));
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <Select
        searchable
        allowDeselect={false}
        label={t('calendar.timeZone')}
        description={t('calendar.timeZoneHint')}
        nothingFoundMessage={t('calendar.none')}
        limit={100}
        data={timeZones(calendar.timeZone)}
        value={entered.timeZone}
        onChange={(timeZone) => timeZone !== null && setEntered({ ...entered, timeZone })}
      />
      <NativeSelect
        label={t('calendar.weekStart')}
        data={numbered(WEEKDAYS, weekdayName)}
        value={entered.weekStart}
        onChange={({ currentTarget }) => setEntered({ ...entered, weekStart: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={t('calendar.fiscalYearStart')}
        description={t('calendar.fiscalYearHint')}
        data={numbered(MONTHS, monthName)}
        value={entered.fiscalYearStart}
        onChange={({ currentTarget }) => setEntered({ ...entered, fiscalYearStart: Number(currentTarget.value) })}
      />
      {currency !== null && (
        <Select
          searchable
          allowDeselect={false}
          label={t('calendar.currency')}
          description={t('calendar.currencyHint')}
          nothingFoundMessage={t('calendar.none')}
          limit={200}
          data={[
            { value: MODEL, label: t('calendar.asInModel') },
            ...currencies().map((value) => ({ value, label: currencyName(value, language) })),
          ]}
          value={code}
          onChange={(value) => setCode(value ?? MODEL)}
        />
      )}
      {save.isError && (
        <p role="alert" className={classes.error}>
          {errorText(save.error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={() => onClose(false)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={save.isPending}>
          {t('calendar.save')}
        </Button>
      </div>
    </form>
  );
}
