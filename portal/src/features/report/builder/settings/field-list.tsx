import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

export interface FieldOption {
  value: string;
  label: string;
}

interface FieldListProps {
  label: string;
  values: readonly string[];
  options: readonly FieldOption[];
  /** The least number of values. */
  least?: number;
  most?: number;
  onChange: (values: string[]) => void;
}

/** Names of fields in an order. */
export function FieldList({ label, values, options, least = 0, most = 50, onChange }: FieldListProps) {
  const { t } = useTranslation();
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const rest = options.filter(({ value }) => !values.includes(value));
  const swap = (index: number, other: number) => {
    const next = [...values];
    [next[index], next[other]] = [next[other]!, next[index]!];
    onChange(next);
  };
  return (
    <div className={classes.part} role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      {values.length > 0 && (
        <ul className={classes.fields}>
          {values.map((value, index) => (
            <li key={value} className={classes.field}>
              <span className={classes.name}>{labelOf(value)}</span>
              {index > 0 && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('builder.settings.moveUp', { name: labelOf(value) })}
                  onClick={() => swap(index, index - 1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </ActionIcon>
              )}
              {index < values.length - 1 && (
                <ActionIcon
                  size="sm"
                  variant="subtle"
                  color="gray"
                  aria-label={t('builder.settings.moveDown', { name: labelOf(value) })}
                  onClick={() => swap(index, index + 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </ActionIcon>
              )}
              {values.length > least && (
                <RemoveButton
                  label={t('builder.settings.take', { name: labelOf(value) })}
                  onClick={() => onChange(values.filter((one) => one !== value))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {values.length < most && rest.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('builder.settings.addTo', { list: label })}
          value=""
          data={[{ value: '', label: t('builder.settings.add') }, ...rest]}
          onChange={({ currentTarget }) => currentTarget.value !== '' && onChange([...values, currentTarget.value])}
        />
      )}
    </div>
  );
}
