import { createDraft, finishDraft, freeze, type Draft } from 'immer';
import type { AnyGroup, GroupName, LazyGroup } from '../group.ts';
import { createRandom } from '../generate/random.ts';

/** A part for each group called so far, in this or an earlier visit. */
export type State = Readonly<Partial<Record<GroupName, unknown>>>;

/** Why a group's state changed. */
export type Cause = 'change' | 'replacement';
export type StoreListener = (groups: readonly GroupName[], cause: Cause) => void;

/** The state of the simulation: one part per group. */
export interface Store {
  /** Frozen. */
  readonly state: State;
  /** Seeds the random generators behind what is generated. */
  readonly seed: string;
  /** Resolves when these groups, or all, have a part; creates missing ones without notifying listeners. */
  ready(groups?: readonly GroupName[]): Promise<void>;
  /**
   * Runs a change of one group's part and returns its result. The part is replaced when the change returns, and
   * unchanged if it throws or calls `undo`.
   */
  change<T>(group: GroupName, work: (draft: never, undo: () => void) => T): T;
  /** Replaces parts of the state. */
  replace(parts: State): void;
  /** Subscribes to changed groups; returns a function that unsubscribes. */
  subscribe(listener: StoreListener): () => void;
}

export interface StoreOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  readonly now: () => Date;
  readonly initial?: State;
  /** Called with each newly initialized group. */
  readonly onSeeded?: (group: GroupName) => void;
}

/** An in-memory store. */
export class MemoryStore implements Store {
  readonly seed: string;
  readonly #groups: readonly LazyGroup[];
  readonly #now: () => Date;
  readonly #onSeeded: (group: GroupName) => void;
  readonly #listeners = new Set<StoreListener>();
  #state: State;

  constructor({ groups, seed, now, initial = {}, onSeeded = () => {} }: StoreOptions) {
    this.seed = seed;
    this.#groups = groups;
    this.#now = now;
    this.#onSeeded = onSeeded;
    this.#state = freeze(initial, true);
  }

  get state(): State {
    return this.#state;
  }

  async ready(names?: readonly GroupName[]): Promise<void> {
    const missing = this.#groups.filter(({ name }) => !(name in this.#state) && (names?.includes(name) ?? true));
    await Promise.all(
      missing.map(async ({ name, load }) => {
        const group = await load();
        // Another call or tab may have initialized it meanwhile.
        if (name in this.#state) return;
        this.#state = freeze({ ...this.#state, [name]: seedGroup(group, this.seed, this.#now()) }, true);
        this.#onSeeded(name);
      }),
    );
  }

  change<T>(group: GroupName, work: (draft: never, undo: () => void) => T): T {
    const draft = createDraft(this.#state[group] as object);
    let isUndone = false;
    const result = work(draft as never, () => (isUndone = true));
    const next = finishDraft(draft as Draft<object>);
    if (!isUndone) this.#put({ [group]: next }, 'change');
    return result;
  }

  replace(parts: State): void {
    this.#put(parts, 'replacement');
  }

  subscribe(listener: StoreListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #put(parts: State, cause: Cause): void {
    const changed = (Object.keys(parts) as GroupName[]).filter((group) => parts[group] !== this.#state[group]);
    if (changed.length === 0) return;
    this.#state = freeze({ ...this.#state, ...parts }, true);
    for (const listener of this.#listeners) listener(changed, cause);
  }
}

/** Initial states of all groups. */
export async function seedAll(groups: readonly LazyGroup[], seed: string, now: Date): Promise<State> {
  const loaded = await Promise.all(groups.map(({ load }) => load()));
  return Object.fromEntries(loaded.map((group) => [group.name, seedGroup(group, seed, now)]));
}

/** A group's initial state. Each has its own random generator, so that adding a group does not change the others. */
export function seedGroup(group: AnyGroup, seed: string, now: Date): unknown {
  return group.seed({ random: createRandom(`${seed} ${group.name}`), now });
}
