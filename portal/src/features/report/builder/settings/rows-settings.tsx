import { NativeSelect } from '@mantine/core';
import type { CatalogDataset, TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { FieldList } from './field-list.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

/** The columns of a list of rows and its order. */
export function RowsSettings({ tile, dataset }: { tile: TileOf<'rows'>; dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document } = useBuilder();
  const set = useSetter(tile);
  // Rows have no value of measures that the report defines.
  const own = new Set((document.customMeasures ?? []).map(({ name }) => name));
  const measures = dataset.measures.filter(({ name }) => !own.has(name));
  const options = [...dataset.dimensions, ...measures].map(({ name, title }) => ({
    value: name,
    label: localize(title),
  }));
  const [order] = tile.order;
  return (
    <>
      <FieldList
        label={t('builder.settings.columns')}
        values={tile.columns}
        options={options}
        least={1}
        most={30}
        onChange={(columns) => set('columns', columns)}
      />
      <div className={classes.row}>
        <NativeSelect
          size="xs"
          label={t('builder.settings.orderBy')}
          value={order?.field ?? ''}
          data={[
            { value: '', label: t('builder.settings.none') },
            ...options.filter(({ value }) => tile.columns.includes(value)),
          ]}
          onChange={({ currentTarget: { value } }) =>
            set('order', value === '' ? [] : [{ field: value, direction: order?.direction ?? 'desc' }])
          }
        />
        <NativeSelect
          size="xs"
          label={t('builder.settings.direction')}
          value={order?.direction ?? 'desc'}
          disabled={!order}
          data={(['desc', 'asc'] as const).map((value) => ({ value, label: t(`builder.directionsOf.${value}`) }))}
          onChange={({ currentTarget }) => order && set('order', [{ ...order, direction: currentTarget.value }])}
        />
      </div>
      <NativeSelect
        size="xs"
        label={t('builder.settings.pageSize')}
        value={String(tile.pageSize)}
        data={[...new Set([5, 10, 20, 50, 100, tile.pageSize])].toSorted((a, b) => a - b).map(String)}
        onChange={({ currentTarget }) => set('pageSize', Number(currentTarget.value))}
      />
      {document.subject && (
        <NativeSelect
          size="xs"
          label={t('builder.settings.of')}
          value={tile.of}
          data={[
            { value: 'peers', label: t('builder.settings.ofPeers') },
            { value: 'subject', label: localize(document.subject.label) },
          ]}
          onChange={({ currentTarget }) => set('of', currentTarget.value)}
        />
      )}
    </>
  );
}
