import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { TableSettings, TextColumnType } from '@rise/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TYPE_KINDS, type TypeKind, typeOfKind } from '../columns/column-types.ts';
import { changeColumn, leaveOutColumn, nameProblem, type SettingsColumn } from '../columns/settings.rules.ts';
import { TypeFields } from './type-fields.tsx';
import classes from './preview.module.css';

export interface ColumnFormProps {
  column: SettingsColumn;
  samples: readonly string[];
  /** Rows without a value, of those that were looked at; null: unknown. */
  nulls: number | null;
  /** As DuckDB names it. */
  fileType: string;
  settings: TableSettings;
  onSave: (settings: TableSettings) => void;
  onCancel: () => void;
}

/** The type that a typed file itself has. */
const OWN = 'own';

const splitTexts = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** A column's name and type, and whether it is loaded. */
export function ColumnForm({ column, samples, nulls, fileType, settings, onSave, onCancel }: ColumnFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(column.name);
  const [type, setType] = useState<TextColumnType | null>(column.type);
  const [nullTexts, setNullTexts] = useState('nullTexts' in column ? column.nullTexts.join(', ') : null);
  const problem = nameProblem(settings, column.title, name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== null) return;
    onSave(
      changeColumn(settings, column.title, {
        name,
        type,
        ...(nullTexts !== null && { nullTexts: splitTexts(nullTexts) }),
      }),
    );
  };
  return (
    <form className={classes.form} noValidate onSubmit={save}>
      <div>
        <p className={classes.formTitle}>{column.title}</p>
        {samples.length > 0 && <p className={classes.sampleList}>{samples.join('  ·  ')}</p>}
        {nulls !== null && nulls > 0 && <p className={classes.hint}>{t('import.column.nulls', { count: nulls })}</p>}
      </div>
      <TextInput
        label={t('import.column.name')}
        value={name}
        maxLength={63}
        spellCheck={false}
        error={problem && t(`import.column.problem.${problem}`)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('import.column.type')}
        value={type?.kind ?? OWN}
        onChange={({ currentTarget: { value } }) =>
          setType(value === OWN ? null : typeOfKind(value as TypeKind, samples))
        }
        data={[
          ...(settings.kind === 'typed' ? [{ value: OWN, label: t('import.types.own', { type: fileType }) }] : []),
          ...TYPE_KINDS.map((kind) => ({ value: kind, label: t(`import.types.${kind}`) })),
        ]}
      />
      {type !== null && <TypeFields type={type} onChange={setType} />}
      {nullTexts !== null && (
        <TextInput
          label={t('import.column.nullTexts')}
          description={t('import.column.nullTextsHint')}
          value={nullTexts}
          onChange={(event) => setNullTexts(event.currentTarget.value)}
        />
      )}
      <div className={classes.formActions}>
        <Button
          variant="subtle"
          color="negative"
          disabled={settings.columns.length === 1}
          onClick={() => onSave(leaveOutColumn(settings, column.title))}
        >
          {t('import.column.leaveOut')}
        </Button>
        <span className={classes.gap} />
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit">{t('import.column.apply')}</Button>
      </div>
    </form>
  );
}
