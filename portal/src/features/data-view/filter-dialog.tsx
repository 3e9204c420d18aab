import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { TableColumn, TableFilter } from '@rise/contract';
import { useFocusReturn } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { conditionsFor, useConditionName } from './filter-words.ts';
import classes from './filters.module.css';

interface FilterDialogProps {
  columns: readonly TableColumn[];
  /** The filter that is changed, or the column of a new one. */
  initial: TableFilter | { column: string };
  onApply: (filter: TableFilter) => void;
  onClose: () => void;
}

interface Draft {
  column: string;
  is: TableFilter['is'];
  /** One value a line. */
  values: string;
  text: string;
  from: string;
  to: string;
  /** Of the filter that is changed: whether rows without a value are among those of the list, and the bound it ends before. */
  nulls: boolean;
  below: string | null;
}

function draftOf(initial: FilterDialogProps['initial'], columns: readonly TableColumn[]): Draft {
  const column = columns.find(({ name }) => name === initial.column) ?? columns[0]!;
  const base: Draft = {
    column: column.name,
    is: column.kind === 'text' || column.kind === 'boolean' ? 'in' : 'range',
    values: '',
    text: '',
    from: '',
    to: '',
    nulls: false,
    below: null,
  };
  if (!('is' in initial)) return base;
  return {
    ...base,
    is: initial.is,
    ...('values' in initial && {
      values: initial.values.filter((value) => value !== null).join('\n'),
      nulls: initial.values.includes(null),
    }),
    ...('text' in initial && { text: initial.text }),
    ...(initial.is === 'range' && {
      from: initial.from ?? '',
      to: initial.to ?? initial.below ?? '',
      below: initial.below ?? null,
    }),
  };
}

/** The filter that is written; null while a value is missing. */
function filterOf({ column, is, values, text, from, to, nulls, below }: Draft): TableFilter | null {
  switch (is) {
    case 'in':
    case 'not-in': {
      const listed = values.split('\n').filter((value) => value !== '');
      return listed.length === 0 ? null : { column, is, values: nulls ? [...listed, null] : listed };
    }
    case 'contains':
    case 'starts':
      return text === '' ? null : { column, is, text };
    case 'range':
      if (from.trim() === '' && to.trim() === '') return null;
      return {
        column,
        is,
        ...(from.trim() !== '' && { from: from.trim() }),
        ...(to.trim() !== '' && (to === below ? { below } : { to: to.trim() })),
      };
    default:
      return { column, is };
  }
}

/** Chooses a column, a condition and its values. */
export default function FilterDialog({ columns, initial, onApply, onClose }: FilterDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const conditionName = useConditionName();
  const [draft, setDraft] = useState(() => draftOf(initial, columns));
  const [submitted, setSubmitted] = useState(false);
  const column = columns.find(({ name }) => name === draft.column)!;
  const conditions = conditionsFor(column);
  const change = (next: Partial<Draft>) => setDraft((before) => ({ ...before, ...next }));
  const filter = filterOf(draft);
  const error = submitted && filter === null ? t('dataView.filter.valueMissing') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!filter) return;
    onApply(filter);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('dataView.filter.title')} size="sm" centered>
      <form className={classes.form} onSubmit={submit} noValidate>
        <NativeSelect
          label={t('dataView.filter.column')}
          value={draft.column}
          onChange={(event) => {
            const name = event.currentTarget.value;
            const next = draftOf({ column: name }, columns);
            setDraft(next);
          }}
          data={columns.map(({ name }) => name)}
        />
        <NativeSelect
          label={t('dataView.filter.condition')}
          value={draft.is}
          onChange={(event) => change({ is: event.currentTarget.value as TableFilter['is'] })}
          data={conditions.map((is) => ({ value: is, label: conditionName(is) }))}
        />
        <Values draft={draft} column={column} error={error} onChange={change} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('dataView.filter.apply')}</Button>
        </div>
      </form>
    </Modal>
  );
}

interface ValuesProps {
  draft: Draft;
  column: TableColumn;
  error: string | null;
  onChange: (change: Partial<Draft>) => void;
}

function Values({ draft, column, error, onChange }: ValuesProps) {
  const { t } = useTranslation();
  const example = column.kind === 'date' ? '2025-12-31' : column.kind === 'timestamp' ? '2025-12-31 18:30' : undefined;
  switch (draft.is) {
    case 'in':
    case 'not-in':
      return (
        <Textarea
          label={t('dataView.filter.values')}
          description={t('dataView.filter.valuesHelp')}
          autosize
          minRows={2}
          maxRows={8}
          value={draft.values}
          error={error}
          onChange={(event) => onChange({ values: event.currentTarget.value })}
        />
      );
    case 'contains':
    case 'starts':
      return (
        <TextInput
          label={t('dataView.filter.text')}
          value={draft.text}
          error={error}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      );
    case 'range':
      return (
        <div className={classes.range}>
          <TextInput
            label={t('dataView.filter.from')}
            placeholder={example}
            value={draft.from}
            error={error}
            onChange={(event) => onChange({ from: event.currentTarget.value })}
          />
          <TextInput
            label={t('dataView.filter.to')}
            placeholder={example}
            value={draft.to}
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
        </div>
      );
    default:
      return null;
  }
}
