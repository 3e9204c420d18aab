import { Button, NativeSelect, Progress } from '@mantine/core';
import type { EvaluationOverview, EvaluationRun } from '@rise/contract';
import {
  EVALUATION_MODES,
  EVALUATION_SETS,
  type EvaluationMode,
  type EvaluationSet,
} from '@rise/contract/evaluation-words';
import { ChartSkeleton, EmptyState, formatInteger, StatusPill, useConfirm } from '@rise/ui';
import { IconPlayerPlay } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useReportError } from '../../../client/use-report-error.ts';
import { formatMoment } from '../../../dates/moments.ts';
import cards from '../../../embedding/cards.module.css';
import { useBeginRun, useEndRun } from './evaluation.queries.ts';
import { scoreOf } from './score.rules.ts';
import classes from './evaluation.module.css';

const ScoreChart = lazy(() => import('./score-chart.tsx'));

interface RunListProps {
  overview: EvaluationOverview;
  /** Whose results are shown. */
  chosen: string | null;
  onChoose: (id: string) => void;
}

/** Begins runs, and lists those that were: their scores over time. */
export function RunList({ overview, chosen, onChoose }: RunListProps) {
  const { t } = useTranslation();
  const { runs } = overview;
  // Scores of different sets do not compare.
  const { set } = runs.find(({ id }) => id === chosen) ?? { set: 'own' };
  const ended = runs.filter((run) => run.status === 'done' && run.set === set);
  return (
    <section className={cards.card} aria-labelledby="evaluation-runs">
      <h2 id="evaluation-runs" className={cards.heading}>
        {t('evaluation.runs')}
      </h2>
      <p className={cards.hint}>{t('evaluation.runsHelp')}</p>
      <BeginForm overview={overview} />
      {runs.length === 0 ? (
        <EmptyState art="list" title={t('evaluation.noRuns')} text={t('evaluation.noRunsText')} />
      ) : (
        <>
          {ended.length > 1 && (
            <Suspense fallback={<ChartSkeleton />}>
              <ScoreChart runs={ended} />
            </Suspense>
          )}
          <div className={classes.scroll} tabIndex={0} role="group" aria-labelledby="evaluation-runs">
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('evaluation.columns.started')}</th>
                  <th scope="col">{t('evaluation.columns.set')}</th>
                  <th scope="col">{t('evaluation.columns.mode')}</th>
                  <th scope="col">{t('evaluation.columns.state')}</th>
                  <th scope="col" data-number>
                    {t('evaluation.columns.score')}
                  </th>
                  <th scope="col" data-number>
                    {t('evaluation.columns.wrong')}
                  </th>
                  <th scope="col" data-number>
                    {t('evaluation.columns.missed')}
                  </th>
                  <th scope="col">{t('evaluation.columns.actions')}</th>
                </tr>
              </thead>
              <tbody>
                {runs.map((run) => (
                  <RunRow key={run.id} run={run} isChosen={run.id === chosen} onChoose={() => onChoose(run.id)} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function BeginForm({ overview: { hasModel, shipped, questions, runs } }: { overview: EvaluationOverview }) {
  const { t } = useTranslation();
  const begin = useBeginRun();
  const sizes: Record<EvaluationSet, number> = { own: questions.length, shipped };
  const [set, setSet] = useState<EvaluationSet>(questions.length === 0 && shipped > 0 ? 'shipped' : 'own');
  const [mode, setMode] = useState<EvaluationMode>('rules');
  const sets = EVALUATION_SETS.filter((one) => one === 'own' || shipped > 0);
  const isRunning = runs.some(({ status }) => status === 'running');
  return (
    <>
      <div className={classes.begin}>
        <NativeSelect
          label={t('evaluation.set')}
          value={set}
          data={sets.map((value) => ({ value, label: t(`evaluation.sets.${value}`, { count: sizes[value] }) }))}
          onChange={({ currentTarget }) => setSet(EVALUATION_SETS.find((one) => one === currentTarget.value) ?? 'own')}
        />
        {hasModel && (
          <NativeSelect
            label={t('evaluation.mode')}
            value={mode}
            data={EVALUATION_MODES.map((value) => ({ value, label: t(`evaluation.modes.${value}`) }))}
            onChange={({ currentTarget }) =>
              setMode(EVALUATION_MODES.find((one) => one === currentTarget.value) ?? 'rules')
            }
          />
        )}
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          disabled={isRunning || sizes[set] === 0}
          loading={begin.isPending}
          onClick={() => begin.mutate({ set, mode })}
        >
          {t('evaluation.run')}
        </Button>
      </div>
      {mode === 'model' && <p className={cards.hint}>{t('evaluation.modelHelp')}</p>}
      {sizes[set] === 0 && <p className={cards.hint}>{t('evaluation.nothingToRun')}</p>}
      {begin.isError && (
        <p role="alert" className={cards.error}>
          {errorText(begin.error, t).message}
        </p>
      )}
    </>
  );
}

function RunRow({ run, isChosen, onChoose }: { run: EvaluationRun; isChosen: boolean; onChoose: () => void }) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const end = useEndRun();
  const onError = useReportError();
  const { id, set, mode, status, author, startedAt, wrong, missed, done, total } = run;
  const moment = formatMoment(startedAt, i18n.language);
  const remove = async () => {
    if (status !== 'running') {
      const answer = await confirm({
        title: t('evaluation.deleteRun.title', { moment }),
        message: t('evaluation.deleteRun.message'),
        actions: { confirm: { label: t('common.delete') } },
      });
      if (answer !== 'confirmed') return;
    }
    end.mutate(id, { onError });
  };
  return (
    <tr data-chosen={isChosen || undefined}>
      <th scope="row">
        {moment}
        {author !== null && <div className={classes.by}>{author}</div>}
      </th>
      <td>{t(`evaluation.setNames.${set}`)}</td>
      <td>{t(`evaluation.modes.${mode}`)}</td>
      <td>
        <RunState run={run} />
      </td>
      <td data-number>{scoreOf(run, i18n.language)}</td>
      <td data-number>{formatInteger(wrong, i18n.language)}</td>
      <td data-number>{formatInteger(missed, i18n.language)}</td>
      <td>
        <div className={classes.actions}>
          <Button
            size="xs"
            variant="default"
            aria-pressed={isChosen}
            aria-label={t('evaluation.showNamed', { moment })}
            onClick={onChoose}
          >
            {t('evaluation.show')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            aria-label={t(status === 'running' ? 'evaluation.cancelNamed' : 'evaluation.deleteNamed', { moment })}
            onClick={() => void remove()}
          >
            {t(status === 'running' ? 'common.cancel' : 'common.delete')}
          </Button>
        </div>
        {status === 'running' && (
          <Progress
            mt={6}
            size="sm"
            value={(done / Math.max(1, total)) * 100}
            aria-label={t('evaluation.progress', { done, total })}
          />
        )}
      </td>
    </tr>
  );
}

const TONES = { running: 'info', done: 'positive', canceled: 'neutral', failed: 'negative' } as const;

function RunState({ run: { status, failure, done, total } }: { run: EvaluationRun }) {
  const { t } = useTranslation();
  return (
    <>
      <StatusPill tone={TONES[status]}>{t(`evaluation.states.${status}`)}</StatusPill>
      {status !== 'done' && <div className={classes.by}>{t('evaluation.progress', { done, total })}</div>}
      {failure !== null && <div className={classes.by}>{t(`evaluation.failures.${failure}`)}</div>}
    </>
  );
}
