import type { QueryResult, TileOf } from '@rise/contract';
import {
  BulletChart,
  FunnelChart,
  HeatMapChart,
  PieChart,
  ScatterChart,
  stateMapData,
  StateMapChart,
  TreemapChart,
  WaterfallChart,
  type FunnelStep,
  type SeriesSelection,
} from '@rise/ui/charts';
import type { MenuPlace } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asNumber } from '../fields.ts';
import { bulletItems } from './bullet.rules.ts';
import type { ChartData } from './chart-data.rules.ts';
import classes from './tiles.module.css';

type ChartTile = TileOf<'chart'>;

export interface ShapedChartProps {
  tile: ChartTile;
  data: ChartData;
  result: QueryResult;
  label: string;
  categoryLabel: string;
  height: number;
  onSelect?: (selection: { category: string | null }) => void;
  onMenu?: (selection: SeriesSelection, place: MenuPlace) => void;
  selected?: ReadonlySet<string>;
}

/** Charts of other shapes than series over categories. */
export function ShapedChart(props: ShapedChartProps) {
  switch (props.tile.shape) {
    case 'pie':
      return <Pie {...props} />;
    case 'treemap':
      return <Treemap {...props} />;
    case 'funnel':
      return <Funnel {...props} />;
    case 'waterfall':
      return <Waterfall {...props} />;
    case 'scatter':
      return <Scatter {...props} />;
    case 'heat_map':
      return <HeatMap {...props} />;
    case 'bullet':
      return <Bullet {...props} />;
    case 'map':
      return <StateMap {...props} />;
    default:
      return null;
  }
}

/** What a click on a category does, for charts that know it by its key. */
const byKey = ({ onSelect, onMenu, selected }: ShapedChartProps) => ({
  ...(onMenu && { onMenu: (category: string, place: MenuPlace) => onMenu({ category, series: null }, place) }),
  ...(onSelect && { onSelect: (category: string) => onSelect({ category }) }),
  ...(selected && { selected }),
});

const PLAIN = { unit: 'number' } as const;

function Pie(props: ShapedChartProps) {
  const { data, label, categoryLabel, height } = props;
  const { t } = useTranslation();
  const [values] = data.series;
  return (
    <PieChart
      label={label}
      categoryLabel={categoryLabel}
      valueLabel={values?.name ?? ''}
      parts={data.categories.map(({ key, label: name, isOther }, place) => ({
        key,
        name,
        isOther,
        value: values?.data[place] ?? null,
      }))}
      format={values?.format ?? PLAIN}
      shape="donut"
      total
      height={Math.min(height, 220)}
      emptyText={t('report.chart.noWhole')}
      {...byKey(props)}
    />
  );
}

function Treemap(props: ShapedChartProps) {
  const { tile, data, label, categoryLabel, height, result, onSelect, onMenu, selected } = props;
  const { t } = useTranslation();
  const localize = useLocalize();
  const [first] = data.series;
  const measure = result.columns.find(({ name }) => name === tile.measures[0]);
  const hasParts = tile.series !== undefined;
  const valueOf = (place: number) => data.series.reduce((sum, { data: values }) => sum + (values[place] ?? 0), 0);
  return (
    <TreemapChart
      label={label}
      categoryLabel={categoryLabel}
      valueLabel={measure ? localize(measure.title) : ''}
      nodes={data.categories.map(({ key, label: name, isOther }, place) => ({
        key,
        name,
        isOther,
        value: valueOf(place),
        ...(hasParts && {
          children: data.series.map((series) => ({
            key: `${key} ${series.key}`,
            name: series.name,
            value: series.data[place] ?? 0,
          })),
        }),
      }))}
      format={first?.format ?? PLAIN}
      height={height}
      emptyText={t('report.chart.noWhole')}
      {...(onSelect && { onSelect: (key: string, parent: string | null) => onSelect({ category: parent ?? key }) })}
      {...(onMenu && {
        onMenu: (key: string, parent: string | null, place: MenuPlace) =>
          onMenu({ category: parent ?? key, series: parent === null ? null : key.slice(parent.length + 1) }, place),
      })}
      {...(selected && { selected })}
    />
  );
}

function Funnel(props: ShapedChartProps) {
  const { data, label } = props;
  const [values] = data.series;
  const steps = data.categories.map(({ key, label: name }, place): FunnelStep => ({
    key,
    label: name,
    value: values?.data[place] ?? null,
  }));
  return <FunnelChart label={label} steps={steps} format={values?.format ?? PLAIN} {...byKey(props)} />;
}

