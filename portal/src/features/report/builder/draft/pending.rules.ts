import type { ReportDocument } from '@rise/contract';
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
] as const;

const queryOf = (tile: object) =>
  JSON.stringify(
    Object.entries(tile)
      .filter(([name]) => !APPEARANCE.has(name))
      .toSorted(([a], [b]) => a.localeCompare(b)),
  );

/** Ids of the tiles of a document whose figures may differ from those of another. */
export function tilesToRun(before: ReportDocument | null, after: ReportDocument): string[] {
  const known = new Map(tilesIn(before).map((tile) => [tile.id, queryOf(tile)]));
  const all = before === null || FOR_ALL.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return tilesIn(after)
    .filter((tile) => all || known.get(tile.id) !== queryOf(tile))
    .map(({ id }) => id);
}

const tilesIn = (document: ReportDocument | null) =>
  document?.pages.flatMap(({ rows }) => rows.flatMap(({ tiles }) => tiles)) ?? [];
