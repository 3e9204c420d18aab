import { NativeSelect } from '@mantine/core';
import type { CatalogDataset, DimensionRequest, TimeGrain } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { fieldOf, requestOf } from '../fields/fields.rules.ts';
import classes from './settings.module.css';

export const GRAINS: readonly TimeGrain[] = [
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'fiscal_quarter',
  'fiscal_year',
];

interface DimensionSelectProps {
  label: string;
  dataset: CatalogDataset;
  value: DimensionRequest | undefined;
  /** Undefined where it is taken away. */
  onChange: (request: DimensionRequest | undefined) => void;
  optional?: boolean;
  /** Only dates. */
  dates?: boolean;
  /** A date as such. */
  withoutGrain?: boolean;
}

/** A dimension, and the grain of a date. */
export function DimensionSelect({
  label,
  dataset,
  value,
  onChange,
  optional = false,
  dates = false,
  withoutGrain = false,
}: DimensionSelectProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const dimensions = dataset.dimensions.filter(({ type }) => !dates || type === 'date' || type === 'timestamp');
  const name = value === undefined ? '' : fieldOf(value);
  return (
    <div className={classes.part}>
      <NativeSelect
        size="xs"
        label={label}
        value={name}
        data={[
          ...(optional || value === undefined ? [{ value: '', label: t('builder.settings.none') }] : []),
          ...dimensions.map((dimension) => ({ value: dimension.name, label: localize(dimension.title) })),
        ]}
        onChange={({ currentTarget }) => {
          const dimension = dimensions.find((one) => one.name === currentTarget.value);
          onChange(dimension && requestOf(dimension));
        }}
      />
      {value !== undefined && typeof value !== 'string' && !withoutGrain && (
        <NativeSelect
          size="xs"
          aria-label={t('builder.settings.grain')}
          value={value.grain}
          data={GRAINS.map((grain) => ({ value: grain, label: t(`builder.grains.${grain}`) }))}
          onChange={({ currentTarget }) => onChange({ ...value, grain: currentTarget.value as TimeGrain })}
        />
      )}
    </div>
  );
}
