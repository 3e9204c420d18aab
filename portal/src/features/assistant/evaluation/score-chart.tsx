import type { EvaluationRun } from '@rise/contract';
import { EVALUATION_MODES } from '@rise/contract/evaluation-words';
import { SeriesChart } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../dates/moments.ts';
import { shareOf } from './score.rules.ts';

/** Scores over time, a line for each mode. `runs`: those of one set that have ended, the newest first. */
export default function ScoreChart({ runs }: { runs: readonly EvaluationRun[] }) {
  const { t, i18n } = useTranslation();
  const inOrder = runs.toReversed();
  const modes = EVALUATION_MODES.filter((mode) => runs.some((run) => run.mode === mode));
  return (
    <SeriesChart
      label={t('evaluation.scores', { set: t(`evaluation.setNames.${runs[0]!.set}`) })}
      categoryLabel={t('evaluation.columns.started')}
      orientation="vertical"
      categories={inOrder.map(({ id, startedAt }) => ({
        key: id,
        label: formatMoment(startedAt, i18n.language),
      }))}
      series={modes.map((mode) => ({
        key: mode,
        name: t(`evaluation.modes.${mode}`),
        mark: 'line' as const,
        format: { unit: 'percent' as const },
        data: inOrder.map((run) => (run.mode === mode ? shareOf(run) : null)),
      }))}
    />
  );
}
