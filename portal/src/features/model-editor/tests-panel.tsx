import { Button } from '@mantine/core';
import type { CatalogDataset } from '@rise/contract';
import { Notice, TextSkeleton } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { draftTestsQuery } from './model-editor.queries.ts';
import { PublishedTests, usePublishedTests } from './published-tests.tsx';
import { TestItem } from './test-item.tsx';
import { addTest, removeTest, testsInText, writeTest } from './tests.rules.ts';
import classes from './tests.module.css';

export interface TestsPanelProps {
  text: string;
  /** The last text without errors. */
  document: string | null;
  datasets: readonly CatalogDataset[];
  /** Whether the text now has errors, so that outcomes are of an earlier one. */
  outdated: boolean;
  /** The selected measure or dimension, as `<dataset>.<name>`. */
  member: string | null;
  /** The test whose fields are shown. */
  open: string | null;
  onOpen: (name: string | null) => void;
  onChange: (text: string) => void;
}

/** What the model expects of the data: its tests with their outcomes on the current data, and their fields. */
export function TestsPanel(props: TestsPanelProps) {
  const { text, document, datasets, outdated, member, open, onOpen, onChange } = props;
  const { t } = useTranslation();
  const draft = useQuery({
    ...draftTestsQuery(document ?? ''),
    enabled: document !== null,
    placeholderData: keepPreviousData,
  });
  const { run } = usePublishedTests();
  const inText = testsInText(text);
  if (!inText) return <Notice tone="warning">{t('modelEditor.tests.broken')}</Notice>;
  const outcomes = draft.data?.outcomes ?? [];
  const inherited = outcomes.filter((one) => !inText.some(({ name }) => name === one.name)).map(({ name }) => name);
  const names = [...new Set([...inText.map(({ name }) => name), ...(outdated ? [] : inherited)])];
  const selected = selectedMeasure(datasets, member);
  const add = () => {
    if (!selected) return;
    const added = addTest(text, { ...selected, figure: 0 });
    if (!added) return;
    onChange(added.text);
    onOpen(added.name);
  };
  return (
    <div className={classes.panel}>
      <p className={classes.hint}>{t('modelEditor.tests.purpose')}</p>
      <PublishedTests />
      {outdated && <Notice tone="warning">{t('modelEditor.tests.outdated')}</Notice>}
      {draft.isError && <Notice tone="warning">{errorText(draft.error, t).message}</Notice>}
      {names.length === 0 && draft.isPending && document !== null ? (
        <TextSkeleton lines={3} />
      ) : names.length === 0 ? (
        <p className={classes.hint}>{t('modelEditor.tests.none')}</p>
      ) : (
        <ul className={classes.tests} aria-label={t('modelEditor.tests.list')}>
          {names.map((name) => {
            const last = run?.outcomes.find((one) => one.name === name);
            return (
              <TestItem
                key={name}
                name={name}
                test={inText.find((one) => one.name === name) ?? null}
                outcome={outcomes.find((one) => one.name === name) ?? null}
                last={run && last ? { outcome: last, dataVersion: run.dataVersion } : null}
                datasets={datasets}
                open={open === name}
                onOpen={(isOpen) => onOpen(isOpen ? name : null)}
                onChange={(patch) => {
                  onChange(writeTest(text, name, patch));
                  if (patch.name !== undefined) onOpen(patch.name);
                }}
                onRemove={() => onChange(removeTest(text, name))}
              />
            );
          })}
        </ul>
      )}
      {draft.data && draft.data.dataVersion !== null && names.length > 0 && (
        <p className={classes.hint}>{t('modelEditor.figure.dataVersion', { number: draft.data.dataVersion })}</p>
      )}
      <Button variant="default" size="xs" className={classes.add} disabled={!selected} onClick={add}>
        {t('modelEditor.tests.add')}
      </Button>
    </div>
  );
}

/** The measure of a new test: the selected one, or the first of the model. */
function selectedMeasure(datasets: readonly CatalogDataset[], member: string | null) {
  const [name, field] = (member ?? '').split('.');
  const dataset = datasets.find((one) => one.name === name) ?? datasets.find(({ measures }) => measures.length > 0);
  const measure = dataset?.measures.find((one) => one.name === field) ?? dataset?.measures[0];
  return dataset && measure ? { dataset: dataset.name, measure: measure.name } : null;
}
