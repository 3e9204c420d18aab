import type { GroupName, LazyGroup } from '../group.ts';
import type { Database, Stamp, StoredPart } from './database.ts';
import { digestOf } from './digest.ts';
import { seedGroup, type State } from './store.ts';

/** The validated content of the database. */
export interface StoredState {
  readonly state: State;
  readonly stamps: readonly (readonly [GroupName, Stamp])[];
  /** Groups to write again because their stored part was invalid. */
  readonly unsaved: readonly GroupName[];
  readonly notice: {
    readonly repaired: readonly GroupName[];
    readonly reset: readonly GroupName[];
    readonly damaged: readonly GroupName[];
  };
}

interface LoadOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  readonly now: () => Date;
  readonly tab: string;
}

/** Reads and validates the stored parts; `opened` is null if the browser denies a database. */
export async function loadStored(
  { groups, seed, now, tab }: LoadOptions,
  opened: { readonly database: Database; readonly recreated: boolean } | null,
): Promise<StoredState> {
  const parts = new Map((await opened?.database.readAll())?.map((part) => [(part as Partial<StoredPart>).group, part]));
  const state: Partial<Record<GroupName, unknown>> = {};
  const stamps: [GroupName, Stamp][] = [];
  const unsaved: GroupName[] = [];
  const repaired: GroupName[] = [];
  const reset: GroupName[] = [];
  const damaged: GroupName[] = [];
  for (const group of groups) {
    const part = parts.get(group.name) as Partial<StoredPart> | undefined;
    if (part === undefined) {
      if (opened?.recreated) reset.push(group.name);
      continue;
    }
    const checked = await checkPart(group, part);
    state[group.name] = checked?.data ?? seedGroup(await group.load(), seed, now());
    const count = typeof part.stamp?.count === 'number' ? part.stamp.count : 0;
    if (checked && !checked.repaired) {
      stamps.push([group.name, { count, tab: String(part.stamp?.tab) }]);
      continue;
    }
    unsaved.push(group.name);
    // The replacement's stamp must be later than the stored one.
    stamps.push([group.name, { count: count + 1, tab }]);
    const isOtherVersion = part.version !== group.version;
    (checked ? repaired : isOtherVersion ? reset : damaged).push(group.name);
  }
  return { state, stamps, unsaved, notice: { repaired, reset, damaged } };
}

/** A stored part, without invalid records; null if it is unusable. */
type CheckedPart = { readonly data: unknown; readonly repaired: boolean } | null;

/**
 * A part with a matching digest is unchanged. Otherwise invalid records are dropped, and a
 * part that is then inconsistent is discarded.
 */
async function checkPart(group: LazyGroup, part: Partial<StoredPart>): Promise<CheckedPart> {
  if (part.version !== group.version || typeof part.data !== 'object' || part.data === null) return null;
  if (digestOf(part.data) === part.digest) return { data: part.data, repaired: false };
  const { repair } = await import('./schemas.ts');
  const data = repair(await group.load(), part.data);
  return data && { data, repaired: true };
}
