import type { TestOutcome } from '@rise/contract';
import { MISSING, useFigure } from '@rise/ui';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatOfTest } from './test-format.ts';
import classes from './tests.module.css';

const SIGNS = { passed: IconCircleCheck, failed: IconCircleX, not_run: IconAlertTriangle } as const;
const WORDS = {
  passed: 'modelEditor.tests.passed',
  failed: 'modelEditor.tests.failed',
  not_run: 'modelEditor.tests.notRun',
} as const;
const OBSTACLES = { timeout: 'modelEditor.tests.timeout', restricted: 'modelEditor.tests.restricted' } as const;

/** Whether a test passed, as a sign with its word. */
export function TestStatus({ status }: Pick<TestOutcome, 'status'>) {
  const { t } = useTranslation();
  const Sign = SIGNS[status];
  return (
    <span className={classes.status} data-status={status}>
      <Sign size={16} aria-hidden />
      {t(WORDS[status])}
    </span>
  );
}

/** What a test expects and what it found, or why it found nothing. */
export function TestFigures({ outcome }: { outcome: TestOutcome }) {
  const { t } = useTranslation();
  const write = useFigure();
  const { status, expected, actual, difference, tolerance, obstacle } = outcome;
  const format = formatOfTest(outcome);
  return (
    <>
      <dl className={classes.figures}>
        <dt>{t('modelEditor.tests.expected')}</dt>
        <dd>
          {write(expected, format)}
          {Number(tolerance) > 0 && <span className={classes.tolerance}> ± {write(tolerance, format)}</span>}
        </dd>
        {obstacle === null && (
          <>
            <dt>{t('modelEditor.tests.actual')}</dt>
            <dd>{actual === null ? MISSING : write(actual, format)}</dd>
          </>
        )}
        {status === 'failed' && difference !== null && (
          <>
            <dt>{t('modelEditor.tests.difference')}</dt>
            <dd className={classes.difference}>
              {difference.startsWith('-') ? '' : '+'}
              {write(difference, format)}
            </dd>
          </>
        )}
      </dl>
      {status === 'failed' && obstacle === null && actual === null && (
        <p className={classes.reason}>{t('modelEditor.tests.noRows')}</p>
      )}
      {obstacle && (
        <p className={classes.reason}>{obstacle.code === 'error' ? obstacle.message : t(OBSTACLES[obstacle.code])}</p>
      )}
    </>
  );
}
