import type { GroupName, LazyGroup } from '../group.ts';
import type { Database, Stamp, StoredPart } from './database.ts';
import { digestOf } from './digest.ts';
import { seedGroup, type State } from './store.ts';

/** What the database held, checked. */
export interface StoredState {
  readonly state: State;
  readonly stamps: readonly (readonly [GroupName, Stamp])[];
  /** Groups that are to be written again, because what was stored could not be used as it was. */
  readonly unsaved: readonly GroupName[];
  readonly notice: {
    readonly repaired: readonly GroupName[];
    readonly reset: readonly GroupName[];
  };
}

interface LoadOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  readonly now: () => Date;
  readonly tab: string;
}

/** Reads and checks the stored parts; `opened` is null where the browser gives no database. */
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
    // What replaces something stored is later than that.
    stamps.push([group.name, { count: count + 1, tab }]);
    (checked ? repaired : reset).push(group.name);
  }
  return { state, stamps, unsaved, notice: { repaired, reset } };
}

/** A stored part as it was, or without the records that did not fit; null where it can't be used. */
type CheckedPart = { readonly data: unknown; readonly repaired: boolean } | null;

/**
 * A part with a matching digest is as we wrote it. Otherwise records that do not fit their schema are left out, and a
 * part that is inconsistent without them is not used.
 */
async function checkPart(group: LazyGroup, part: Partial<StoredPart>): Promise<CheckedPart> {
  if (part.version !== group.version || typeof part.data !== 'object' || part.data === null) return null;
  if (digestOf(part.data) === part.digest) return { data: part.data, repaired: false };
  const { repair } = await import('./schemas.ts');
  const data = repair(await group.load(), part.data);
  return data && { data, repaired: true };
}
