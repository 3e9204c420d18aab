import { Button } from '@mantine/core';
import type { ReportAlert } from '@rise/contract';
import { TextSkeleton, useFigure, StatusPill } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteAlert } from '../../../alerts/report-alerts.queries.ts';
import { errorText } from '../../../client/error-text.ts';
import { AppLink } from '../../../routing/link.tsx';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import { timeInZone } from '../../../dates/moments.ts';
import { isSameState, toState } from '../views/views.rules.ts';
import { checkWords, conditionWords, figureName, findingWords, membersWords, valueWords } from './alert-words.ts';
import { checksQuery, usePauseAlert } from './alerts.queries.ts';
import panels from '../panels.module.css';
import classes from './alerts.module.css';

export interface AlertItemProps {
  alert: ReportAlert;
  /** IANA name of the tenant's time zone. */
  zone: string;
  /** Null for one on another report. */
  onEdit: (() => void) | null;
}

const TONES = {
  new: 'neutral',
  ok: 'positive',
  firing: 'negative',
  'no-data': 'neutral',
  failed: 'warning',
  'no-access': 'warning',
} as const;

/** One alert: when it fires, what it says now and said before, and what can be done. */
export function AlertItem({ alert, zone, onEdit }: AlertItemProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const write = useFigure();
  const { choices } = useOpenReport();
  const { id, title, condition, figure, status, failure, isPaused, members, checkedAt, heldUntil } = alert;
  const words = { t, language, write };
  const remove = useDeleteAlert();
  const pause = usePauseAlert();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const historyId = useId();
  const error = pause.error ?? remove.error;
  const value = valueWords(alert, figure, figureName(figure, { t, localize }), words);
  const elsewhere = alert.reportTitle ? localize(alert.reportTitle) : t('report.alerts.closedReport');
  const lines = [
    ...(onEdit === null ? [elsewhere] : []),
    conditionWords(condition, figure, words),
    ...(failure === null ? [] : [t(`report.alerts.failure.${failure}`)]),
    ...(status === 'no-data' || status === 'no-access' ? [t(`report.alerts.explain.${status}`)] : []),
    ...(value === null ? [] : [value]),
    ...(members === null ? [] : [membersWords(members, t), ...findingWords(members, figure, { ...words, localize })]),
    ...(checkedAt === null ? [] : [t('report.alerts.checked', { time: timeInZone(checkedAt, zone, language) })]),
    ...(heldUntil === null ? [] : [t('report.alerts.held', { time: timeInZone(heldUntil, zone, language) })]),
    ...(onEdit === null || isSameState(alert.state, toState(choices)) ? [] : [t('report.alerts.otherSelections')]),
  ];
  return (
    <li className={panels.item} aria-label={title}>
      <div className={classes.head}>
        <h3 className={panels.title}>{title}</h3>
        <StatusPill tone={isPaused ? 'neutral' : TONES[status]}>
          {t(`report.alerts.status.${isPaused ? 'paused' : status}`)}
        </StatusPill>
      </div>
      {lines.map((line) => (
        <p key={line} className={panels.text}>
          {line}
        </p>
      ))}
      {error && (
        <p role="alert" className={panels.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div className={panels.actions}>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isHistoryOpen}
          aria-controls={historyId}
          onClick={() => setIsHistoryOpen(!isHistoryOpen)}
        >
          {t('report.alerts.history')}
        </Button>
        {onEdit !== null ? (
          <Button size="compact-sm" variant="subtle" onClick={onEdit}>
            {t('report.alerts.edit')}
          </Button>
        ) : (
          alert.reportTitle && (
            <Button
              component={AppLink}
              href={`/reports/${alert.report}?alerts=open`}
              size="compact-sm"
              variant="subtle"
            >
              {t('report.alerts.openReport')}
            </Button>
          )
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          loading={pause.isPending}
          onClick={() => pause.mutate({ id, paused: !isPaused })}
        >
          {t(isPaused ? 'report.alerts.resume' : 'report.alerts.pause')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="negative"
          loading={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          {t('report.alerts.delete')}
        </Button>
      </div>
      <div id={historyId}>{isHistoryOpen && <History alert={alert} zone={zone} />}</div>
    </li>
  );
}

function History({ alert, zone }: { alert: ReportAlert; zone: string }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const localize = useLocalize();
  const write = useFigure();
  const checks = useQuery(checksQuery(alert.id, alert.checkedAt));
  if (checks.isError)
    return (
      <p role="alert" className={panels.error}>
        {errorText(checks.error, t).message}
      </p>
    );
  if (!checks.data) return <TextSkeleton lines={3} />;
  if (checks.data.checks.length === 0) return <p className={panels.text}>{t('report.alerts.noChecks')}</p>;
  return (
    <ul className={`${panels.facts} ${classes.checks}`} aria-label={t('report.alerts.lastChecks')}>
      {checks.data.checks.map((check) => (
        <li key={check.id} data-change={check.isChange || undefined}>
          {[
            checkWords(check, alert.figure, timeInZone(check.checkedAt, zone, language), { t, language, write }),
            ...(check.members ? findingWords(check.members, alert.figure, { t, write, localize }) : []),
          ].join('. ')}
        </li>
      ))}
    </ul>
  );
}
