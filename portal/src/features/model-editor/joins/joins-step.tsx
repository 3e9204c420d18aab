import { Button, NativeSelect } from '@mantine/core';
import type { ModelJoin } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { EmptyState, ErrorState, Notice, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { errorText } from '../../../client/error-text.ts';
import { JoinDiagram } from './join-diagram.tsx';
import { JoinDrawer } from './join-drawer.tsx';
import { joinsQuery } from './joins.queries.ts';
import { joinPlace } from './joins.rules.ts';
import classes from './joins.module.css';

interface JoinsStepProps {
  text: string;
  onBack: () => void;
  /** Shows a place of the text. */
  onJump: (offset: number) => void;
}

/** The draft's joins, with what the current data says about each. */
export default function JoinsStep({ text, onBack, onJump }: JoinsStepProps) {
  const { t } = useTranslation();
  // The text as it was when the step was opened: it does not change meanwhile.
  const joins = useQuery({ ...joinsQuery(text), enabled: text.trim() !== '' });
  const [dataset, setDataset] = useState<string | null>(null);
  const [opened, setOpened] = useOpen<ModelJoin | null>(null);
  const { data, error } = joins;
  const datasets = data?.datasets ?? [];
  // The dataset whose joins disagree, or else one that has joins, is what to look at first.
  const wrong = data?.joins.find(({ measured }) => measured?.agrees === false) ?? data?.joins[0];
  const shown = datasets.find(({ name }) => name === (dataset ?? wrong?.dataset)) ?? datasets[0];
  const own = data?.joins.filter((join) => join.dataset === shown?.name) ?? [];
  const disagreeing = data?.joins.filter(({ measured }) => measured?.agrees === false) ?? [];
  const invalid = error instanceof ApiError && error.code === 'MODEL_INVALID';
  return (
    <section className={classes.step} aria-label={t('modelEditor.joins.title')}>
      <div className={classes.bar}>
        <Button variant="default" onClick={onBack}>
          {t('modelEditor.joins.back')}
        </Button>
        {datasets.length > 1 && (
          <NativeSelect
            aria-label={t('modelEditor.joins.dataset')}
            value={shown?.name}
            onChange={(event) => setDataset(event.currentTarget.value)}
            data={datasets.map(({ name }) => name)}
          />
        )}
        {data && <p className={classes.note}>{t('modelEditor.joins.dataVersion', { number: data.dataVersion })}</p>}
      </div>
      {invalid ? (
        <Notice tone="warning" title={t('modelEditor.joins.invalid')}>
          {t('modelEditor.joins.invalidText')}
        </Notice>
      ) : joins.isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void joins.refetch()} />
      ) : text.trim() === '' || (data && datasets.length === 0) ? (
        <EmptyState title={t('modelEditor.joins.none')} text={t('modelEditor.joins.noneText')} art="list" />
      ) : !data || !shown ? (
        <div role="status" aria-label={t('modelEditor.joins.measuring')}>
          <p className={classes.note}>{t('modelEditor.joins.measuring')}</p>
          <TextSkeleton lines={6} />
        </div>
      ) : (
        <>
          {disagreeing.length > 0 && (
            <Notice tone="warning" title={t('modelEditor.joins.disagree', { count: disagreeing.length })}>
              {t('modelEditor.joins.disagreeText', {
                joins: disagreeing.map((join) => `${join.dataset} → ${join.name}`).join(', '),
              })}
            </Notice>
          )}
          {data.joins.some(({ unmeasured }) => unmeasured === 'time') && (
            <Notice tone="info" title={t('modelEditor.joins.unfinished')}>
              <Button size="xs" variant="default" loading={joins.isFetching} onClick={() => void joins.refetch()}>
                {t('modelEditor.joins.continue')}
              </Button>
            </Notice>
          )}
          <JoinDiagram dataset={shown} joins={own} onOpen={setOpened} />
        </>
      )}
      {opened && (
        <JoinDrawer
          join={opened}
          at={joinPlace(text, opened.dataset, opened.name)}
          onJump={onJump}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
