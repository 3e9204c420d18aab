import { Button } from '@mantine/core';
import type { CatalogDataset, TestOutcome } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { TestFigures, TestStatus } from './test-outcome.tsx';
import { TestForm } from './test-form.tsx';
import type { TestPatch, TextTest } from './tests.rules.ts';
import classes from './tests.module.css';

export interface TestItemProps {
  name: string;
  /** Null where the template defines it. */
  test: TextTest | null;
  /** On the current data; null until it is known. */
  outcome: TestOutcome | null;
  /** Of the published model, and the data version it ran on. */
  last: { outcome: TestOutcome; dataVersion: number } | null;
  datasets: readonly CatalogDataset[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (patch: TestPatch) => void;
  onRemove: () => void;
}

/** A test with its outcome; opened, with its fields. */
export function TestItem(props: TestItemProps) {
  const { name, test, outcome, last, datasets, open, onOpen, onChange, onRemove } = props;
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const measure = datasets
    .find((one) => one.name === (test?.dataset ?? outcome?.dataset))
    ?.measures.find((one) => one.name === (test?.measure ?? outcome?.measure));
  const own = test && test.titleEn !== '' ? { en: test.titleEn, ...(test.titleTr && { tr: test.titleTr }) } : null;
  const title = own ?? outcome?.title ?? measure?.title ?? { en: name };
  return (
    <li className={classes.test}>
      <div className={classes.head}>
        <h2 className={classes.title}>{localize(title)}</h2>
        {outcome ? (
          <TestStatus status={outcome.status} />
        ) : (
          <span className={classes.hint}>{t('modelEditor.tests.unchecked')}</span>
        )}
      </div>
      <p className={classes.hint}>
        <code>{name}</code>
        {test === null && <> · {t('modelEditor.tests.inherited')}</>}
        {last && last.outcome.status !== outcome?.status && (
          <>
            {' · '}
            {t('modelEditor.tests.published', {
              number: last.dataVersion,
              outcome: t(
                last.outcome.status === 'passed'
                  ? 'modelEditor.tests.passed'
                  : last.outcome.status === 'failed'
                    ? 'modelEditor.tests.failed'
                    : 'modelEditor.tests.notRun',
              ).toLocaleLowerCase(i18n.language),
            })}
          </>
        )}
      </p>
      {outcome && <TestFigures outcome={outcome} />}
      {test && (
        <div className={classes.actions}>
          <Button size="compact-xs" variant="default" aria-expanded={open} onClick={() => onOpen(!open)}>
            {t(open ? 'modelEditor.tests.close' : 'modelEditor.tests.edit')}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={onRemove}>
            {t('modelEditor.tests.remove')}
          </Button>
        </div>
      )}
      {test && open && <TestForm test={test} datasets={datasets} onChange={onChange} />}
    </li>
  );
}
