import type { Tile } from '@rise/contract';
import { KpiCard, KpiCardSkeleton, KpiGrid } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { bandOf, benchmarkOf, measureNamed, unclassified } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { TileFrame } from './tile-frame.tsx';

type KpisTile = Extract<Tile, { kind: 'kpis' }>;

/** The subject's figures, each with the peers' median and the percentile among them. */
export function KpisTileView({ tile, run }: { tile: KpisTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
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
              onAbout={() => about(measure.name, tile.id)}
              {...(measure.caveat ? { caveat: localize(measure.caveat) } : {})}
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
                onAbout={() => about(measure.name, tile.id)}
                {...(measure.caveat ? { caveat: localize(measure.caveat) } : {})}
                {...(band ? { band: { title: localize(band.title), tone: band.tone } } : {})}
              />
            );
          })}
        </KpiGrid>
      )}
    </TileFrame>
  );
}
