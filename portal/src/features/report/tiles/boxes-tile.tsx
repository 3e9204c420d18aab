import type { TileOf } from '@rise/contract';
import { ChartSkeleton } from '@rise/ui';
import { BoxChart, boxChartHeight } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed, measureNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { boxesOf } from './boxes.rules.ts';
import { useFigures } from './flat-table.ts';
import { TileFrame } from './tile-frame.tsx';
import classes from './tiles.module.css';

interface BoxesTileProps {
  tile: TileOf<'distribution'> & { groupBy: string };
  run: TileRun;
  /** Of the drawing, in pixels. */
  height?: number | undefined;
}

const SKELETON = 300;
const COUNT = { unit: 'count', decimals: 0, truncate: false } as const;

/** Box plots of the peers over the chosen measure, one for each member of a dimension. */
export function BoxesTileView({ tile, run, height }: BoxesTileProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const write = useFigures();
  const { report, measure: chosen } = useOpenReport();
  const answered = 'results' in run ? run.results['boxes']?.query : undefined;
  const shown = answered?.kind === 'distribution' ? answered.measure : null;
  const measure = measureNamed(report, tile.measure ?? shown ?? chosen ?? '');
  const dimension = dimensionNamed(report, tile.groupBy);
  const category = dimension ? localize(dimension.title) : tile.groupBy;
  const boxes = ({ boxes: answer }: Answer) =>
    answer
      ? boxesOf({
          result: answer.result,
          groupBy: tile.groupBy,
          dimension,
          words: { t, language: i18n.language, localize },
          write,
        })
      : null;
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={t('report.boxes.subtitle', { measure: localize(measure.title), dimension: category })}
      skeleton={<ChartSkeleton height={height ?? SKELETON} />}
      minHeight={height ?? SKELETON}
      about={[measure.name]}
      empty={(answer) =>
        (boxes(answer)?.items.length ?? 0) === 0
          ? { title: t('report.noPeers.title'), text: t('report.noPeers.text'), because: 'filters' }
          : null
      }
      flat={({ boxes: answer }) => {
        if (!answer) return null;
        const { columns, rows } = answer.result;
        const places = columns.flatMap(({ name }, place) => (name === 'groups' ? [] : [place]));
        const labels = boxes({ boxes: answer })!.items.map(({ label }) => label);
        return {
          columns: places.map((place) => {
            const { title, format } = columns[place]!;
            return { title: localize(title), ...(place > 0 && { format: format ?? COUNT }) };
          }),
          rows: rows.map((row, at) => places.map((place) => (place === 0 ? labels[at]! : (row[place] ?? null)))),
        };
      }}
    >
      {(answer) => {
        const { items, names, hidden } = boxes(answer)!;
        return (
          <>
            {hidden > 0 && <p className={classes.cut}>{t('report.boxes.hidden', { count: hidden })}</p>}
            <BoxChart
              label={t('report.boxes.subtitle', { measure: localize(measure.title), dimension: category })}
              categoryLabel={category}
              items={items}
              names={names}
              format={measure.format}
              height={Math.max(height ?? 0, boxChartHeight(items.length))}
            />
          </>
        );
      }}
    </TileFrame>
  );
}
