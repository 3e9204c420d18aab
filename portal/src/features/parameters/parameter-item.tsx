import { Button, Switch, TextInput } from '@mantine/core';
import type { TenantParameter } from '@rise/contract';
import type { TFunction } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { type Draft, enteredIn, isDefault } from './parameters.rules.ts';
import classes from './parameters.module.css';

export interface ParameterItemProps {
  parameter: TenantParameter;
  draft: Draft;
  invalid: boolean;
  readOnly: boolean;
  /** With null, its default applies. */
  onEnter: (value: string | boolean | null) => void;
}

const PROBLEMS = {
  string: 'parameters.takes.string',
  integer: 'parameters.takes.integer',
  number: 'parameters.takes.number',
  date: 'parameters.takes.date',
  boolean: 'parameters.takes.boolean',
} as const satisfies Record<TenantParameter['type'], string>;

const INPUT = {
  string: { type: 'text' },
  integer: { type: 'text', inputMode: 'numeric' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  boolean: {},
} as const;

/** A parameter's meaning, value and default. */
export function ParameterItem({ parameter, draft, invalid, readOnly, onEnter }: ParameterItemProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const described = useId();
  const { name, title, description, type } = parameter;
  const entered = enteredIn(parameter, draft);
  const common = { name, 'aria-describedby': described };
  return (
    <li className={classes.parameter}>
      {typeof entered === 'boolean' ? (
        <Switch
          {...common}
          label={localize(title)}
          disabled={readOnly}
          checked={entered}
          onChange={(event) => onEnter(event.currentTarget.checked)}
        />
      ) : (
        <TextInput
          {...common}
          {...INPUT[type]}
          className={classes.field}
          label={localize(title)}
          // Not disabled: its value is there to be read and copied.
          readOnly={readOnly}
          value={entered}
          maxLength={500}
          error={invalid ? t(PROBLEMS[type]) : null}
          onChange={(event) => onEnter(event.currentTarget.value)}
        />
      )}
      <div id={described} className={classes.hint}>
        {description && <p>{localize(description)}</p>}
        <p>
          {t('parameters.default', { value: writeDefault(parameter, t, i18n.language) })} ·{' '}
          {t('parameters.usedAs', { name })}
        </p>
      </div>
      {!readOnly && !isDefault(parameter, draft) && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.reset}
          aria-label={t('parameters.resetLabel', { title: localize(title) })}
          onClick={() => onEnter(null)}
        >
          {t('parameters.reset')}
        </Button>
      )}
    </li>
  );
}

function writeDefault({ type, default: value }: TenantParameter, t: TFunction, language: string): string {
  if (type === 'boolean') return value === true ? t('parameters.on') : t('parameters.off');
  if (type === 'date') return formatDay(String(value), language);
  if (type === 'number') return withDecimalSign(String(value), language);
  return String(value) === '' ? t('parameters.blank') : String(value);
}

/** A decimal as the reader writes it; its digits stay as they are. */
function withDecimalSign(number: string, language: string): string {
  const sign = new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  return number.replace('.', sign ?? '.');
}
