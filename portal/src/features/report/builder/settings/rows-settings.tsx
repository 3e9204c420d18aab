import { NativeSelect } from '@mantine/core';
import type { CatalogDataset, ReportDocument, TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { FieldList } from './field-list.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

type RowsTile = TileOf<'rows'>;

/** The rows of a list, its columns and their order. */
export function RowsSettings({ tile, dataset }: { tile: RowsTile; dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, datasets, change } = useBuilder();
  const set = useSetter(tile);
  // Rows have no value of measures that the report defines.
  const isOwn = tile.dataset === undefined;
  const own = new Set((isOwn ? (document.customMeasures ?? []) : []).map(({ name }) => name));
  const measures = dataset.measures.filter(({ name }) => !own.has(name));
  const options = [...dataset.dimensions, ...measures].map(({ name, title }) => ({
    value: name,
    label: localize(title),
  }));
  const [order] = tile.order;
  return (
    <>
      {datasets.length > 1 && (
        <NativeSelect
          size="xs"
          label={t('builder.settings.dataset')}
          value={dataset.name}
          data={datasets.map(({ name, title }) => ({ value: name, label: localize(title) }))}
          onChange={({ currentTarget: { value } }) => {
            const next = datasets.find(({ name }) => name === value);
            if (next) change([{ type: 'replace-tile', tile: ofDataset(tile, next, document) }]);
          }}
        />
      )}
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
      {document.subject && isOwn && (
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
      <FilterEditor
        key={dataset.name}
        label={t('builder.settings.filter')}
        dataset={dataset}
        filter={tile.filter}
        onChange={(filter) => set('filter', filter)}
      />
    </>
  );
}

/** Of a list whose dataset was just chosen. */
const FIRST_COLUMNS = 5;

/** The list with rows of another dataset, which has other columns. */
function ofDataset(tile: RowsTile, next: CatalogDataset, document: ReportDocument): RowsTile {
  const { dataset: _dataset, filter: _filter, ...rest } = tile;
  return {
    ...rest,
    ...(next.name !== document.dataset && { dataset: next.name, of: 'peers' as const }),
    columns: next.dimensions.slice(0, FIRST_COLUMNS).map(({ name }) => name),
    order: [],
  };
}
