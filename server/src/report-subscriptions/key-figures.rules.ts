import {
  localize,
  tilesOf,
  type Cell,
  type Language,
  type QueryResult,
  type Report,
  type ReportDocument,
  type Tile,
  type TileOf,
} from '@rise/contract';
import type { Block } from '../mail/mail-document.ts';
import { dayText, figureText, pointsText } from '../reports/figure-text.ts';
import { mailTexts } from './mail-texts.ts';

type KeyTile = TileOf<'kpis'> | TileOf<'figures'>;
type Answers = Readonly<Record<string, { result: QueryResult } | undefined>>;

const isKey = (tile: Tile): tile is KeyTile => tile.kind === 'kpis' || tile.kind === 'figures';

/** The tiles whose figures are in a mail. */
export const keyTiles = (document: ReportDocument): KeyTile[] => tilesOf(document).filter(isKey);

/** The figures of each tile with what they are compared with, one a row. */
export function keyFigures(report: Report, answers: ReadonlyMap<string, Answers>, language: Language): Block[] {
  return keyTiles(report.document).flatMap((tile) => {
    const found = answers.get(tile.id) ?? {};
    const result = (found['benchmark'] ?? found['trend'] ?? found['figures'])?.result;
    if (!result) return [];
    return [
      tile.kind === 'kpis' ? comparison(tile, result, report, language) : figures(tile, result, report, language),
    ];
  });
}

function comparison(tile: TileOf<'kpis'>, result: QueryResult, report: Report, language: Language): Block {
  const texts = mailTexts[language];
  const records = result.rows.map(
    (row) => new Map(result.columns.map(({ name }, place) => [name, row[place] ?? null])),
  );
  return {
    head: [localize(tile.title, language), texts.value, texts.median],
    rows: tile.measures.flatMap((name) => {
      const measure = report.fields.measures.find((one) => one.name === name);
      if (!measure) return [];
      const own = records.find((record) => record.get('measure') === name);
      const write = (value: Cell | undefined) =>
        figureText(value, measure.format, { language, currency: report.currency });
      return [
        [
          localize(measure.title, language),
          write(own?.get('value')) ?? texts.unavailable,
          write(own?.get('median')) ?? '',
        ],
      ];
    }),
  };
}

/** The latest period, which is the first row; without a date all rows. */
function figures(tile: TileOf<'figures'>, result: QueryResult, report: Report, language: Language): Block {
  const texts = mailTexts[language];
  const [latest = []] = result.rows;
  const placeOf = (name: string) => result.columns.findIndex((column) => column.name === name);
  const time = result.columns.findIndex(({ period }) => period !== undefined);
  const start = time < 0 ? null : (latest[time] ?? null);
  const incompleteFrom = result.columns[time]?.period?.incompleteFrom ?? null;
  const isIncomplete = start !== null && incompleteFrom !== null && String(start) >= incompleteFrom;
  const notes = start === null ? [] : [texts.periodFrom(dayText(String(start), language))];
  const title = [localize(tile.title, language), ...notes, ...(isIncomplete ? [texts.incomplete] : [])].join(', ');
  return {
    head: [title, texts.value, tile.compare ? texts.change : ''],
    rows: tile.measures.map((name) => {
      const column = result.columns[placeOf(name)];
      const format = column?.format ?? { unit: 'number' as const, decimals: 0, truncate: false };
      const known = tile.dataset === undefined ? report.fields.measures.find((one) => one.name === name) : undefined;
      const style = { language, currency: report.currency };
      const change = isIncomplete ? null : latest[placeOf(changeOf(name))];
      const difference =
        format.unit === 'percent'
          ? withText(pointsText(change, format.decimals, language), texts.points)
          : figureText(change, { unit: 'percent', decimals: 1, truncate: false }, { ...style, signed: true });
      return [
        localize(known?.title ?? column?.title ?? { en: name }, language),
        figureText(latest[placeOf(name)], format, style) ?? texts.unavailable,
        difference === null || !tile.compare ? '' : `${difference} ${texts.compared[tile.compare]}`,
      ];
    }),
  };
}

const withText = (value: string | null, text: (value: string) => string) => (value === null ? null : text(value));

/** The column of a measure's change, as the report's query names it. */
const changeOf = (measure: string): string => `${measure}_change`.slice(0, 63);
