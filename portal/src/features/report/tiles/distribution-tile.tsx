import type { Tile } from '@rise/contract';
import { DistributionChart } from '@rise/ui/charts';
import { ChartSkeleton } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asNumber, benchmarkOf, measureNamed, recordsOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { shownMeasure } from './ranking-tile.tsx';
import { TileFrame } from './tile-frame.tsx';
import { type Answer } from '../report-run.ts';

type DistributionTile = Extract<Tile, { kind: 'distribution' }>;
const HEIGHT = 300;

interface DistributionTileProps {
  tile: DistributionTile;
  run: TileRun;
  /** Of the drawing, in pixels. */
  height?: number | undefined;
}

/** Distribution of the peers over the chosen measure, with the subject's position. */
export function DistributionTileView({ tile, run, height = HEIGHT }: DistributionTileProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, measure: chosen, subject } = useOpenReport();
  const measure = measureNamed(report, tile.measure ?? shownMeasure(run) ?? chosen ?? '');
  const buckets = ({ distribution }: Answer) =>
    (distribution ? recordsOf(distribution.result) : []).map((row) => ({
      lower: asNumber(row.lower),
      upper: asNumber(row.upper),
      members: asNumber(row.members) ?? 0,
      containsSubject: row.holds_member === true,
    }));
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={t('report.distribution.subtitle', { measure: localize(measure.title) })}
      skeleton={<ChartSkeleton height={height} />}
      minHeight={height}
      about={[measure.name]}
      empty={(answer) =>
        buckets(answer).every(({ members }) => members === 0)
          ? { title: t('report.noPeers.title'), text: t('report.noPeers.text'), because: 'filters' }
          : null
      }
      flat={(answer) => ({
        columns: [
          { title: t('report.flat.from'), format: measure.format },
          { title: t('report.flat.to'), format: measure.format },
          { title: t('report.flat.members') },
        ],
        rows: buckets(answer).map((bucket) => [bucket.lower, bucket.upper, bucket.members]),
      })}
    >
      {(answer) => {
        const own = benchmarkOf(answer.benchmark?.result, measure.name);
        return (
          <DistributionChart
            label={localize(measure.title)}
            format={measure.format}
            height={height}
            buckets={buckets(answer)}
            {...(subject && own && own.value !== null ? { subject: { label: subject.title, value: own.value } } : {})}
            {...(own?.median !== null && own?.median !== undefined ? { median: own.median } : {})}
          />
        );
      }}
    </TileFrame>
  );
}
