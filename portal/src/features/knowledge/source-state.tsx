import { Button, Progress } from '@mantine/core';
import { StatusPill } from '@rise/ui';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { RUN_TONES, SourceRuns } from './source-runs.tsx';
import { isActive, useCancelRun, useRunSource, type ReadSource } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

export const SMALL = { size: 'compact-sm', variant: 'subtle' } as const;

/** The name of a site or folder, and how its last run went. */
export function SourceHead({ source: { name, lastRun } }: { source: ReadSource }) {
  const { t } = useTranslation();
  return (
    <div className={classes.head}>
      <h3 className={cards.name}>{name}</h3>
      {lastRun && (
        <StatusPill tone={RUN_TONES[lastRun.status]}>{t(`knowledge.sources.status.${lastRun.status}`)}</StatusPill>
      )}
    </div>
  );
}

/** How far a run is, or when the last one was and the next one will be; why the last one failed. */
export function SourceState({ source }: { source: ReadSource }) {
  const { name, lastRun, nextRunAt } = source;
  const { t, i18n } = useTranslation();
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  return (
    <>
      {isActive(source) && lastRun ? (
        <Progress
          mt={8}
          aria-label={t('knowledge.sources.reading', { name })}
          value={lastRun.progress.of === 0 ? 100 : (lastRun.progress.done / lastRun.progress.of) * 100}
          striped
          animated={lastRun.progress.of === 0}
        />
      ) : (
        <p className={classes.detail}>
          {lastRun?.finishedAt && `${t('knowledge.sources.lastRead', { moment: moment(lastRun.finishedAt) })} · `}
          {t('knowledge.sources.next', { moment: moment(nextRunAt) })}
        </p>
      )}
      {lastRun?.failure && <p className={cards.error}>{t(`knowledge.sources.failures.${lastRun.failure}`)}</p>}
    </>
  );
}

interface RunActionsProps {
  source: ReadSource;
  /** Of the other actions. */
  error?: Error | null;
  /** More buttons. */
  children?: ReactNode;
}

/** Reads a site or folder now, cancels that, and shows its runs. */
export function RunActions({ source, error: otherError = null, children }: RunActionsProps) {
  const { id, name, lastRun } = source;
  const { t } = useTranslation();
  const [run, cancel] = [useRunSource(), useCancelRun()];
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const historyId = useId();
  const error = run.error ?? cancel.error ?? otherError;
  return (
    <>
      <div className={classes.actions}>
        {isActive(source) ? (
          <Button
            {...SMALL}
            loading={cancel.isPending}
            aria-label={t('knowledge.sources.cancelNamed', { name })}
            onClick={() => cancel.mutate(id)}
          >
            {t('knowledge.sources.cancel')}
          </Button>
        ) : (
          <Button
            {...SMALL}
            loading={run.isPending}
            aria-label={t('knowledge.sources.runNamed', { name })}
            onClick={() => run.mutate(id)}
          >
            {t('knowledge.sources.run')}
          </Button>
        )}
        <Button
          {...SMALL}
          aria-expanded={isHistoryOpen}
          aria-controls={historyId}
          aria-label={t('knowledge.sources.historyNamed', { name })}
          onClick={() => setIsHistoryOpen(!isHistoryOpen)}
        >
          {t('knowledge.sources.history')}
        </Button>
        {children}
      </div>
      {error && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div id={historyId}>
        {isHistoryOpen && <SourceRuns source={source} version={`${lastRun?.id} ${lastRun?.status}`} />}
      </div>
    </>
  );
}
