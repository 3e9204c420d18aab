import { numberOf, parameterValues } from '@rise/contract/report-parameters';
import type { TileOf } from '@rise/contract';
import { SeriesChart, seriesChartHeight, type SeriesSelection } from '@rise/ui/charts';
import { ChartSkeleton, type MenuPlace } from '@rise/ui';
import { IconHandClick } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { ExploreDialog } from '../drill/explore-dialog.tsx';
import { LevelPath } from '../drill/level-path.tsx';
import type { MarkMember } from '../drill/member-actions.ts';
import { type MarkMenu, useMarkMenu } from '../drill/use-mark-menu.tsx';
import { dimensionNamed } from '../fields.ts';
import { withFilter } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { filtersOf } from '../report.state.ts';
import { chartNotes } from './annotations.rules.ts';
import { type ChartData, chartData, hiddenSeries } from './chart-data.rules.ts';
import { columnName, fieldOf } from './result-labels.ts';
import { ShapedChart } from './shaped-chart.tsx';
import { TileFrame } from './tile-frame.tsx';
import classes from './tiles.module.css';

type ChartTile = TileOf<'chart'>;
const HEIGHT = 280;
const SERIES_SHAPES: ReadonlySet<ChartTile['shape']> = new Set(['line', 'area', 'column', 'bar', 'combo']);
const NOTHING: ChartData = { categories: [], series: [], points: [] };

interface ChartTileProps {
  tile: ChartTile;
  run: TileRun;
  /** Of the drawing, in pixels. */
  height?: number | undefined;
}

/** Measures by categories and series in one of the shapes. */
export function ChartTileView({ tile, run, height = HEIGHT }: ChartTileProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const read = useReading(tile);
  const marks = useMarkMenu(tile, run);
  const [isExploring, setIsExploring] = useOpen(false);
  const { category } = tile;
  const explored = isExploring && category !== undefined && 'results' in run ? read(run.results) : null;
  return (
    <>
      <TileFrame
        tile={tile}
        run={run}
        skeleton={<ChartSkeleton height={height} {...(tile.shape === 'bar' ? { bars: 'rows' as const } : {})} />}
        minHeight={height}
        about={tile.dataset === undefined ? tile.measures : []}
        choice={<LevelPath id={tile.id} dataset={tile.dataset} />}
        actions={
          marks.open && category !== undefined
            ? [
                {
                  id: 'explore',
                  label: t('report.drill.explore'),
                  icon: IconHandClick,
                  onClick: () => setIsExploring(true),
                },
              ]
            : []
        }
        empty={(answer) =>
          read(answer).data.categories.length === 0
            ? { title: t('report.noRows.title'), text: t('report.noRows.text'), because: 'filters' }
            : null
        }
        flat={(answer) => {
          const { data, categoryLabel } = read(answer);
          const { categories, series } = data;
          return {
            columns: [{ title: categoryLabel }, ...series.map(({ name, format }) => ({ title: name, format }))],
            rows: categories.map(({ label }, place) => [
              label,
              ...series.map(({ data: values }) => values[place] ?? null),
            ]),
          };
        }}
      >
        {(answer) => <Drawing tile={tile} answer={answer} height={height} marks={marks} {...read(answer)} />}
      </TileFrame>
      {marks.menu}
      {explored && (
        <ExploreDialog
          tile={tile}
          run={run}
          title={localize(tile.title)}
          label={explored.categoryLabel}
          marks={explored.data.categories.map((member) => ({
            key: member.key,
            member: { request: category!, member },
          }))}
          measures={tile.measures}
          onClose={() => setIsExploring(false)}
        />
      )}
    </>
  );
}

interface Reading {
  data: ChartData;
  categoryLabel: string;
  /** Series that are not drawn. */
  hidden: number;
}

