import { NativeSelect } from '@mantine/core';
import type { CatalogDataset, Cell, Filter } from '@rise/contract';
import { FilterChip } from '@rise/ui';

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../../client/client.ts';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { valueTitle } from '../../fields.ts';
import { useBuilder } from '../builder-context.ts';
import { filterOf, type ValuesFilter, valuesOf } from './filter.rules.ts';
import { OtherFilter } from './other-filter.tsx';
import { RemoveButton } from './remove-button.tsx';
import classes from './settings.module.css';

const MAX_VALUES = 200;

const fieldValuesQuery = (dataset: string, field: string, basis: string) =>
  queryOptions({
    queryKey: ['field-values', dataset, field, basis],
    queryFn: async ({ signal }) => {
      const { columns, rows } = await client.call('POST /api/v1/query', {
        body: {
          kind: 'aggregate',
          dataset,
          dimensions: [field],
          order: [{ field, direction: 'asc' }],
          limit: MAX_VALUES,
        },
        signal,
      });
      const at = columns.findIndex(({ name }) => name === field);
      return rows.flatMap((row) => (row[at] === null || row[at] === undefined ? [] : [row[at]]));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

interface FilterEditorProps {
  label: string;
  dataset: CatalogDataset;
  filter: Filter | undefined;
  /** Null takes the filter away. */
  onChange: (filter: Filter | null) => void;
}

/** Conditions that figures are limited by: values of dimensions. */
export function FilterEditor({ label, dataset, filter, onChange }: FilterEditorProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const stored = valuesOf(filter);
  const [fresh, setFresh] = useState<string | null>(null);
  if (stored === null) return <OtherFilter label={label} onRemove={() => onChange(null)} />;
  const shown: ValuesFilter[] =
    fresh !== null && !stored.some(({ field }) => field === fresh) ? [...stored, { field: fresh, values: [] }] : stored;
  const rest = dataset.dimensions.filter(({ name }) => !shown.some(({ field }) => field === name));
  const write = (next: ValuesFilter) => {
    const others = stored.filter(({ field }) => field !== next.field);
    onChange(filterOf([...others, next]));
  };
  return (
    <div className={classes.part} role="group" aria-label={label}>
      <span className={classes.label}>{label}</span>
      {shown.map((condition) => (
        <ConditionRow
          key={condition.field}
          dataset={dataset}
          condition={condition}
          onChange={write}
          onRemove={() => {
            setFresh(null);
            write({ ...condition, values: [] });
          }}
        />
      ))}
      {rest.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('builder.settings.addTo', { list: label })}
          value=""
          data={[
            { value: '', label: t('builder.filter.add') },
            ...rest.map(({ name, title }) => ({ value: name, label: localize(title) })),
          ]}
          onChange={({ currentTarget }) => setFresh(currentTarget.value === '' ? null : currentTarget.value)}
        />
      )}
    </div>
  );
}

interface ConditionRowProps {
  dataset: CatalogDataset;
  condition: ValuesFilter;
  onChange: (condition: ValuesFilter) => void;
  onRemove: () => void;
}

function ConditionRow({ dataset, condition: { field, values }, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useBuilder();
  const { data = [] } = useQuery(fieldValuesQuery(dataset.name, field, report.basis));
  const dimension = dataset.dimensions.find(({ name }) => name === field);
  const described = report.fields.dimensions.find(({ name }) => name === field);
  const title = dimension ? localize(dimension.title) : field;
  const known: Cell[] = [...data, ...values.filter((value) => !data.includes(value))];
  return (
    <div className={classes.field}>
      <span className={classes.name}>
        <FilterChip
          label={title}
          options={known.map((value) => ({
            value: String(value),
            label:
              typeof value === 'boolean'
                ? t(value ? 'report.rows.yes' : 'report.rows.no')
                : valueTitle(described, value, localize),
          }))}
          selected={values.map(String)}
          onChange={(next) =>
            onChange({ field, values: known.filter((value) => next.includes(String(value))) as ValuesFilter['values'] })
          }
        />
      </span>
      <RemoveButton label={t('builder.settings.take', { name: title })} onClick={onRemove} />
    </div>
  );
}
