import { tile as tileSchema, type OriginChange, type Tile } from '@rise/contract';
import { isSame, type MergeRun, type TilePlace } from './merge-sides.rules.ts';

/** A tile of the result. */
export interface MergedTile {
  readonly tile: Tile;
  /** Where it goes: the first one whose page there is. */
  readonly places: readonly SidedPlace[];
}

export interface SidedPlace extends Omit<TilePlace, 'tile'> {
  readonly side: 'mine' | 'theirs';
}

/** A tile on the sides that have it. */
interface TileSides {
  readonly base: TilePlace | undefined;
  readonly mine: TilePlace | undefined;
  readonly theirs: TilePlace | undefined;
}

/** The tiles of the result, by id. Those on a page that it does not have are not among its pages later. */
export function mergeTiles(run: MergeRun): Map<string, MergedTile> {
  const merged = new Map<string, MergedTile>();
  for (const id of run.idsOf('tiles')) {
    const result = mergeTile(run, {
      base: run.base.tiles.get(id),
      mine: run.mine.tiles.get(id),
      theirs: run.theirs.tiles.get(id),
    });
    if (result) merged.set(id, result);
  }
  return merged;
}

function mergeTile(run: MergeRun, { base, mine, theirs }: TileSides): MergedTile | null {
  if (mine && theirs)
    return base
      ? { tile: mergeContent(run, base, mine, theirs), places: mergePlaces(run, base, mine, theirs) }
      : addedTwice(run, mine, theirs);
  if (mine)
    return base && isRemovedByTheirs(run, base, mine) ? null : { tile: mine.tile, places: [placed(mine, 'mine')] };
  if (theirs && isInTheirs(run, base, theirs)) return { tile: theirs.tile, places: [placed(theirs, 'theirs')] };
  return null;
}

const placed = ({ page, row }: TilePlace, side: SidedPlace['side']): SidedPlace => ({ page, row, side });

const isSamePlace = (left: TilePlace, right: TilePlace): boolean => left.page === right.page && left.row === right.row;

/** What one side did to a tile that it has; null: nothing. */
function doneTo(base: TilePlace, now: TilePlace): 'changed' | 'moved' | null {
  if (!isSame(base.tile, now.tile)) return 'changed';
  return isSamePlace(base, now) ? null : 'moved';
}

function changeOf(
  run: MergeRun,
  { tile, page }: TilePlace,
  change: Pick<OriginChange, 'kind' | 'conflict'> & { id?: string; properties?: string[] },
): OriginChange {
  const { id = `tiles/${tile.id}`, properties = [], ...rest } = change;
  return { id, part: 'tile', title: tile.title ?? null, page: run.pageTitle(page), properties, ...rest };
}

/** Two tiles of one id that have nothing to do with each other, unless they are the same. */
function addedTwice(run: MergeRun, mine: TilePlace, theirs: TilePlace): MergedTile {
  const isTaken =
    !isSame(mine.tile, theirs.tile) && run.take(changeOf(run, theirs, { kind: 'added', conflict: 'added' }));
  return { tile: isTaken ? theirs.tile : mine.tile, places: [placed(mine, 'mine'), placed(theirs, 'theirs')] };
}

function isRemovedByTheirs(run: MergeRun, base: TilePlace, mine: TilePlace): boolean {
  if (run.isLost('theirs', base.page) && mine.page === base.page) return false;
  return run.take(changeOf(run, mine, { kind: 'removed', conflict: doneTo(base, mine) }));
}

/** Of a tile that mine does not have. */
function isInTheirs(run: MergeRun, base: TilePlace | undefined, theirs: TilePlace): boolean {
  if (run.isLost('mine', theirs.page)) return true;
  if (!base) {
    // A new page is a change with all that is on it.
    const isNamed = run.mine.pages.has(theirs.page);
    return !isNamed || run.take(changeOf(run, theirs, { kind: 'added', conflict: null }));
  }
  const done = doneTo(base, theirs);
  const properties = propertiesOf({ ...base.tile }, { ...theirs.tile });
  return done !== null && run.take(changeOf(run, theirs, { kind: done, conflict: 'removed', properties }));
}

function mergePlaces(run: MergeRun, base: TilePlace, mine: TilePlace, theirs: TilePlace): SidedPlace[] {
  const [own, other] = [placed(mine, 'mine'), placed(theirs, 'theirs')];
  if (isSamePlace(base, theirs) || isSamePlace(mine, theirs)) return [own, other];
  if (run.isLost('mine', theirs.page)) return [other, own];
  const conflict = isSamePlace(base, mine) ? null : 'moved';
  const isTaken = run.take(changeOf(run, theirs, { id: `places/${theirs.tile.id}`, kind: 'moved', conflict }));
  return isTaken ? [other, own] : [own, other];
}

type Properties = Record<string, unknown>;

function mergeContent(run: MergeRun, base: TilePlace, mine: TilePlace, theirs: TilePlace): Tile {
  const [before, own, other] = [base.tile, mine.tile, theirs.tile] as unknown as [Properties, Properties, Properties];
  const differing = propertiesOf(before, other).filter((name) => !isSame(own[name], other[name]));
  if (differing.length === 0) return mine.tile;
  const untouched = isSame(base.tile, mine.tile);
  if (untouched || before['kind'] !== other['kind'] || before['kind'] !== own['kind'])
    return mergeWhole(run, theirs, mine, { properties: differing, conflict: untouched ? null : 'changed' });
  const clean = differing.filter((name) => isSame(before[name], own[name]));
  const merged = tileSchema.safeParse(assign(own, other, clean));
  // What each side may set on its own can be invalid together.
  if (!merged.success) return mergeWhole(run, theirs, mine, { properties: differing, conflict: 'changed' });
  const disputed = differing.filter((name) => !clean.includes(name));
  if (clean.length > 0)
    run.take(changeOf(run, theirs, { id: `tiles/${theirs.tile.id}/rest`, kind: 'changed', conflict: null, properties: clean })); // prettier-ignore
  const isTaken =
    disputed.length > 0 &&
    run.take(changeOf(run, theirs, { kind: 'changed', conflict: 'changed', properties: disputed }));
  return isTaken ? (assign(own, other, differing) as Tile) : merged.data;
}

function mergeWhole(
  run: MergeRun,
  theirs: TilePlace,
  mine: TilePlace,
  change: Pick<OriginChange, 'conflict' | 'properties'>,
): Tile {
  return run.take(changeOf(run, theirs, { kind: 'changed', ...change })) ? theirs.tile : mine.tile;
}

/** Names of the properties that differ. */
function propertiesOf(before: Properties, after: Properties): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isSame(before[name], after[name])).toSorted();
}

/** With properties of another; those that it does not have are removed. */
function assign(own: Properties, other: Properties, names: readonly string[]): Properties {
  const others = Object.entries(own).filter(([name]) => !names.includes(name));
  const taken = Object.entries(other).filter(([name]) => names.includes(name));
  return Object.fromEntries([...others, ...taken]);
}
