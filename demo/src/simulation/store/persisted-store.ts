import type { GroupName, LazyGroup } from '../group.ts';
import { isLater, openDatabase, type Database, type Stamp } from './database.ts';
import { digestOf } from './digest.ts';
import { loadStored, type StoredState } from './load-stored.ts';
import { MemoryStore, seedAll, type State, type Store, type StoreListener } from './store.ts';
import { Tabs, type Channel, type TabPart } from './tabs.ts';

/** Problems with the stored state, to show to the visitor. */
export interface Notice {
  /** Groups with dropped invalid records. */
  readonly repaired: readonly GroupName[];
  /** Groups that were reset: stored by another version. */
  readonly reset: readonly GroupName[];
  /** Groups that were reset: their stored data was unusable. */
  readonly damaged: readonly GroupName[];
  /** Changes are not stored: the browser denies storage. */
  readonly unsaved: boolean;
}

/** A store whose changes survive a reload. */
export interface DurableStore extends Store {
  readonly notice: Notice;
  /** Starts over, in all tabs. */
  reset(): Promise<void>;
  /** Resolves once all changes so far are stored. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

export interface PersistedStoreOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  /** Name of the database. */
  readonly name: string;
  readonly now: () => Date;
  readonly channel: Channel;
  /** Identifies this tab. */
  readonly tab: string;
}

/** Milliseconds for which changes are batched before a write. */
const WRITE_BEHIND_MS = 150;
const NEVER: Stamp = { count: 0, tab: '' };

/** A store that survives reloads and is synchronized across tabs. */
export class PersistedStore implements DurableStore {
  readonly #options: PersistedStoreOptions;
  readonly #database: Database | null;
  readonly #memory: MemoryStore;
  readonly #tabs: Tabs;
  readonly #versions: ReadonlyMap<GroupName, number>;
  readonly #stamps: Map<GroupName, Stamp>;
  /** Groups with unwritten changes. */
  readonly #dirty: Set<GroupName>;
  readonly #loadNotice: StoredState['notice'];
  #isUnsaved: boolean;
  /** True while applying another tab's parts, which are neither stamped nor sent again. */
  #isReceiving = false;
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | null = null;

  static async open(options: PersistedStoreOptions): Promise<PersistedStore> {
    const opened = await openDatabase(options.name).catch(() => null);
    const stored = await loadStored(options, opened);
    return new PersistedStore(options, opened?.database ?? null, stored);
  }

  private constructor(options: PersistedStoreOptions, database: Database | null, stored: StoredState) {
    const { groups, seed, now, channel } = options;
    this.#options = options;
    this.#database = database;
    this.#isUnsaved = database === null;
    this.#loadNotice = stored.notice;
    this.#versions = new Map(groups.map(({ name, version }) => [name, version]));
    this.#stamps = new Map(stored.stamps);
    this.#dirty = new Set(stored.unsaved);
    this.#memory = new MemoryStore({
      groups,
      seed,
      now,
      initial: stored.state,
      onSeeded: (group) => {
        this.#dirty.add(group);
        this.#flushSoon();
      },
    });
    this.#tabs = new Tabs(channel, {
      stamps: () => Object.fromEntries(groups.map(({ name }) => [name, this.#stampOf(name)])),
      parts: () => (Object.keys(this.state) as GroupName[]).map((group) => this.#partOf(group)),
      receive: (parts) => this.#receive(parts),
    });
    this.#memory.subscribe((changed) => this.#publish(changed));
    if (this.#dirty.size > 0) this.#flushSoon();
  }

  get state(): State {
    return this.#memory.state;
  }

  get seed(): string {
    return this.#memory.seed;
  }

  get notice(): Notice {
    return { ...this.#loadNotice, unsaved: this.#isUnsaved };
  }

  ready(groups?: readonly GroupName[]): Promise<void> {
    return this.#memory.ready(groups);
  }

  change<T>(group: GroupName, work: (draft: never, undo: () => void) => T): T {
    return this.#memory.change(group, work);
  }

  replace(parts: State): void {
    this.#memory.replace(parts);
  }

  subscribe(listener: StoreListener): () => void {
    return this.#memory.subscribe(listener);
  }

  async reset(): Promise<void> {
    const { groups, seed, now } = this.#options;
    this.replace(await seedAll(groups, seed, now()));
    await this.flush();
  }

  flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    this.#tabs.close();
    this.#database?.close();
  }

  #flushSoon(): void {
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_BEHIND_MS);
  }

  async #write(): Promise<void> {
    const parts = [...this.#dirty].map((group) => this.#partOf(group));
    this.#dirty.clear();
    if (parts.length === 0 || !this.#database) return;
    try {
      await this.#database.write(parts.map((part) => ({ ...part, digest: digestOf(part.data) })));
      this.#isUnsaved = false;
    } catch {
      // The quota is exceeded or the database was deleted: the next change retries.
      this.#isUnsaved = true;
      for (const { group } of parts) this.#dirty.add(group);
    }
  }

  /** Stamps this tab's changes, sends them to the other tabs and schedules the write. */
  #publish(changed: readonly GroupName[]): void {
    if (this.#isReceiving) return;
    for (const group of changed) {
      this.#stamps.set(group, { count: this.#stampOf(group).count + 1, tab: this.#options.tab });
      this.#dirty.add(group);
    }
    this.#tabs.send(changed.map((group) => this.#partOf(group)));
    this.#flushSoon();
  }

  /** Applies another tab's parts that are later than ours. The sending tab stores them. */
  #receive(parts: readonly TabPart[]): void {
    const newer = parts.filter(
      ({ group, version, stamp }) => this.#versions.get(group) === version && isLater(stamp, this.#stampOf(group)),
    );
    for (const { group, stamp } of newer) {
      this.#stamps.set(group, stamp);
      this.#dirty.delete(group);
    }
    this.#isReceiving = true;
    this.replace(Object.fromEntries(newer.map(({ group, data }) => [group, data])));
    this.#isReceiving = false;
  }

  #stampOf(group: GroupName): Stamp {
    return this.#stamps.get(group) ?? NEVER;
  }

  #partOf(group: GroupName): TabPart {
    return { group, version: this.#versions.get(group)!, stamp: this.#stampOf(group), data: this.state[group] };
  }
}
