import { Checkbox, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import type { TenantParameter } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../i18n/use-language.ts';
import { writeRange } from './parameter-text.ts';
import { type Entered, issueOf, linesOf } from './parameters.rules.ts';
import classes from './parameters.module.css';

export interface ValueFieldProps {
  parameter: TenantParameter;
  /** Of the field in the form. */
  name: string;
  label: string;
  entered: Entered;
  /** Shows what is wrong with the entry. */
  checked: boolean;
  readOnly: boolean;
  describedBy?: string;
  onEnter: (value: Entered) => void;
}

const INPUT = {
  string: { type: 'text' },
  integer: { type: 'text', inputMode: 'numeric' },
  number: { type: 'text', inputMode: 'decimal' },
  percent: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
} as const;

/** The field of a value, by the parameter's type. */
export function ValueField(props: ValueFieldProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { parameter, name, label, entered, checked, readOnly, describedBy, onEnter } = props;
  const { type, options, unit } = parameter;
  const issue = checked ? issueOf(parameter, entered) : null;
  const error =
    issue === null
      ? null
      : issue === 'type'
        ? t(type === 'percent' || type === 'list' ? `parameterValues.takes.${type}` : `parameters.takes.${type}`)
        : issue === 'range'
          ? t('parameterValues.outside', { range: writeRange(parameter, t, i18n.language) })
          : t('parameterValues.notAnOption');
  const common = { name, label, 'aria-describedby': describedBy };
  if (typeof entered === 'boolean')
    return (
      <Switch
        {...common}
        disabled={readOnly}
        checked={entered}
        onChange={(event) => onEnter(event.currentTarget.checked)}
      />
    );
  if (options && type === 'list')
    return (
      <Checkbox.Group
        label={label}
        error={error}
        value={linesOf(entered)}
        onChange={(list) => onEnter(list.join('\n'))}
      >
        <div className={classes.options}>
          {options.map(({ value, title }) => (
            <Checkbox
              key={value}
              name={name}
              value={value}
              label={title ? localize(title) : value}
              disabled={readOnly}
            />
          ))}
        </div>
      </Checkbox.Group>
    );
  if (options)
    return (
      <NativeSelect
        {...common}
        className={classes.field}
        disabled={readOnly}
        error={error}
        value={entered}
        data={[
          ...(options.some(({ value }) => value === entered) ? [] : [{ value: entered, label: entered }]),
          ...options.map(({ value, title }) => ({ value, label: title ? localize(title) : value })),
        ]}
        onChange={(event) => onEnter(event.currentTarget.value)}
      />
    );
  if (type === 'list')
    return (
      <Textarea
        {...common}
        className={classes.field}
        readOnly={readOnly}
        error={error}
        value={entered}
        autosize
        minRows={2}
        maxRows={8}
        placeholder={t('parameterValues.onePerLine')}
        onChange={(event) => onEnter(event.currentTarget.value)}
      />
    );
  const suffix = type === 'percent' ? '%' : unit && localize(unit);
  return (
    <TextInput
      {...common}
      {...INPUT[type === 'boolean' ? 'string' : type]}
      className={classes.field}
      // Not disabled: its value is there to be read and copied.
      readOnly={readOnly}
      value={entered}
      maxLength={500}
      error={error}
      {...(suffix !== undefined && {
        rightSection: <span className={classes.unit}>{suffix}</span>,
        rightSectionWidth: Math.min(140, 20 + 8 * suffix.length),
        rightSectionPointerEvents: 'none',
      })}
      onChange={(event) => onEnter(event.currentTarget.value)}
    />
  );
}
