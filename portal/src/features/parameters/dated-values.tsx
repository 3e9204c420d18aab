import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { TenantParameter } from '@rise/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { type DraftChange, type Entered, toEntered } from './parameters.rules.ts';
import { ValueField } from './value-field.tsx';
import classes from './parameters.module.css';

export interface DatedValuesProps {
  parameter: TenantParameter;
  changes: readonly DraftChange[];
  checked: boolean;
  readOnly: boolean;
  onChange: (changes: readonly DraftChange[]) => void;
}

/** The values that apply from a day on. */
export function DatedValues({ parameter, changes, checked, readOnly, onChange }: DatedValuesProps) {
  const { t } = useTranslation();
  const title = useLocalize()(parameter.title);
  const days = changes.map(({ from }) => from);
  const set = (index: number, change: Partial<DraftChange>) =>
    onChange(changes.map((item, at) => (at === index ? { ...item, ...change } : item)));
  const last: Entered = changes.at(-1)?.value ?? toEntered(parameter, parameter.value ?? parameter.default);
  const dayError = (from: string, index: number) =>
    from === '' ? t('parameterValues.noDay') : days.indexOf(from) < index ? t('parameterValues.dayTwice') : null;
  return (
    <>
      {changes.length > 0 && (
        <ul className={classes.dated} aria-label={t('parameterValues.changesOf', { title })}>
          {changes.map(({ from, value }, index) => (
            // Values have no identity: they are entered by their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className={classes.change}>
              <TextInput
                type="date"
                label={t('parameterValues.from')}
                name={`${parameter.name}.${index}.from`}
                className={classes.day}
                readOnly={readOnly}
                value={from}
                error={checked ? dayError(from, index) : null}
                onChange={(event) => set(index, { from: event.currentTarget.value })}
              />
              <ValueField
                parameter={parameter}
                name={`${parameter.name}.${index}.value`}
                label={t('parameterValues.value')}
                entered={value}
                checked={checked}
                readOnly={readOnly}
                onEnter={(entered) => set(index, { value: entered })}
              />
              {!readOnly && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  className={classes.remove}
                  aria-label={t('parameterValues.remove', { number: index + 1, title })}
                  onClick={() => onChange(changes.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={t('parameterValues.addLabel', { title })}
          onClick={() => onChange([...changes, { from: '', value: last }])}
        >
          {t('parameterValues.add')}
        </Button>
      )}
    </>
  );
}
