import type { Cell, Tile } from '@rise/contract';
import { BandScale } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asNumber, bandOf, benchmarkOf, measureNamed, type ReportMeasure, unclassified } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { TileRun } from '../report-run.ts';
import { useFigures } from './flat-table.ts';
import { TileFrame } from './tile-frame.tsx';
import { type Answer } from '../report-run.ts';
import classes from './tiles.module.css';

type ClassificationTile = Extract<Tile, { kind: 'classification' }>;

/** The subject's value on the named bands of one measure, with what else its class depends on. */
export function ClassificationTileView({ tile, run }: { tile: ClassificationTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, resolved, subject } = useOpenReport();
  const classOf = useClasses();
  const measure = measureNamed(report, tile.measure);
  const companions = (tile.companions ?? []).map((name) => measureNamed(report, name));
  const otherwise = unclassified(measure, resolved?.own);
  const bands = (measure.bands ?? []).map((band) => ({ ...band, title: localize(band.title) }));
  const scale = { bands, format: measure.format, label: localize(measure.title) };
  return (
    <TileFrame
      tile={tile}
      run={run}
      subtitle={localize(measure.title)}
      skeleton={<BandScale {...scale} value={null} />}
      about={[measure, ...companions].map(({ name }) => name)}
      empty={(answer) => {
        if (asNumber(valueOf(answer, measure)) === null)
          return { title: t('report.noFigure.title'), text: t('report.noFigure.text'), because: 'no-figure' };
        return otherwise && { title: t('report.unclassified'), text: localize(otherwise) };
      }}
      flat={(answer) => ({
        columns: [
          { title: t('report.flat.member') },
          { title: t('report.flat.measure') },
          { title: t('report.flat.value'), format: measure.format },
          { title: t('report.flat.band') },
        ],
        rows: [measure, ...companions].map((item) => {
          const value = valueOf(answer, item);
          return [subject?.title ?? '', localize(item.title), value, classOf(item, value)?.title ?? null];
        }),
      })}
    >
      {(answer) => (
        <>
          <BandScale {...scale} value={valueOf(answer, measure)} />
          <Companions of={measure} measures={companions} answer={answer} />
          <Notes tile={tile} />
        </>
      )}
    </TileFrame>
  );
}

const valueOf = ({ benchmark }: Answer, { name }: ReportMeasure): string | number | null =>
  benchmarkOf(benchmark?.result, name)?.value ?? null;

/** The class of a value, in the reader's language; null where the measure classifies neither it nor the subject. */
function useClasses() {
  const localize = useLocalize();
  const { resolved } = useOpenReport();
  return (measure: ReportMeasure, value: Cell | undefined) => {
    const band = unclassified(measure, resolved?.own) ? null : bandOf(measure, value);
    return band && { ...band, title: localize(band.title) };
  };
}

interface CompanionsProps {
  of: ReportMeasure;
  measures: readonly ReportMeasure[];
  answer: Answer;
}

/**
 * Further measures of the subject, each with its own class; those without a value do not apply to it. Where a class
 * differs from the tile's, the measure says what that means.
 */
function Companions({ of, measures, answer }: CompanionsProps) {
  const localize = useLocalize();
  const figure = useFigures();
  const classOf = useClasses();
  const shown = measures.filter((measure) => asNumber(valueOf(answer, measure)) !== null);
  if (shown.length === 0) return null;
  return (
    <dl className={classes.companions}>
      {shown.map((measure) => {
        const value = valueOf(answer, measure);
        const band = classOf(measure, value);
        const differs = band && band.name !== classOf(of, valueOf(answer, of))?.name;
        return (
          <div key={measure.name}>
            <dt title={localize(measure.definition)}>{localize(measure.title)}</dt>
            <dd>
              <strong>{figure(value, measure.format)}</strong>
              {band && (
                <span className={classes.class} data-tone={band.tone}>
                  {band.title}
                </span>
              )}
            </dd>
            {differs && (
              <dd className={classes.meaning}>
                <span role="note">{localize(measure.caveat ?? measure.definition)}</span>
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

/** The notes whose condition the subject meets. */
function Notes({ tile }: { tile: ClassificationTile }) {
  const localize = useLocalize();
  const { resolved } = useOpenReport();
  const applies = (tile.notes ?? []).filter(({ field, values }) => {
    const own = resolved?.own[field] ?? [];
    return values.some((value) => own.includes(String(value)));
  });
  return applies.map(({ field, text }) => (
    <p key={field} role="note" className={classes.note}>
      {localize(text)}
    </p>
  ));
}
