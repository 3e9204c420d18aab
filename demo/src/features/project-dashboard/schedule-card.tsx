import { useUiContext } from '@rise/ui';
import { IconMapPin } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { Widget } from '../../dashboards/widget.tsx';
import type { Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './schedule-card.module.css';

type Appointments = Project['schedule']['today'];

/** Appointments of today and tomorrow. */
export function ScheduleCard({ schedule }: { schedule: Project['schedule'] }) {
  const t = useProjectTexts();
  return (
    <Widget title={t('schedule')} span={5}>
      <Day title={t('today')} appointments={schedule.today} />
      <Day title={t('tomorrow')} appointments={schedule.tomorrow} />
    </Widget>
  );
}

function Day({ title, appointments }: { title: string; appointments: Appointments }) {
  const t = useProjectTexts();
  const id = useId();
  const clock = useClock();
  return (
    <>
      <h3 id={id} className={classes['day']}>
        {title}
      </h3>
      {appointments.length === 0 && <p className={classes['free']}>{t('nothingOn')}</p>}
      <ul aria-labelledby={id} className={classes['appointments']}>
        {appointments.map(({ title: what, time, location }) => (
          <li key={`${time} ${what}`}>
            <time className={classes['time']} dateTime={time}>
              {clock(time)}
            </time>
            <span className={classes['what']}>
              {what}
              {location !== undefined && (
                <span className={classes['place']}>
                  <IconMapPin size={14} stroke={1.7} aria-hidden />
                  {location}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Formats a time of day (HH:mm) in the reader's language. */
function useClock(): (time: string) => string {
  const { locale } = useUiContext();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' });
    return (time) => {
      const moment = new Date(`1970-01-01T${time}:00Z`);
      return Number.isNaN(moment.getTime()) ? time : format.format(moment);
    };
  }, [locale]);
}
