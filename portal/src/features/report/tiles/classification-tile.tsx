import type { Tile } from '@rise/contract';
import { BandScale } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asNumber, bandOf, benchmarkOf, measureNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { TileFrame } from './tile-frame.tsx';

type ClassificationTile = Extract<Tile, { kind: 'classification' }>;

/** The subject's value on the named bands of one measure. */
export function ClassificationTileView({ tile, run }: { tile: ClassificationTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, subject } = useOpenReport();
  const measure = measureNamed(report, tile.measure);
  const bands = (measure.bands ?? []).map(({ name, title, from, tone }) => ({
    name,
    title: localize(title),
    from,
    tone,
  }));
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={localize(measure.title)}
      skeleton={<BandScale bands={bands} value={null} format={measure.format} label={localize(measure.title)} />}
      about={[measure.name]}
      empty={({ benchmark }) =>
        asNumber(benchmarkOf(benchmark?.result, measure.name)?.value) === null
          ? { title: t('report.noFigure.title'), text: t('report.noFigure.text') }
          : null
      }
      flat={({ benchmark }) => {
        const value = benchmarkOf(benchmark?.result, measure.name)?.value ?? null;
        const band = bandOf(measure, value);
        return {
          columns: [
            { title: t('report.flat.member') },
            { title: localize(measure.title), format: measure.format },
            { title: t('report.flat.band') },
          ],
          rows: [[subject?.title ?? '', value, band ? localize(band.title) : null]],
        };
      }}
    >
      {({ benchmark }) => (
        <BandScale
          bands={bands}
          value={benchmarkOf(benchmark?.result, measure.name)?.value ?? null}
          format={measure.format}
          label={localize(measure.title)}
        />
      )}
    </TileFrame>
  );
}
