import type { Filter, ReportDocument, Tile } from '@rise/contract';
import { applyChange, OperationError, type ReportOperation } from '@rise/contract/report-operations';

/** A change that is shown before the server has it. */
export interface PendingChange {
  readonly id: string;
  readonly operations: readonly ReportOperation[];
}

/** The document with changes that the server does not have yet; one that no longer fits is left out. */
export function withPending(document: ReportDocument, pending: readonly PendingChange[]): ReportDocument {
  return pending.reduce((current, { operations }) => {
    try {
      return applyChange(current, operations).document;
    } catch (error) {
      if (error instanceof OperationError) return current;
      throw error;
    }
  }, document);
}

/** Properties that change how a tile looks and not what is in it. */
const APPEARANCE = new Set(['title', 'subtitle', 'width', 'phone', 'print', 'labels', 'references', 'lines', 'text']);

/** Properties of a report that decide the figures of all its tiles. */
const FOR_ALL = [
  'dataset',
  'subject',
  'peers',
  'defaultPeers',
  'filter',
  'period',
  'filters',
  'measures',
  'customMeasures',
  'parameters',
] as const;

/** A value as text, whatever the order of its keys: the server keeps another one than the browser. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

const queryOf = ({ tile, filter }: PlacedTile) =>
  textOf({ filter, tile: Object.fromEntries(Object.entries(tile).filter(([name]) => !APPEARANCE.has(name))) });

/** Ids of the tiles of a document whose figures may differ from those of another. */
export function tilesToRun(before: ReportDocument | null, after: ReportDocument): string[] {
  const known = new Map(tilesIn(before).map((placed) => [placed.tile.id, queryOf(placed)]));
  const all = before === null || FOR_ALL.some((name) => textOf(before[name]) !== textOf(after[name]));
  return tilesIn(after)
    .filter((placed) => all || known.get(placed.tile.id) !== queryOf(placed))
    .map(({ tile }) => tile.id);
}

/** A tile with the filter of its page. */
interface PlacedTile {
  readonly tile: Tile;
  readonly filter: Filter | undefined;
}

const tilesIn = (document: ReportDocument | null): PlacedTile[] =>
  document?.pages.flatMap(({ rows, filter }) => rows.flatMap(({ tiles }) => tiles.map((tile) => ({ tile, filter })))) ??
  [];
