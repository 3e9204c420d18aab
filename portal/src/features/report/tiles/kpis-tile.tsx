import type { Averaged, Tile } from '@rise/contract';
import { KpiCard, KpiCardSkeleton, KpiGrid } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { averageSentences, averagesOf, lacksAverage } from '../averages.ts';
import { bandOf, benchmarkOf, measureNamed, unclassified, type ReportMeasure } from '../fields.ts';
import { aboutProps, useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { TileFrame } from './tile-frame.tsx';

type KpisTile = Extract<Tile, { kind: 'kpis' }>;

/**
 * The note of a measure: its own, and that its average balances are not those of two dates. Until that is known, the
 * mark has its place.
 */
function useCaveats() {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  return ({ caveat, averages }: ReportMeasure, dates: Averaged['dates'] | null = null): string | null => {
    const lacking = dates && lacksAverage(dates) ? averageSentences(dates, { t, language: i18n.language }) : [];
    const notes = [...(caveat ? [localize(caveat)] : []), ...lacking];
    if (notes.length > 0) return notes.join(' ');
    return averages && dates === null ? t('report.about.averages') : null;
  };
}

/** The subject's figures, each with the peers' median and the percentile among them. */
export function KpisTileView({ tile, run }: { tile: KpisTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const caveatOf = useCaveats();
  const { report, resolved, about } = useOpenReport();
  const measures = tile.measures.map((name) => measureNamed(report, name));
  return (
    <TileFrame
      tile={tile}
      run={run}
      bare
      skeleton={
        <KpiGrid>
          {measures.map((measure) => (
            <KpiCardSkeleton
              key={measure.name}
              title={localize(measure.label ?? measure.title)}
              banded={measure.bands !== null}
              {...aboutProps(about, measure.name, tile.id)}
              {...(caveatOf(measure) === null ? {} : { caveat: caveatOf(measure)! })}
            />
          ))}
        </KpiGrid>
      }
      flat={({ benchmark }) => ({
        columns: [
          { title: t('report.flat.measure') },
          { title: t('report.flat.value') },
          { title: t('report.flat.median') },
          { title: t('report.flat.percentile') },
          { title: t('report.flat.rank') },
          { title: t('report.flat.peers') },
        ],
        rows: measures.map((measure) => {
          const result = benchmarkOf(benchmark?.result, measure.name);
          return [
            localize(measure.title),
            result?.value,
            result?.median,
            result?.percentile ?? null,
            (measure.better === 'lower' ? result?.rankFromLeast : result?.rank) ?? null,
            result?.peers ?? null,
          ];
        }),
      })}
    >
      {({ benchmark }) => (
        <KpiGrid>
          {measures.map((measure) => {
            const result = benchmarkOf(benchmark?.result, measure.name);
            const caveat = caveatOf(measure, averagesOf(benchmark?.result, measure.name));
            const failed = benchmark?.result.meta.uncomputed.some(({ column }) => column === measure.name);
            const band = unclassified(measure, resolved?.own) ? null : bandOf(measure, result?.value ?? null);
            return (
              <KpiCard
                key={measure.name}
                title={localize(measure.label ?? measure.title)}
                value={result?.value ?? null}
                format={measure.format}
                median={result?.median ?? null}
                position={result ? { percentile: result.percentile, peers: result.peers } : null}
                better={measure.better}
                {...aboutProps(about, measure.name, tile.id)}
                {...(caveat === null ? {} : { caveat })}
                {...(failed ? { missing: t('report.uncomputed.title') } : {})}
                {...(band ? { band: { title: localize(band.title), tone: band.tone } } : {})}
              />
            );
          })}
        </KpiGrid>
      )}
    </TileFrame>
  );
}
