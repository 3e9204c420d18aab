import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import type { CatalogDataset, DimensionRequest, Tile, TileOf } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../../i18n/use-language.ts';
import { useBuilder } from '../builder-context.ts';
import { carried } from '../fields/carried.rules.ts';
import { type DataTile, fieldOf, type Selection, selectionOf, withSelection } from '../fields/fields.rules.ts';
import { AnnotationList } from './annotation-list.tsx';
import { ConditionalFormats } from './conditional-formats.tsx';
import { BulletSettings } from './bullet-settings.tsx';
import { DimensionSelect } from './dimension-select.tsx';
import { FieldList } from './field-list.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { lookOf, obstacleFor, withLook } from './looks.rules.ts';
import { MeasureFilter } from './measure-filter.tsx';
import { OnwardSettings } from './onward-settings.tsx';
import { ReferenceLines } from './reference-lines.tsx';
import { ShapePicker } from './shape-picker.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

/** What a tile shows of its dataset, and how. */
export function DataSettings({ tile, dataset }: { tile: DataTile; dataset: CatalogDataset }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { document, change, keepLook } = useBuilder();
  const set = useSetter(tile);
  const selection = selectionOf(tile);
  const options = dataset.measures.map(({ name, title }) => ({ value: name, label: localize(title) }));
  const replace = (next: DataTile) => change([{ type: 'replace-tile', tile: carried(tile, next) }]);
  const choose = (next: Selection) => {
    const changed = withSelection(tile, next);
    if (changed) replace(changed);
  };
  return (
    <>
      <ShapePicker
        value={lookOf(tile)}
        obstacle={(look) => {
          const reason = obstacleFor(look, selection);
          return reason && t(`builder.obstacles.${reason}`);
        }}
        onChange={(look) => {
          keepLook(tile.id);
          replace(withLook(tile, look, selection));
        }}
      />
      <FieldList
        label={t('builder.settings.measures')}
        values={tile.measures}
        options={options}
        least={1}
        most={tile.kind === 'table' ? 20 : tile.kind === 'figures' ? 12 : 8}
        onChange={(measures) => choose({ ...selection, measures })}
      />
      {tile.kind === 'figures' && <FiguresSettings tile={tile} dataset={dataset} />}
      {tile.kind === 'chart' && <ChartSettings tile={tile} dataset={dataset} />}
      {tile.kind === 'table' && <TableSettings tile={tile} dataset={dataset} />}
      {tile.kind !== 'chart' && <ConditionalFormats tile={tile} dataset={dataset} />}
      {tile.kind !== 'figures' && <OnwardSettings tile={tile} dataset={dataset} />}
      {document.subject && tile.dataset === undefined && (
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
        label={t('builder.settings.filter')}
        dataset={dataset}
        filter={tile.filter}
        onChange={(filter) => set('filter', filter)}
      />
      {(tile.kind === 'table' || (tile.kind === 'chart' && tile.category !== undefined)) && (
        <MeasureFilter dataset={dataset} having={tile.having} onChange={(having) => set('having', having)} />
      )}
    </>
  );
}

interface KindProps<T extends Tile> {
  tile: T;
  dataset: CatalogDataset;
}

function FiguresSettings({ tile, dataset }: KindProps<TileOf<'figures'>>) {
  const { t } = useTranslation();
  const { change } = useBuilder();
  const set = useSetter(tile);
  return (
    <>
      <DimensionSelect
        label={t('builder.settings.over')}
        dataset={dataset}
        dates
        optional
        value={tile.time && { ...tile.time, fill: false }}
        onChange={(request) => {
          const next = withSelection(tile, { measures: tile.measures, dimensions: request ? [request] : [] });
          if (next) change([{ type: 'replace-tile', tile: carried(tile, next) }]);
        }}
      />
      {tile.time && (
        <NativeSelect
          size="xs"
          label={t('builder.settings.compare')}
          value={tile.compare ?? ''}
          data={[
            { value: '', label: t('builder.settings.none') },
            ...(['previous_period', 'same_period_last_year', 'prior_year_end'] as const).map((value) => ({
              value,
              label: t(`builder.compare.${value}`),
            })),
          ]}
          onChange={({ currentTarget }) => set('compare', currentTarget.value === '' ? null : currentTarget.value)}
        />
      )}
    </>
  );
}

const STACKED: ReadonlySet<string> = new Set(['area', 'column', 'bar']);
const RANKED: ReadonlySet<string> = new Set([
  'column',
  'bar',
  'combo',
  'pie',
  'treemap',
  'funnel',
  'waterfall',
  'bullet',
]);
/** Shapes without marks that have room for their values, or that have them anyway. */
const HAS_AXES: ReadonlySet<string> = new Set(['line', 'area', 'column', 'bar', 'combo']);
const UNLABELED: ReadonlySet<string> = new Set(['bullet', 'map']);

function ChartSettings({ tile, dataset }: KindProps<TileOf<'chart'>>) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { change } = useBuilder();
  const set = useSetter(tile);
  const choose = (category: DimensionRequest | undefined, series: DimensionRequest | undefined) => {
    const dimensions = [category, series].filter((part) => part !== undefined);
    const next = withSelection(tile, { measures: tile.measures, dimensions });
    if (next) change([{ type: 'replace-tile', tile: carried(tile, next) }]);
  };
  const isSeries = tile.measures.length === 1 || tile.shape === 'scatter';
  return (
    <>
      <DimensionSelect
        label={t('builder.settings.category')}
        dataset={dataset}
        optional={['bar', 'column', 'pie', 'funnel', 'bullet'].includes(tile.shape) && tile.series === undefined}
        value={tile.category}
        onChange={(category) => choose(category, tile.series)}
      />
      {isSeries &&
        tile.category !== undefined &&
        !['pie', 'funnel', 'waterfall', 'bullet', 'map'].includes(tile.shape) && (
          <DimensionSelect
            label={t(tile.shape === 'heat_map' ? 'builder.settings.rowsBy' : 'builder.settings.series')}
            dataset={dataset}
            optional={tile.shape !== 'heat_map'}
            value={tile.series}
            onChange={(series) => choose(tile.category, series)}
          />
        )}
      {tile.shape === 'combo' && tile.measures.length > 1 && (
        <FieldList
          label={t('builder.settings.lines')}
          values={tile.lines ?? tile.measures.slice(-1)}
          options={tile.measures.map((name) => {
            const measure = dataset.measures.find((one) => one.name === name);
            return { value: name, label: measure ? localize(measure.title) : name };
          })}
          least={1}
          onChange={(lines) => set('lines', lines)}
        />
      )}
      {STACKED.has(tile.shape) && (tile.series !== undefined || tile.measures.length > 1) && (
        <NativeSelect
          size="xs"
          label={t('builder.settings.stack')}
          value={tile.stack}
          data={(['none', 'total', 'share'] as const).map((value) => ({ value, label: t(`builder.stacks.${value}`) }))}
          onChange={({ currentTarget }) => set('stack', currentTarget.value)}
        />
      )}
      {RANKED.has(tile.shape) && typeof tile.category === 'string' && (
        <>
          <div className={classes.row}>
            <NumberInput
              size="xs"
              label={t('builder.settings.top')}
              min={1}
              max={200}
              allowDecimal={false}
              placeholder={t('builder.settings.auto')}
              value={tile.top ?? ''}
              onChange={(top) =>
                top !== (tile.top ?? '') && set('top', typeof top === 'number' && top >= 1 && top <= 200 ? top : null)
              }
            />
            <NativeSelect
              size="xs"
              label={t('builder.settings.order')}
              value={tile.order}
              data={(['value', 'category'] as const).map((value) => ({ value, label: t(`builder.orders.${value}`) }))}
              onChange={({ currentTarget }) => set('order', currentTarget.value)}
            />
          </div>
          <Switch
            size="xs"
            label={t('builder.settings.other')}
            checked={tile.other}
            onChange={({ currentTarget }) => set('other', currentTarget.checked)}
          />
        </>
      )}
      {tile.shape === 'bullet' && <BulletSettings tile={tile} dataset={dataset} />}
      {!UNLABELED.has(tile.shape) && (
        <Switch
          size="xs"
          label={t('builder.settings.labels')}
          checked={tile.labels}
          onChange={({ currentTarget }) => set('labels', currentTarget.checked)}
        />
      )}
      {HAS_AXES.has(tile.shape) && <ReferenceLines tile={tile} />}
      {HAS_AXES.has(tile.shape) && tile.category !== undefined && <AnnotationList tile={tile} />}
    </>
  );
}

function TableSettings({ tile, dataset }: KindProps<TileOf<'table'>>) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { change } = useBuilder();
  const set = useSetter(tile);
  const options = dataset.dimensions.map(({ name, title }) => ({ value: name, label: localize(title) }));
  const requests = [...tile.dimensions, ...(tile.columns ?? [])];
  const requestOf = (name: string): DimensionRequest => {
    const known = requests.find((request) => fieldOf(request) === name);
    const type = dataset.dimensions.find((one) => one.name === name)?.type;
    return known ?? (type === 'date' || type === 'timestamp' ? { field: name, grain: 'month', fill: false } : name);
  };
  const replace = (down: readonly string[], across: readonly string[]) => {
    const { columns: _columns, order: _order, ...rest } = tile;
    const next = {
      ...rest,
      dimensions: down.map(requestOf),
      ...(across.length > 0 && { columns: across.map(requestOf) }),
    };
    change([{ type: 'replace-tile', tile: carried(tile, next) }]);
  };
  const down = tile.dimensions.map(fieldOf);
  const across = (tile.columns ?? []).map(fieldOf);
  return (
    <>
      <FieldList
        label={t('builder.settings.rowsBy')}
        values={down}
        options={options.filter(({ value }) => !across.includes(value))}
        least={1}
        most={10}
        onChange={(next) => replace(next, across)}
      />
      <FieldList
        label={t('builder.settings.columnsBy')}
        values={across}
        options={options.filter(({ value }) => !down.includes(value))}
        most={2}
        onChange={(next) => replace(down, next)}
      />
      {requests
        .filter((request) => typeof request !== 'string')
        .map((request) => (
          <DimensionSelect
            key={request.field}
            label={t('builder.settings.grain')}
            dataset={dataset}
            dates
            value={request}
            onChange={(changed) => {
              if (changed === undefined || fieldOf(changed) !== request.field) return;
              const swap = (list: readonly DimensionRequest[]) =>
                list.map((one) => (fieldOf(one) === request.field ? changed : one));
              const { order: _order, ...rest } = tile;
              change([
                {
                  type: 'replace-tile',
                  tile: {
                    ...rest,
                    dimensions: swap(tile.dimensions),
                    ...(tile.columns && { columns: swap(tile.columns) }),
                  },
                },
              ]);
            }}
          />
        ))}
      {tile.dimensions.length > 1 && (
        <Switch
          size="xs"
          label={t('builder.settings.subtotals')}
          checked={tile.subtotals}
          onChange={({ currentTarget }) => set('subtotals', currentTarget.checked)}
        />
      )}
    </>
  );
}
