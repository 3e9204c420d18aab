import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { SqlParameterEntry } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import classes from './parameter-fields.module.css';

export interface ParameterFieldsProps {
  entries: readonly SqlParameterEntry[];
  /** Names of entries whose errors are shown. */
  invalid: ReadonlySet<string>;
  onChange: (entry: SqlParameterEntry) => void;
}

const TYPES = ['text', 'number', 'date', 'switch', 'list', 'numbers'] as const;

/** The values of the parameters that a statement names. */
export function ParameterFields({ entries, invalid, onChange }: ParameterFieldsProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <section aria-label={t('sqlWorkbench.parameters.title')} className={classes.parameters}>
      {entries.map((entry) => (
        <div key={entry.name} role="group" aria-label={entry.name} className={classes.parameter}>
          <div className={classes.head}>
            <code className={classes.name}>{entry.name}</code>
            <NativeSelect
              size="xs"
              className={classes.type}
              aria-label={t('sqlWorkbench.parameters.type', { name: entry.name })}
              value={entry.type}
              onChange={(event) => onChange({ ...entry, type: event.currentTarget.value as SqlParameterEntry['type'] })}
              data={TYPES.map((type) => ({ value: type, label: t(`sqlWorkbench.parameters.types.${type}`) }))}
            />
          </div>
          <ValueField
            entry={entry}
            error={invalid.has(entry.name) ? t(`sqlWorkbench.parameters.takes.${entry.type}`) : null}
            onChange={(text) => onChange({ ...entry, text })}
          />
        </div>
      ))}
    </section>
  );
}

const INPUT = {
  text: { type: 'text' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
} as const;

function ValueField({
  entry: { name, type, text },
  error,
  onChange,
}: {
  entry: SqlParameterEntry;
  error: string | null;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation();
  const label = t('sqlWorkbench.parameters.value', { name });
  if (type === 'switch')
    return (
      <Switch
        aria-label={label}
        className={classes.switch}
        checked={text === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (type === 'list' || type === 'numbers')
    return (
      <Textarea
        aria-label={label}
        placeholder={t('sqlWorkbench.parameters.onePerLine')}
        autosize
        minRows={1}
        maxRows={6}
        error={error}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...INPUT[type]}
      aria-label={label}
      maxLength={2000}
      error={error}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
