import { Notice, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { draftTestsQuery } from './model-editor.queries.ts';
import { TestFigures, TestStatus } from './test-outcome.tsx';
import editor from './model-editor.module.css';
import classes from './tests.module.css';

/** Which tests the draft would fail on the current data; those that fail come first. */
export function ReviewTests({ text }: { text: string }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const tests = useQuery(draftTestsQuery(text));
  const outcomes = tests.data?.outcomes ?? [];
  const failing = outcomes.filter(({ status }) => status !== 'passed');
  const sorted = [...failing, ...outcomes.filter(({ status }) => status === 'passed')];
  return (
    <section>
      <h2 className={editor.sectionTitle}>{t('modelEditor.review.tests')}</h2>
      {tests.isError ? (
        <Notice tone="warning">{errorText(tests.error, t).message}</Notice>
      ) : !tests.data ? (
        <TableSkeleton rows={2} columns={3} />
      ) : outcomes.length === 0 ? (
        <p className={editor.hint}>{t('modelEditor.review.noTests')}</p>
      ) : (
        <div className={classes.panel}>
          {failing.length > 0 && (
            <Notice tone="warning" title={t('modelEditor.review.failingTests', { count: failing.length })}>
              {t('modelEditor.review.failingTestsText')}
            </Notice>
          )}
          <ul className={classes.tests} aria-label={t('modelEditor.review.tests')}>
            {sorted.map((outcome) => (
              <li key={outcome.name} className={classes.test}>
                <div className={classes.head}>
                  <h3 className={classes.title}>{localize(outcome.title ?? outcome.measureTitle)}</h3>
                  <TestStatus status={outcome.status} />
                </div>
                <TestFigures outcome={outcome} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
