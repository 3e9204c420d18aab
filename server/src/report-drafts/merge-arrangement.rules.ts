import type { LocalizedText, ReportPage, ReportRow } from '@rise/contract';
import { isSame, type MergeRun } from './merge-sides.rules.ts';
import type { MergedTile, SidedPlace } from './merge-tiles.rules.ts';

/** The ids of a list on each side. */
interface Lists {
  readonly base: readonly string[];
  readonly mine: readonly string[];
  readonly theirs: readonly string[];
}

/** Puts the tiles of the result into rows and pages, in the order of mine unless theirs has changed it. */
export function arrange(
  run: MergeRun,
  titles: ReadonlyMap<string, LocalizedText>,
  tiles: ReadonlyMap<string, MergedTile>,
): ReportPage[] {
  const { rowsOf, tilesIn } = placeTiles(titles, tiles);
  const pages: Lists = { base: [...run.base.pages.keys()], mine: [...run.mine.pages.keys()], theirs: [...run.theirs.pages.keys()] }; // prettier-ignore
  const order = orderOf(pages);
  const isTheirs =
    order !== 'mine' &&
    run.take({
      id: 'order',
      part: 'report',
      kind: 'arranged',
      title: null,
      page: null,
      properties: [],
      conflict: order === 'conflict' ? 'arranged' : null,
    });
  return sorted(pages, new Set(titles.keys()), isTheirs).map((id) => ({
    id,
    title: titles.get(id)!,
    rows: arrangePage(run, id, rowsOf.get(id) ?? new Set(), tilesIn),
  }));
}

/** Each tile at the first of its places whose page there is; those without one are left out. A row is on one page. */
function placeTiles(titles: ReadonlyMap<string, LocalizedText>, tiles: ReadonlyMap<string, MergedTile>) {
  const placed = [...tiles].flatMap(([id, { tile, places }]) => {
    const place = places.find(({ page }) => titles.has(page));
    return place ? [{ id, tile, place }] : [];
  });
  const pageOf = new Map<string, string>();
  const isMine = ({ side }: SidedPlace) => side === 'mine';
  for (const { place } of [...placed.filter((one) => isMine(one.place)), ...placed.filter((one) => !isMine(one.place))])
    if (!pageOf.has(place.row)) pageOf.set(place.row, place.page);
  const rowsOf = new Map<string, Set<string>>();
  const tilesIn = new Map<string, Map<string, MergedTile['tile']>>();
  for (const { id, tile, place } of placed) {
    const page = pageOf.get(place.row)!;
    rowsOf.set(page, (rowsOf.get(page) ?? new Set()).add(place.row));
    tilesIn.set(place.row, (tilesIn.get(place.row) ?? new Map()).set(id, tile));
  }
  return { rowsOf, tilesIn };
}

function arrangePage(
  run: MergeRun,
  page: string,
  rows: ReadonlySet<string>,
  tilesIn: ReadonlyMap<string, ReadonlyMap<string, MergedTile['tile']>>,
): ReportRow[] {
  const rowLists = listsOf(run, (side) => side.pages.get(page)?.rows);
  const tileLists = new Map([...rows].map((id) => [id, listsOf(run, (side) => side.rows.get(id)?.tiles)]));
  const orders = [rowLists, ...tileLists.values()].map(orderOf);
  const isConflict = orders.includes('conflict');
  const isTheirs =
    orders.some((order) => order !== 'mine') &&
    run.take({
      id: `order/${page}`,
      part: 'page',
      kind: 'arranged',
      title: run.titleOf(page),
      page: null,
      properties: [],
      conflict: isConflict ? 'arranged' : null,
    });
  const inOrder = (lists: Lists, members: ReadonlySet<string>) =>
    sorted(lists, members, isTheirs && orderOf(lists) !== 'mine');
  return inOrder(rowLists, rows).map((id) => {
    const tiles = tilesIn.get(id)!;
    const height = mergeHeight(run, id, page);
    return {
      id,
      ...(height !== undefined && { height }),
      tiles: inOrder(tileLists.get(id)!, new Set(tiles.keys())).map((tile) => tiles.get(tile)!),
    };
  });
}

function listsOf(
  run: MergeRun,
  list: (side: MergeRun['base']) => readonly { readonly id: string }[] | undefined,
): Lists {
  const ids = (side: MergeRun['base']) => (list(side) ?? []).map(({ id }) => id);
  return { base: ids(run.base), mine: ids(run.mine), theirs: ids(run.theirs) };
}

function mergeHeight(run: MergeRun, row: string, page: string): number | undefined {
  const [base, mine, theirs] = [run.base, run.mine, run.theirs].map(({ rows }) => rows.get(row));
  if (!mine || !theirs) return (mine ?? theirs)?.height;
  if (!base || base.height === theirs.height || mine.height === theirs.height) return mine.height;
  const isTaken = run.take({
    id: `rows/${row}`,
    part: 'row',
    kind: 'changed',
    title: null,
    page: run.pageTitle(page),
    properties: ['height'],
    conflict: base.height === mine.height ? null : 'changed',
  });
  return isTaken ? theirs.height : mine.height;
}

/** Which side has changed the order of what both have; 'conflict': both, differently. */
function orderOf({ base, mine, theirs }: Lists): 'mine' | 'theirs' | 'conflict' {
  if (!isReordered(base, theirs) || !isReordered(mine, theirs)) return 'mine';
  return isReordered(base, mine) ? 'conflict' : 'theirs';
}

const isReordered = (before: readonly string[], after: readonly string[]): boolean =>
  !isSame(
    before.filter((id) => after.includes(id)),
    after.filter((id) => before.includes(id)),
  );

/** The members in the order of one side; what only the other one has follows what it follows there. */
function sorted({ mine, theirs }: Lists, members: ReadonlySet<string>, isTheirs: boolean): string[] {
  const [first, second] = isTheirs ? [theirs, mine] : [mine, theirs];
  const result = first.filter((id) => members.has(id));
  let previous = -1;
  for (const id of second.filter((one) => members.has(one))) {
    const index = result.indexOf(id);
    if (index === -1) result.splice((previous += 1), 0, id);
    else previous = index;
  }
  return [...result, ...[...members].filter((id) => !result.includes(id))];
}
