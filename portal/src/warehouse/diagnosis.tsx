import type { SourceStep } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IssueText } from './issue-text.tsx';
import classes from './source.module.css';

const ICONS = { passed: IconCircleCheck, failed: IconCircleX, skipped: IconCircleDashed } as const;

/** What a test has found out, step by step, with what to do where one failed. */
export function Diagnosis({ steps }: { steps: readonly SourceStep[] }) {
  const { t } = useTranslation();
  const failed = steps.some(({ state }) => state === 'failed');
  return (
    <section className={classes.diagnosis} aria-label={t('sources.diagnosis')}>
      <p role="status" className={classes.verdict}>
        {t(failed ? 'sources.failed' : 'sources.passed')}
      </p>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <Step key={step.step} {...step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, state, issues, count, value, names }: SourceStep) {
  const { t, i18n } = useTranslation();
  const Icon = ICONS[state];
  const tables = { count: count ?? 0, tables: formatInteger(count ?? 0, i18n.language), names: names.join(', ') };
  return (
    <li className={classes.step} data-state={state}>
      <Icon className={classes.icon} size={18} stroke={1.7} aria-hidden />
      <div>
        <p className={classes.stepTitle}>
          {t(`sources.steps.${step}`)} <span className={classes.state}>{t(`sources.states.${state}`)}</span>
        </p>
        {state === 'passed' && step === 'tables' && <p className={classes.hint}>{t('sources.found', tables)}</p>}
        {state === 'passed' && step === 'tenant' && names.length > 0 && (
          <p className={classes.hint}>{t('sources.leftOut', tables)}</p>
        )}
        {state === 'passed' && step === 'freshness' && value !== null && (
          <p className={classes.hint}>{t('sources.latest', { value })}</p>
        )}
        {state === 'failed' && <p className={classes.hint}>{t(`sources.remedies.${step}`)}</p>}
        {issues.map(({ field, message }) => (
          <IssueText key={`${field} ${message}`} message={message} />
        ))}
      </div>
    </li>
  );
}
