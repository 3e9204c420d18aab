import type { EvaluationResult, EvaluationRun } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton, SegmentedChoice, StatusPill } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatMoment } from '../../../dates/moments.ts';
import cards from '../../../embedding/cards.module.css';
import { runQuery } from './evaluation.queries.ts';
import classes from './evaluation.module.css';

const FILTERS = ['failed', 'all'] as const;
const TONES = { right: 'positive', wrong: 'negative', missed: 'warning' } as const;

/** What each question of a run was understood as, and what had been expected. */
export function RunResults({ run }: { run: EvaluationRun }) {
  const { t, i18n } = useTranslation();
  const found = useQuery(runQuery(run.id, run.done));
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('failed');
  const results = found.data?.results ?? [];
  const shown = filter === 'all' ? results : results.filter(({ grade }) => grade !== 'right');
  return (
    <section className={cards.card} aria-labelledby="evaluation-results">
      <h2 id="evaluation-results" className={cards.heading}>
        {t('evaluation.results', { moment: formatMoment(run.startedAt, i18n.language) })}
      </h2>
      <div className={classes.filter}>
        <SegmentedChoice
          label={t('evaluation.shown')}
          value={filter}
          options={FILTERS.map((value) => ({ value, label: t(`evaluation.filters.${value}`) }))}
          onChange={setFilter}
        />
      </div>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : shown.length === 0 ? (
        <EmptyState art="list" title={t('evaluation.noFailures')} text={t('evaluation.noFailuresText')} />
      ) : (
        <ul className={classes.results} aria-labelledby="evaluation-results">
          {shown.map((result) => (
            <Result key={`${result.language} ${result.text}`} result={result} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Result({ result: { text, language, expected, grade, kind, found, parts } }: { result: EvaluationResult }) {
  const { t } = useTranslation();
  return (
    <li className={classes.result}>
      <div className={classes.line}>
        <StatusPill tone={TONES[grade]}>{t(`evaluation.grades.${grade}`)}</StatusPill>
        <span className={classes.question} lang={language}>
          {text}
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>{t('evaluation.expected')}</dt>
        <dd lang={language}>{expected ?? t('evaluation.noAnswer')}</dd>
        <dt>{t('evaluation.understood')}</dt>
        <dd lang={language}>
          {kind === 'choices' ? t('evaluation.askedBack', { choices: parts.join('; ') }) : found}
          {kind === 'reading' && <div className={classes.by}>{parts.join(' · ')}</div>}
        </dd>
      </dl>
    </li>
  );
}
