import type { DataCopy } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { addressOf } from './copies.state.ts';
import { scheduleText } from './schedule-text.ts';
import { RunStatus } from './run-status.tsx';
import classes from './copies.module.css';

/** All copies, each with what became of its last run. */
export function CopyList({ copies }: { copies: readonly DataCopy[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="copies">
      <h2 id="copies" className={classes.heading}>
        {t('copies.list')}
      </h2>
      <ul className={classes.list}>
        {copies.map((copy) => (
          <CopyItem key={copy.id} copy={copy} />
        ))}
      </ul>
    </section>
  );
}

function CopyItem({ copy }: { copy: DataCopy }) {
  const { t, i18n } = useTranslation();
  const { id, name, schedule, paused, timeZone, nextRunAt, lastRun } = copy;
  const at = lastRun && (lastRun.finishedAt ?? lastRun.createdAt);
  const facts = [
    paused ? t('copies.paused') : scheduleText(schedule, { t, language: i18n.language, timeZone }),
    ...(nextRunAt === null ? [] : [t('copies.next', { moment: formatMoment(nextRunAt, i18n.language) })]),
    ...(at ? [t('copies.last', { moment: formatMoment(at, i18n.language) })] : []),
  ];
  return (
    <li className={classes.item}>
      <RunStatus status={lastRun?.status ?? 'never'} />
      <div className={classes.words}>
        <AppLink href={addressOf({ kind: 'copy', id })} className={classes.open}>
          {name}
        </AppLink>
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {lastRun?.failure && <p className={classes.warning}>{t(`copies.failures.${lastRun.failure.code}`)}</p>}
      </div>
    </li>
  );
}
