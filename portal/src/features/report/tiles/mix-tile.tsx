import type { Cell, Tile } from '@rise/contract';
import { MixChart } from '@rise/ui/charts';
import { ChartSkeleton } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asNumber, measureNamed, recordsOf, subjectOf } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { TileFrame } from './tile-frame.tsx';
import { type Answer } from '../report-run.ts';

type MixTile = Extract<Tile, { kind: 'mix' }>;
const HEIGHT = 300;
const SHARE = { unit: 'percent', decimals: 1 } as const;

/** Shares of a total: the subject's beside those of its peers combined. */
export function MixTileView({ tile, run }: { tile: MixTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, subject } = useOpenReport();
  const total = measureNamed(report, tile.whole);
  const subjectLabel = subject?.title ?? localize(subjectOf(report).label);
  const parts = (answer: Answer) => {
    const [subjectRow] = answer.subject ? recordsOf(answer.subject.result) : [];
    const [peerRow] = answer.peers ? recordsOf(answer.peers.result) : [];
    return tile.parts.map((name) => {
      const measure = measureNamed(report, name);
      return {
        key: name,
        label: localize(measure.label ?? measure.title),
        subject: shareOf(subjectRow?.[name], subjectRow?.[tile.whole]),
        peers: shareOf(peerRow?.[name], peerRow?.[tile.whole]),
      };
    });
  };
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={t('report.mix.subtitle', { measure: localize(total.title) })}
      skeleton={<ChartSkeleton height={HEIGHT} bars="rows" />}
      minHeight={HEIGHT}
      about={[total.name]}
      empty={(answer) =>
        parts(answer).every((part) => part.subject === null && part.peers === null)
          ? { title: t('report.noFigure.title'), text: t('report.noFigure.text'), because: 'no-figure' }
          : null
      }
      flat={(answer) => ({
        columns: [
          { title: localize(total.title) },
          { title: subjectLabel, format: SHARE },
          { title: t('report.peers'), format: SHARE },
        ],
        rows: parts(answer).map((part) => [part.label, part.subject, part.peers]),
      })}
    >
      {(answer) => (
        <MixChart
          label={localize(total.title)}
          subjectLabel={subjectLabel}
          peersLabel={t('report.peers')}
          parts={parts(answer)}
        />
      )}
    </TileFrame>
  );
}

/** A part as a fraction of the whole; null if either is missing or the whole is zero. */
function shareOf(part: Cell | undefined, whole: Cell | undefined): number | null {
  const [numerator, denominator] = [asNumber(part), asNumber(whole)];
  return numerator === null || !denominator ? null : numerator / denominator;
}
