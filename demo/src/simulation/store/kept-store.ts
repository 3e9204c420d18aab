import type { GroupName, LazyGroup } from '../group.ts';
import { isLater, openDatabase, type Database, type Kept, type Stamp } from './database.ts';
import { digestOf } from './digest.ts';
import { createStore, seedAll, seedOne, type State, type Store } from './store.ts';
import { joinTabs, type Channel, type Tabs } from './tabs.ts';

/** What a visitor should be told of the state that was found. */
export interface Notice {
  /** Groups of which some records had lost their shape and are left out. */
  readonly repaired: readonly GroupName[];
  /** Groups that were of an older version or beyond repair, and begin anew. */
  readonly reset: readonly GroupName[];
  /** What changes is not kept: the browser gives no room. */
  readonly unsaved: boolean;
}

export interface KeptStore extends Store {
  readonly notice: Notice;
  /** Begins anew, in all tabs. */
  reset(): Promise<void>;
  /** Resolves when everything that changed so far is stored. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export interface KeptStoreOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  readonly name: string;
  readonly now: () => Date;
  readonly channel: Channel;
  /** Names this tab among others. */
  readonly tab: string;
}

/** Changes are stored together after so many milliseconds. */
const WRITE_BEHIND_MS = 150;
const NEVER: Stamp = { count: 0, tab: '' };

/** A store that is there again after a reload, and the same in every tab. */
export async function openKeptStore(options: KeptStoreOptions): Promise<KeptStore> {
  const { groups, seed, now, tab } = options;
  const opened = await openDatabase(options.name).catch(() => null);
  const database = opened?.database ?? null;
  const found = await readState(options, database, opened?.madeAnew ?? false);
  const stamps = new Map<GroupName, Stamp>(found.stamps);
  const versions = new Map(groups.map(({ name, version }) => [name, version]));
  const dirty = new Set<GroupName>(found.fresh);
  let writing: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let taking = false;
  let unsaved = database === null;
  const store = createStore({
    groups,
    seed,
    now,
    initial: found.state,
    began(group) {
      dirty.add(group);
      soon();
    },
  });

  const partOf = (group: GroupName) => ({
    group,
    version: versions.get(group)!,
    stamp: stamps.get(group) ?? NEVER,
    data: store.state[group],
  });
  const write = async () => {
    const parts = [...dirty].map(partOf);
    dirty.clear();
    if (parts.length === 0 || !database) return;
    try {
      await database.write(parts.map((part) => ({ ...part, digest: digestOf(part.data) })));
      unsaved = false;
    } catch {
      // The browser gives no more room, or took the database away: the next change tries again.
      unsaved = true;
      for (const { group } of parts) dirty.add(group);
    }
  };
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  };
  const soon = () => (timer ??= setTimeout(() => void flush(), WRITE_BEHIND_MS));

  const tabs: Tabs = joinTabs(options.channel, {
    stamps: () => Object.fromEntries(groups.map(({ name }) => [name, stamps.get(name) ?? NEVER])),
    parts: () => (Object.keys(store.state) as GroupName[]).map(partOf),
    take(parts) {
      const newer = parts.filter(
        ({ group, version, stamp }) => versions.get(group) === version && isLater(stamp, stamps.get(group) ?? NEVER),
      );
      for (const { group, stamp } of newer) {
        stamps.set(group, stamp);
        // Whoever changed it stores it.
        dirty.delete(group);
      }
      taking = true;
      store.replace(Object.fromEntries(newer.map(({ group, data }) => [group, data])));
      taking = false;
    },
  });
  store.subscribe((changed) => {
    if (taking) return;
    for (const group of changed) {
      stamps.set(group, { count: (stamps.get(group) ?? NEVER).count + 1, tab });
      dirty.add(group);
    }
    tabs.tell(changed.map(partOf));
    soon();
  });
  if (dirty.size > 0) soon();

  return {
    ...store,
    get state() {
      return store.state;
    },
    get notice() {
      return { ...found.notice, unsaved };
    },
    async reset() {
      store.replace(await seedAll(groups, seed, now()));
      await flush();
    },
    flushed: flush,
    async close() {
      await flush();
      tabs.close();
      database?.close();
    },
  };
}

interface Found {
  readonly state: State;
  readonly stamps: [GroupName, Stamp][];
  /** Groups that are to be stored anew. */
  readonly fresh: GroupName[];
  readonly notice: Pick<Notice, 'repaired' | 'reset'>;
}

async function readState(
  { groups, seed, now, tab }: KeptStoreOptions,
  database: Database | null,
  madeAnew: boolean,
): Promise<Found> {
  const stored = new Map((await database?.readAll())?.map((part) => [(part as Partial<Kept>).group, part]));
  const found: Found = { state: {}, stamps: [], fresh: [], notice: { repaired: [], reset: [] } };
  const { repaired, reset } = found.notice as { repaired: GroupName[]; reset: GroupName[] };
  for (const group of groups) {
    const part = stored.get(group.name) as Partial<Kept> | undefined;
    if (part === undefined) {
      if (madeAnew) reset.push(group.name);
      continue;
    }
    const examined = await examine(group, part);
    Object.assign(found.state, { [group.name]: examined?.data ?? seedOne(await group.load(), seed, now()) });
    const { stamp } = part;
    const count = typeof stamp?.count === 'number' ? stamp.count : 0;
    if (examined && !examined.repaired) {
      found.stamps.push([group.name, { count, tab: String(stamp?.tab) }]);
      continue;
    }
    found.fresh.push(group.name);
    // What replaces something stored is later than that.
    found.stamps.push([group.name, { count: count + 1, tab }]);
    (examined ? repaired : reset).push(group.name);
  }
  return found;
}

/** What became of a group's stored part: as it was, less what had lost its shape, or not to be used. */
type Examined = { data: unknown; repaired: boolean } | null;

/**
 * Looks at what lies stored for a group. What carries the digest that we gave it is as we left it. Else each record
 * must have its shape; those that don't are left out; and what then does not hold together is not used.
 */
async function examine(group: LazyGroup, kept: Partial<Kept>): Promise<Examined> {
  if (kept.version !== group.version || typeof kept.data !== 'object' || kept.data === null) return null;
  if (digestOf(kept.data) === kept.digest) return { data: kept.data, repaired: false };
  const { wellShaped } = await import('./shapes.ts');
  const data = wellShaped(await group.load(), kept.data);
  return data && { data, repaired: true };
}
