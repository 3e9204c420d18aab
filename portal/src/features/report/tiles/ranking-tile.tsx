import { NativeSelect } from '@mantine/core';
import type { Tile } from '@rise/contract';
import { RankingChart } from '@rise/ui/charts';
import { ChartSkeleton } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asFigure, benchmarkOf, dimensionNamed, measureNamed, recordsOf, subjectOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { TileFrame } from './tile-frame.tsx';
import { type Answer } from '../report-run.ts';
import classes from './tiles.module.css';

type RankingTile = Extract<Tile, { kind: 'ranking' }>;
const ROW_HEIGHT = 24;

/** Members ranked by the chosen measure, the subject highlighted; a bar opens its member. */
export function RankingTileView({ tile, run }: { tile: RankingTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, measure: chosen, subject, choose, isFrozen } = useOpenReport();
  const { key, title } = subjectOf(report);
  const measure = measureNamed(report, tile.measure ?? shownMeasure(run) ?? chosen ?? '');
  const height = tile.limit * ROW_HEIGHT + 40;
  const items = ({ ranking }: Answer) =>
    (ranking ? recordsOf(ranking.result) : []).map((row) => ({
      key: String(row[key]),
      label: String(row[title] ?? row[key]),
      value: asFigure(row[measure.name]),
    }));
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={isFrozen ? localize(measure.title) : t('report.ranking.subtitle', { measure: localize(measure.title) })}
      skeleton={<ChartSkeleton height={height} bars="rows" />}
      minHeight={height}
      about={[measure.name]}
      choice={<MinimumChoice tile={tile} />}
      empty={(answer) =>
        items(answer).length === 0
          ? { title: t('report.noPeers.title'), text: t('report.noPeers.text'), because: 'filters' }
          : null
      }
      flat={(answer) => ({
        columns: [
          { title: localize(subjectOf(report).label) },
          { title: t('report.flat.key') },
          { title: localize(measure.title), format: measure.format },
        ],
        rows: items(answer).map((item) => [item.label, item.key, item.value]),
      })}
    >
      {(answer) => {
        const own = benchmarkOf(answer.benchmark?.result, measure.name);
        // Rank 1 is the best value, which the list starts with.
        const place = measure.better === 'lower' ? own?.rankFromLeast : own?.rank;
        return (
          <RankingChart
            label={localize(measure.title)}
            format={measure.format}
            items={items(answer)}
            {...(isFrozen ? {} : { onSelect: (selected: string) => choose({ subject: selected }) })}
            {...(subject && own
              ? { subject: { key: subject.key, label: subject.title, value: own.value, rank: place ?? null } }
              : {})}
            {...(own?.peers ? { count: own.peers } : {})}
          />
        );
      }}
    </TileFrame>
  );
}

/** The bucket that the ranking starts from; nothing where the ranking has no minimum, or a filter replaces it. */
function MinimumChoice({ tile }: { tile: RankingTile }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose, isFrozen } = useOpenReport();
  const dimension = tile.minimum && dimensionNamed(report, tile.minimum.field);
  // Until the run has resolved it, the document's own holds its place.
  const from = resolved ? resolved.minimums[tile.id] : tile.minimum?.from;
  if (!dimension?.values || from === undefined || isFrozen) return null;
  const label = t('report.ranking.minimum', { dimension: localize(dimension.title) });
  return (
    <label className={classes.minimum}>
      {label}
      <NativeSelect
        size="xs"
        value={from}
        data={dimension.values.map(({ value, title }, place) => ({
          value: String(value),
          label: place === 0 ? t('report.ranking.noMinimum') : localize(title),
        }))}
        onChange={(event) => choose({ minimums: { ...choices.minimums, [tile.id]: event.currentTarget.value } })}
      />
    </label>
  );
}

/** Measure of the displayed result, which lags behind the chosen one while the new result is loading. */
export function shownMeasure(run: TileRun): string | null {
  if (!('results' in run)) return null;
  const query = run.results.benchmark?.query;
  if (query?.kind === 'benchmark') return query.measures[0] ?? null;
  const spread = run.results.distribution?.query;
  return spread?.kind === 'distribution' ? spread.measure : null;
}
