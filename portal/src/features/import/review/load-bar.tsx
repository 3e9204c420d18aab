import { Button, NumberInput, TextInput } from '@mantine/core';
import type { DataImport } from '@rise/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { type ImportChange, useRunImport } from '../import.queries.ts';
import { useDiscard } from '../use-discard.ts';
import { readinessOf } from '../tables/table-status.ts';
import classes from './review.module.css';

export interface LoadBarProps {
  item: DataImport;
  saving: boolean;
  onOpen: (table: string) => void;
  onChange: (change: ImportChange) => void;
  onDiscard: () => void;
}

/** What stops the open table: a question without an answer, a difference without a decision, a field that is wrong. */
const OPEN_QUESTION = '[data-stop]';

/** What is left to decide, and the button that loads. */
export function LoadBar({ item, saving, onOpen, onChange, onDiscard }: LoadBarProps) {
  const { t } = useTranslation();
  const run = useRunImport(item.id);
  const { included, open, next } = readinessOf(item);
  const showNext = (table: string) => {
    onOpen(table);
    // After the table is drawn, if it was not.
    requestAnimationFrame(() => document.querySelector(OPEN_QUESTION)?.scrollIntoView({ block: 'center' }));
  };
  return (
    <>
      <LoadOptions item={item} onChange={onChange} onDiscard={onDiscard} />
      <div className={classes.bar}>
        <p role="status" className={classes.state} data-open={open > 0 || undefined}>
          {run.isError
            ? errorText(run.error, t).message
            : saving
              ? t('import.check.saving')
              : included === 0
                ? t('import.check.none')
                : open > 0
                  ? t('import.check.open', { count: open })
                  : t('import.check.ready')}
        </p>
        {next !== null && (
          <Button variant="default" onClick={() => showNext(next)}>
            {t('import.check.showNext')}
          </Button>
        )}
        <Button disabled={!item.ready || saving} loading={run.isPending} onClick={() => run.mutate()}>
          {t('import.check.load', { count: included })}
        </Button>
      </div>
    </>
  );
}

const percentOf = (share: number): number => Math.round(share * 10_000) / 100;

/** What concerns the load as a whole. Saved when a field is left. */
function LoadOptions({ item, onChange, onDiscard }: Pick<LoadBarProps, 'item' | 'onChange' | 'onDiscard'>) {
  const { t } = useTranslation();
  const { discard, isPending } = useDiscard(item.id, onDiscard);
  const [note, setNote] = useState(item.note);
  const [percent, setPercent] = useState<number | string>(percentOf(item.rejectLimit));
  const saveNote = () => note.trim() !== item.note && onChange({ note: note.trim() });
  const savePercent = () => {
    const limit = typeof percent === 'number' ? percent / 100 : item.rejectLimit;
    setPercent(percentOf(limit));
    if (limit !== item.rejectLimit) onChange({ rejectLimit: limit });
  };
  return (
    <section className={classes.options} aria-label={t('import.options.title')}>
      <TextInput
        className={classes.note}
        label={t('import.options.note')}
        placeholder={t('import.options.notePlaceholder')}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        onBlur={saveNote}
      />
      <NumberInput
        className={classes.limit}
        label={t('import.options.rejectLimit')}
        description={t('import.options.rejectHint')}
        suffix=" %"
        min={0}
        max={100}
        decimalScale={2}
        hideControls
        value={percent}
        onChange={setPercent}
        onBlur={savePercent}
      />
      <Button variant="subtle" color="negative" loading={isPending} onClick={discard}>
        {t('import.discard.action')}
      </Button>
    </section>
  );
}
