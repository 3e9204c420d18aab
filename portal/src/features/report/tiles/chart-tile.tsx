import type { TileOf } from '@rise/contract';
import { SeriesChart, seriesChartHeight } from '@rise/ui/charts';
import { ChartSkeleton } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed } from '../fields.ts';
import { withFilter } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { filtersOf } from '../report.state.ts';
import { type ChartData, chartData, hiddenSeries } from './chart-data.rules.ts';
import { columnName, fieldOf } from './result-labels.ts';
import { ShapedChart } from './shaped-chart.tsx';
import { TileFrame } from './tile-frame.tsx';
import classes from './tiles.module.css';

type ChartTile = TileOf<'chart'>;
const HEIGHT = 280;

/** Measures by categories and series in one of the shapes; a mark filters the report by its category. */
export function ChartTileView({
  tile,
  run,
  height = HEIGHT,
}: {
  tile: ChartTile;
  run: TileRun;
  height?: number | undefined;
}) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose } = useOpenReport();
  const words = { t, language: i18n.language, localize };
  const isOwn = tile.dataset === undefined;
  const dimensionOf = (field: string) => (isOwn ? dimensionNamed(report, field) : undefined);
  const read = (answer: Answer): ChartData =>
    answer.chart
      ? chartData({ result: answer.chart.result, tile, dimensionOf, words })
      : { categories: [], series: [], points: [] };
  const field = tile.category === undefined ? null : fieldOf(tile.category);
  const isFilter = isOwn && field !== null && typeof tile.category === 'string' && filtersOf(report).includes(field);
  const selected = isFilter ? (choices.filters[field] ?? []) : [];
  const select = (key: string | null, { categories }: ChartData) => {
    const value = categories.find((category) => category.key === key)?.value ?? null;
    if (field === null || value === null) return;
    const values = selected.length === 1 && selected[0] === value ? [] : [value];
    choose(withFilter(report, choices, resolved?.peers ?? null, { field, values }));
  };
  const categoryLabel = (answer: Answer) => {
    const column = answer.chart?.result.columns.find(
      ({ name }) => tile.category !== undefined && name === columnName(tile.category),
    );
    return column ? localize(column.title) : t('report.flat.measure');
  };
  const isHorizontal = tile.shape === 'bar';
  const rows = (data: ChartData) => data.categories.length * (tile.stack === 'none' ? data.series.length : 1);
  return (
    <TileFrame
      tile={tile}
      run={run}
      skeleton={<ChartSkeleton height={height} {...(isHorizontal ? { bars: 'rows' as const } : {})} />}
      minHeight={height}
      about={isOwn ? tile.measures : []}
      empty={(answer) =>
        read(answer).categories.length === 0
          ? { title: t('report.noRows.title'), text: t('report.noRows.text'), because: 'filters' }
          : null
      }
      flat={(answer) => {
        const { categories, series } = read(answer);
        return {
          columns: [{ title: categoryLabel(answer) }, ...series.map(({ name, format }) => ({ title: name, format }))],
          rows: categories.map(({ label }, place) => [label, ...series.map(({ data }) => data[place] ?? null)]),
        };
      }}
    >
      {(answer) => {
        const data = read(answer);
        const hidden = hiddenSeries({ result: answer.chart!.result, tile, dimensionOf, words });
        const common = {
          label: localize(tile.title),
          categoryLabel: categoryLabel(answer),
          height,
          ...(isFilter
            ? {
                onSelect: ({ category }: { category: string | null }) => select(category, data),
                ...(selected.length > 0 ? { selected: new Set(selected) } : {}),
              }
            : {}),
        };
        const note = hidden > 0 && tile.shape !== 'scatter' && (
          <p role="note" className={classes.cut}>
            {t('report.chart.hidden', { count: hidden })}
          </p>
        );
        if (!SERIES_SHAPES.has(tile.shape))
          return (
            <>
              {note}
              <ShapedChart tile={tile} data={data} result={answer.chart!.result} {...common} />
            </>
          );
        return (
          <>
            {note}
            <SeriesChart
              {...common}
              categories={data.categories}
              series={data.series}
              orientation={isHorizontal ? 'horizontal' : 'vertical'}
              stack={tile.stack}
              labels={tile.labels}
              lines={(tile.references ?? []).map(({ label, value }) => ({ label: localize(label), value }))}
              height={isHorizontal ? Math.max(height, seriesChartHeight(rows(data))) : height}
            />
          </>
        );
      }}
    </TileFrame>
  );
}

const SERIES_SHAPES: ReadonlySet<ChartTile['shape']> = new Set(['line', 'area', 'column', 'bar', 'combo']);