/** The categories as changes, and the total that they come to. */
function Waterfall(props: ShapedChartProps) {
  const { tile, data, result, label, categoryLabel, height } = props;
  const { t } = useTranslation();
  const [values] = data.series;
  const at = result.columns.findIndex(({ name }) => name === tile.measures[0]);
  const total = asNumber(result.totals?.[at]);
  const steps = data.categories.map(({ key, label: name }, place) => ({
    key,
    label: name,
    value: values?.data[place] ?? null,
    kind: 'delta' as const,
  }));
  const end = total === null ? [] : [{ key: ' total', label: t('report.total'), value: total, kind: 'total' as const }];
  const { onSelect, onMenu } = byKey(props);
  return (
    <WaterfallChart
      label={label}
      categoryLabel={categoryLabel}
      steps={[...steps, ...end]}
      format={values?.format ?? PLAIN}
      labels={tile.labels}
      height={height}
      {...(onSelect && { onSelect })}
      {...(onMenu && { onMenu })}
    />
  );
}

/** A point for each category, or for each category and series. */
function Scatter(props: ShapedChartProps) {
  const { tile, data, result, label, categoryLabel, height } = props;
  const localize = useLocalize();
  const columns = tile.measures.map((name) => result.columns.findIndex((column) => column.name === name));
  const figure = (place: number) => {
    const column = result.columns[columns[place] ?? -1];
    return column ? { name: localize(column.title), format: column.format ?? PLAIN } : null;
  };
  const [x, y, size] = [figure(0), figure(1), figure(2)];
  if (!x || !y) return null;
  const points = data.points.flatMap(({ category, series, row }) => {
    const [across, up] = [asNumber(row[columns[0]!]), asNumber(row[columns[1]!])];
    if (across === null || up === null) return [];
    return [
      {
        key: category.key,
        label: category.label,
        x: across,
        y: up,
        ...(size && { size: asNumber(row[columns[2]!]) }),
        ...(series && { series: series.label }),
      },
    ];
  });
  return (
    <ScatterChart
      label={label}
      pointLabel={categoryLabel}
      points={points}
      x={x}
      y={y}
      size={size}
      height={height}
      {...byKey(props)}
    />
  );
}

/** Categories as columns and series as rows. */
function HeatMap(props: ShapedChartProps) {
  const { data, label, height, onSelect, onMenu } = props;
  const { t } = useTranslation();
  return (
    <HeatMapChart
      label={label}
      rowLabel={t('report.chart.rows')}
      rows={data.series.map(({ key, name }) => ({ key, label: name }))}
      columns={data.categories}
      cells={data.series.flatMap(({ key, data: values }) =>
        data.categories.map((category, place) => ({ row: key, column: category.key, value: values[place] ?? null })),
      )}
      format={data.series[0]?.format ?? PLAIN}
      height={Math.max(height, data.series.length * 26 + 80)}
      {...(onSelect && { onSelect: ({ column }: { column: string }) => onSelect({ category: column }) })}
      {...(onMenu && {
        onMenu: ({ row, column }: { row: string; column: string }, place: MenuPlace) =>
          onMenu({ category: column, series: row }, place),
      })}
    />
  );
}

/** Values against their targets, on one axis. */
function Bullet(props: ShapedChartProps) {
  const { tile, data, label } = props;
  const { onSelect } = byKey(props);
  return (
    <BulletChart
      label={label}
      items={bulletItems(data, tile)}
      format={data.series[0]?.format ?? PLAIN}
      isShared
      {...(onSelect && { onSelect })}
    />
  );
}

/** Pixels: lower, the squares of states have no room for their codes. */
const LEAST_MAP = 340;

/** Categories as states; what is none is named above the map. */
function StateMap(props: ShapedChartProps) {
  const { data, label, categoryLabel, height } = props;
  const { t } = useTranslation();
  const [values] = data.series;
  const items = data.categories.map(({ key, label: name }, place) => ({
    key,
    label: name,
    value: values?.data[place] ?? null,
  }));
  const { unplaced } = stateMapData(items);
  return (
    <>
      {unplaced.length > 0 && unplaced.length < items.length && (
        <p role="note" className={classes.cut}>
          {t('report.chart.unplaced', { names: unplaced.map((item) => item.label).join(', ') })}
        </p>
      )}
      <StateMapChart
        label={label}
        categoryLabel={categoryLabel}
        valueLabel={values?.name ?? ''}
        items={items}
        format={values?.format ?? PLAIN}
        height={Math.max(height, LEAST_MAP)}
        emptyText={t('report.chart.noStates')}
        {...byKey(props)}
      />
    </>
  );
}
