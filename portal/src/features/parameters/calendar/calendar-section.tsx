import { Button } from '@mantine/core';
import type { Calendar, ReportingCurrency } from '@rise/contract';
import { DetailList } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { allows } from '../../../session/permissions.ts';
import { useSession } from '../../../session/session.ts';
import { currencyName, monthName, weekdayName } from '../../../dates/calendar-words.ts';
import { calendarQuery, currencyQuery } from './calendar.queries.ts';
import classes from './calendar.module.css';

const CalendarForm = lazy(() => import('./calendar-form.tsx'));

/** How the organization's figures count days, weeks and years, and the currency of its amounts. */
export function CalendarSection() {
  const { t } = useTranslation();
  const session = useSession();
  const calendar = useQuery(calendarQuery);
  // A source that cannot be reached leaves the calendar.
  const currency = useQuery(currencyQuery);
  const [editing, setEditing] = useState(false);
  const [saved, setSaved] = useState(false);
  const mayChange = allows(session, { permission: 'configuration.manage' });
  return (
    <section className={classes.section} aria-labelledby="calendar-and-currency">
      <div className={classes.head}>
        <h2 id="calendar-and-currency" className={classes.heading}>
          {t('calendar.title')}
        </h2>
        {mayChange && calendar.data && !editing && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setSaved(false);
              setEditing(true);
            }}
          >
            {t('calendar.change')}
          </Button>
        )}
      </div>
      <p className={classes.hint}>{t('calendar.hint')}</p>
      <p role="status" className={classes.saved}>
        {saved && t('calendar.saved')}
      </p>
      {calendar.isError && <p role="alert">{errorText(calendar.error, t).message}</p>}
      {calendar.data &&
        (editing ? (
          <Suspense fallback={null}>
            <CalendarForm
              calendar={calendar.data}
              currency={currency.data ?? null}
              onClose={(change) => {
                setEditing(false);
                setSaved(change);
              }}
            />
          </Suspense>
        ) : (
          <Facts calendar={calendar.data} currency={currency.data ?? null} />
        ))}
    </section>
  );
}

function Facts({ calendar, currency }: { calendar: Calendar; currency: ReportingCurrency | null }) {
  const { t, i18n } = useTranslation();
  const { timeZone, weekStart, fiscalYearStart } = calendar;
  return (
    <DetailList
      items={[
        { name: t('calendar.timeZone'), value: timeZone },
        { name: t('calendar.weekStart'), value: weekdayName(weekStart, i18n.language) },
        { name: t('calendar.fiscalYearStart'), value: monthName(fiscalYearStart, i18n.language) },
        ...(currency === null
          ? []
          : [
              {
                name: t('calendar.currency'),
                value:
                  currency.from === 'setting'
                    ? currencyName(currency.currency, i18n.language)
                    : t('calendar.fromModel', { currency: currencyName(currency.currency, i18n.language) }),
              },
            ]),
      ]}
    />
  );
}
