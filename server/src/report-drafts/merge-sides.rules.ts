import { isDeepStrictEqual } from 'node:util';
import type { OriginChange, ReportDocument, ReportPage, ReportRow, Tile } from '@rise/contract';

/** A copy and the report that it is a copy of. */
export interface MergeSides {
  /** The original as the copy is based on it. */
  readonly base: ReportDocument;
  /** The copy. */
  readonly mine: ReportDocument;
  /** The original now. */
  readonly theirs: ReportDocument;
}

/** Where a tile is, apart from its order there. */
export interface TilePlace {
  readonly page: string;
  readonly row: string;
  readonly tile: Tile;
}

/** A document's parts by their ids. */
export interface IndexedDocument {
  readonly pages: ReadonlyMap<string, ReportPage>;
  readonly rows: ReadonlyMap<string, ReportRow>;
  readonly tiles: ReadonlyMap<string, TilePlace>;
}

function indexParts({ pages }: ReportDocument): IndexedDocument {
  const rows = new Map<string, ReportRow>();
  const tiles = new Map<string, TilePlace>();
  for (const page of pages)
    for (const row of page.rows) {
      rows.set(row.id, row);
      for (const tile of row.tiles) tiles.set(tile.id, { page: page.id, row: row.id, tile });
    }
  return { pages: new Map(pages.map((page) => [page.id, page])), rows, tiles };
}

export const isSame = (left: unknown, right: unknown): boolean => isDeepStrictEqual(left, right);

/** A merge under way: the three documents, and the changes of theirs that it has come to. */
export class MergeRun {
  readonly base: IndexedDocument;
  readonly mine: IndexedDocument;
  readonly theirs: IndexedDocument;
  readonly changes: OriginChange[] = [];
  readonly #chosen: ReadonlySet<string>;

  /** `chosen`: ids of conflicts in which theirs replaces mine. */
  constructor({ base, mine, theirs }: MergeSides, chosen: ReadonlySet<string>) {
    [this.base, this.mine, this.theirs] = [indexParts(base), indexParts(mine), indexParts(theirs)];
    this.#chosen = chosen;
  }

  /** Adds a change of theirs. Returns whether it is taken. */
  take(change: OriginChange): boolean {
    this.changes.push(change);
    return change.conflict === null || this.#chosen.has(change.id);
  }

  /** Whether one side has removed a page with what was on it: the page's own change decides about its tiles. */
  isLost(side: 'mine' | 'theirs', page: string): boolean {
    return this.base.pages.has(page) && !this[side].pages.has(page);
  }

  /** The ids of a kind of parts on any side, those of the original first. */
  idsOf(kind: keyof IndexedDocument): Set<string> {
    return new Set([...this.theirs[kind].keys(), ...this.mine[kind].keys(), ...this.base[kind].keys()]);
  }

  titleOf(page: string): OriginChange['title'] {
    return (this.theirs.pages.get(page) ?? this.mine.pages.get(page) ?? this.base.pages.get(page))?.title ?? null;
  }

  /** Says which page a part is on; null where there is only one. */
  pageTitle(page: string): OriginChange['page'] {
    return this.idsOf('pages').size > 1 ? this.titleOf(page) : null;
  }
}