/** Reads results with the labels of the report's language. */
function useReading(tile: ChartTile): (answer: Answer) => Reading {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  const words = { t, language: i18n.language, localize };
  const dimensionOf = (field: string) => dimensionNamed(report, field, tile.dataset);
  return ({ chart }) => {
    if (!chart) return { data: NOTHING, categoryLabel: '', hidden: 0 };
    const reading = { result: chart.result, tile, dimensionOf, words };
    const column = chart.result.columns.find(
      ({ name }) => tile.category !== undefined && name === columnName(tile.category),
    );
    return {
      data: chartData(reading),
      categoryLabel: column ? localize(column.title) : t('report.flat.measure'),
      hidden: tile.shape === 'scatter' ? 0 : hiddenSeries(reading),
    };
  };
}

/** The drawing; a mark filters the report by its category where readers can filter by it. */
function Drawing({
  tile,
  answer,
  height,
  data,
  categoryLabel,
  hidden,
  marks,
}: Reading & { tile: ChartTile; answer: Answer; height: number; marks: MarkMenu }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const lines = useReferenceLines(tile);
  const select = useSelection(tile, data);
  const onMenu = openerOf(tile, data, marks);
  const common = { label: localize(tile.title), categoryLabel, ...select, ...(onMenu && { onMenu }) };
  const isHorizontal = tile.shape === 'bar';
  const rows = data.categories.length * (tile.stack === 'none' ? data.series.length : 1);
  return (
    <>
      {hidden > 0 && (
        <p role="note" className={classes.cut}>
          {t('report.chart.hidden', { count: hidden })}
        </p>
      )}
      {SERIES_SHAPES.has(tile.shape) ? (
        <SeriesChart
          {...common}
          categories={data.categories}
          series={data.series}
          orientation={isHorizontal ? 'horizontal' : 'vertical'}
          stack={tile.stack}
          labels={tile.labels}
          notes={chartNotes(tile, data, { localize })}
          lines={lines}
          height={isHorizontal ? Math.max(height, seriesChartHeight(rows)) : height}
        />
      ) : (
        <ShapedChart {...common} tile={tile} data={data} result={answer.chart!.result} height={height} />
      )}
    </>
  );
}

/** Lines across the chart; one at the value of a parameter moves with it. */
function useReferenceLines({ references = [] }: ChartTile) {
  const localize = useLocalize();
  const { report, choices } = useOpenReport();
  const values = parameterValues(report.document, choices.parameters);
  return references.flatMap(({ label, value }) => {
    const at = numberOf(value, values);
    return at === null ? [] : [{ label: localize(label), value: at }];
  });
}

/** Opens the menu of what was pointed at: a category, and of several series one of them. */
function openerOf(tile: ChartTile, { categories, series }: ChartData, { open }: MarkMenu) {
  const { category: request } = tile;
  if (open === undefined) return undefined;
  return (at: SeriesSelection, place: MenuPlace) => {
    const category = categories.find(({ key }) => key === at.category);
    if (!category) return;
    // Without a category the measures are the marks.
    if (request === undefined) return open([], [category.key], place);
    const pointed = series.find(({ key }) => key === at.series);
    const members: MarkMember[] = [{ request, member: category }];
    if (tile.series === undefined) return open(members, pointed ? [pointed.key] : tile.measures, place);
    if (pointed) {
      const { key, name: label, isOther = false } = pointed;
      members.push({ request: tile.series, member: { label, isOther, value: key.startsWith(' ') ? null : key } });
    }
    return open(members, tile.measures, place);
  };
}

/** What a click on a category does, and which one the report is filtered by. */
function useSelection(tile: ChartTile, { categories }: ChartData) {
  const { report, choices, resolved, choose, isFilteredByMarks } = useOpenReport();
  const { category } = tile;
  const field = category === undefined ? null : fieldOf(category);
  const canFilter = tile.dataset === undefined && typeof category === 'string' && filtersOf(report).includes(category);
  if (!canFilter || field === null || !isFilteredByMarks) return {};
  const selected = choices.filters[field] ?? [];
  return {
    onSelect: ({ category: key }: { category: string | null }) => {
      const value = categories.find((one) => one.key === key)?.value ?? null;
      if (value === null) return;
      const values = selected.length === 1 && selected[0] === value ? [] : [value];
      choose(withFilter(report, choices, resolved?.peers ?? null, { field, values }));
    },
    ...(selected.length > 0 ? { selected: new Set(selected) } : {}),
  };
}
