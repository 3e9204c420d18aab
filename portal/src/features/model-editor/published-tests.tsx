import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { formatMoment } from '../../dates/moments.ts';
import { publishedTestsQuery, useRunTests } from './model-editor.queries.ts';
import classes from './tests.module.css';

/** The last run of the published model's tests. */
export function usePublishedTests() {
  const { data } = useQuery(publishedTestsQuery);
  return { run: data?.run ?? null, pending: data?.pending ?? false };
}

/** When the published tests last ran, on which data, and what they found; they can be run again. */
export function PublishedTests() {
  const { t, i18n } = useTranslation();
  const { run, pending } = usePublishedTests();
  const start = useRunTests();
  const reportError = useReportError();
  if (!run) return null;
  const failing = run.outcomes.filter(({ status }) => status !== 'passed').length;
  return (
    <div className={classes.run} data-failing={failing > 0 || undefined}>
      <p role="status">
        {pending || start.isPending
          ? t('modelEditor.tests.running')
          : failing > 0
            ? t('modelEditor.tests.summaryFailing', { count: failing, tests: run.outcomes.length })
            : t('modelEditor.tests.summaryPassed', { count: run.outcomes.length })}
      </p>
      <p className={classes.hint}>
        {t('modelEditor.tests.lastRun', {
          moment: formatMoment(run.ranAt, i18n.language),
          data: run.dataVersion,
          model: run.modelVersion,
        })}
      </p>
      <Button
        size="compact-xs"
        variant="default"
        disabled={pending || start.isPending}
        onClick={() => start.mutate(undefined, { onError: reportError })}
      >
        {t('modelEditor.tests.runNow')}
      </Button>
    </div>
  );
}
