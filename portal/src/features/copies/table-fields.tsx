import { Checkbox, MultiSelect, NativeSelect, TextInput } from '@mantine/core';
import type { CopiedTable, CopyMode } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { dayColumns, growingColumns, type TableDraft } from './copy-draft.rules.ts';
import classes from './copies.module.css';

const MODES = ['replace', 'append', 'upsert'] as const satisfies readonly CopyMode[];

export interface TableFieldsProps {
  draft: TableDraft;
  /** By field, what the server says is wrong. */
  errors: ReadonlyMap<string, string>;
  onChange: (draft: TableDraft) => void;
}

/** A table of the server: whether it is copied, and how. */
export function TableFields({ draft, errors, onChange }: TableFieldsProps) {
  const { t } = useTranslation();
  const { copied, include, present, came, went } = draft;
  const change = (more: Partial<CopiedTable>) => onChange({ ...draft, copied: { ...copied, ...more } });
  return (
    <li className={classes.table}>
      <Checkbox
        label={copied.table}
        description={
          present.length === 0 ? t('copies.form.tableGone') : t('copies.form.columnCount', { count: present.length })
        }
        checked={include && present.length > 0}
        disabled={present.length === 0}
        onChange={(event) => onChange({ ...draft, include: event.currentTarget.checked })}
      />
      {include && present.length > 0 && (
        <div className={classes.fields} role="group" aria-label={copied.table}>
          <div className={classes.row}>
            <TextInput
              label={t('copies.form.target')}
              value={copied.target}
              error={errors.get('target')}
              spellCheck={false}
              onChange={(event) => change({ target: event.currentTarget.value })}
            />
            <NativeSelect
              label={t('copies.form.mode')}
              value={copied.mode}
              data={MODES.map((value) => ({ value, label: t(`copies.modes.${value}`) }))}
              onChange={(event) => change({ mode: event.currentTarget.value as CopyMode })}
            />
            {copied.mode !== 'replace' && (
              <ColumnSelect
                label={t('copies.form.watermark')}
                none={t('copies.form.choose')}
                names={growingColumns(draft)}
                value={copied.watermark}
                error={errors.get('watermark')}
                onChange={(watermark) => change({ watermark })}
              />
            )}
            {copied.mode === 'upsert' && (
              <MultiSelect
                label={t('copies.form.key')}
                data={present.map(({ name }) => name)}
                value={copied.key}
                error={errors.get('key')}
                onChange={(key) => change({ key })}
              />
            )}
            <ColumnSelect
              label={t('copies.form.asOf')}
              none={t('copies.form.noAsOf')}
              names={dayColumns(draft)}
              value={copied.asOf}
              error={errors.get('asOf')}
              onChange={(asOf) => change({ asOf })}
            />
          </div>
          {copied.mode !== 'replace' && <p className={classes.hint}>{t(`copies.form.hint.${copied.mode}`)}</p>}
          {went.length > 0 && <p className={classes.warning}>{t('copies.form.went', { columns: went.join(', ') })}</p>}
          {came.length > 0 && <p className={classes.warning}>{t('copies.form.came', { columns: came.join(', ') })}</p>}
          <ColumnChoice draft={draft} error={errors.get('columns')} onChange={(columns) => change({ columns })} />
        </div>
      )}
    </li>
  );
}

interface ColumnSelectProps {
  label: string;
  none: string;
  names: readonly string[];
  value: string | null;
  error: string | undefined;
  onChange: (column: string | null) => void;
}

function ColumnSelect({ label, none, names, value, error, onChange }: ColumnSelectProps) {
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      error={error}
      data={[{ value: '', label: none }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

interface ColumnChoiceProps {
  draft: TableDraft;
  error: string | undefined;
  onChange: (columns: string[]) => void;
}

function ColumnChoice({ draft: { copied, present, came }, error, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation();
  const chosen = present.filter(({ name }) => copied.columns.includes(name)).length;
  return (
    <details className={classes.columns} open={came.length > 0 || undefined}>
      <summary>{t('copies.form.columns', { chosen, count: present.length })}</summary>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <ul>
        {present.map(({ name, native }) => (
          <li key={name}>
            <Checkbox
              label={name}
              description={came.includes(name) ? t('copies.form.isNew', { type: native }) : native}
              checked={copied.columns.includes(name)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...copied.columns, name]
                    : copied.columns.filter((column) => column !== name),
                )
              }
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
