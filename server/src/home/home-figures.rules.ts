import {
  MAX_HOME_FIGURES,
  tilesOf,
  type Cell,
  type Home,
  type HomeFigures,
  type QueryResult,
  type Report,
  type TileOf,
} from '@rise/contract';

type KeyTile = TileOf<'kpis'> | TileOf<'figures'>;
export type Answers = Readonly<Record<string, { result: QueryResult } | undefined>>;
type Figures = Pick<HomeFigures, 'period' | 'figures'>;

/** The first tile of a report with key figures of its own dataset; null without one. */
export function keyTileOf({ document, fields }: Report): KeyTile | null {
  const isKnown = (name: string) => fields.measures.some((measure) => measure.name === name);
  for (const tile of tilesOf(document)) {
    if (tile.kind !== 'kpis' && tile.kind !== 'figures') continue;
    if (tile.kind === 'figures' && tile.dataset !== undefined) continue;
    if (tile.measures.some(isKnown)) return tile;
  }
  return null;
}

/** Its measures with their titles, as many as the start page shows. */
export function titledFigures(report: Report, tile: KeyTile | null): NonNullable<Home['report']>['figures'] {
  const known = (tile?.measures ?? []).flatMap(
    (name) => report.fields.measures.find((measure) => measure.name === name) ?? [],
  );
  return known.slice(0, MAX_HOME_FIGURES).map(({ name, title, label }) => ({ measure: name, title: label ?? title }));
}

/** The figures of a tile's results. A benchmark has a row for each measure, other results a column. */
export function figuresOf(report: Report, tile: KeyTile, answers: Answers): Figures {
  const measures = titledFigures(report, tile).map(({ measure }) => measure);
  const result = (answers['benchmark'] ?? answers['trend'] ?? answers['figures'])?.result;
  const valueOf = tile.kind === 'kpis' ? benchmarkValue : latestValue;
  return {
    period: tile.kind === 'figures' ? latestPeriod(tile, result) : null,
    figures: measures.map((measure) => ({
      measure,
      value: asFigure(valueOf(result, measure)),
      format: report.fields.measures.find(({ name }) => name === measure)!.format,
    })),
  };
}

const placeOf = (result: QueryResult, name: string): number =>
  result.columns.findIndex((column) => column.name === name);

function benchmarkValue(result: QueryResult | undefined, measure: string): Cell | undefined {
  if (!result) return undefined;
  const row = result.rows.find((one) => one[placeOf(result, 'measure')] === measure);
  return row?.[placeOf(result, 'value')];
}

/** The latest period is the first row. */
const latestValue = (result: QueryResult | undefined, measure: string): Cell | undefined =>
  result?.rows[0]?.[placeOf(result, measure)];

const asFigure = (value: Cell | undefined): string | number | null =>
  typeof value === 'boolean' || value === undefined ? null : value;

function latestPeriod({ time }: TileOf<'figures'>, result: QueryResult | undefined): HomeFigures['period'] {
  const at = result?.columns.findIndex(({ period }) => period !== undefined) ?? -1;
  const start = result?.rows[0]?.[at];
  if (!time || start === undefined || start === null) return null;
  const incompleteFrom = result!.columns[at]!.period!.incompleteFrom ?? null;
  const isIncomplete = incompleteFrom !== null && String(start) >= incompleteFrom;
  return { start: String(start), grain: time.grain, isIncomplete };
}
