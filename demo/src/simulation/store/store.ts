import { createDraft, finishDraft, freeze, type Draft } from 'immer';
import type { AnyGroup, GroupName, LazyGroup } from '../group.ts';
import { createRandom } from '../generate/random.ts';

/** A part for each group that somebody asked for, now or on an earlier visit. */
export type State = Readonly<Partial<Record<GroupName, unknown>>>;

/** Why a group's state is another one than before. */
export type Cause = 'change' | 'replacement';
type Listener = (groups: readonly GroupName[], cause: Cause) => void;

/** The state of the simulation in memory, one part a group. */
export interface Store {
  /** Frozen. */
  readonly state: State;
  /** Seeds the chance behind what is generated. */
  readonly seed: string;
  /** Resolves when these groups, or all, have a part: their first state where they had none. Nobody is told of that. */
  ready(groups?: readonly GroupName[]): Promise<void>;
  /**
   * Runs a change of one group's part and answers its result. The part changes as the change returns: not at all
   * where it throws or calls `undo`.
   */
  change<T>(group: GroupName, work: (draft: never, undo: () => void) => T): T;
  /** Puts other parts in place of those there are. */
  replace(parts: State): void;
  /** Tells which groups' parts are other ones now, until the answered function is called. */
  subscribe(listener: Listener): () => void;
}

export interface StoreOptions {
  readonly groups: readonly LazyGroup[];
  readonly seed: string;
  readonly now: () => Date;
  readonly initial?: State;
  /** Hears of each group that has its first state now. */
  readonly began?: (group: GroupName) => void;
}

export function createStore({ groups, seed, now, initial = {}, began = () => {} }: StoreOptions): Store {
  let state = freeze(initial, true);
  const listeners = new Set<Listener>();
  const put = (parts: State, cause: Cause) => {
    const changed = (Object.keys(parts) as GroupName[]).filter((group) => parts[group] !== state[group]);
    if (changed.length === 0) return;
    state = freeze({ ...state, ...parts }, true);
    for (const listener of listeners) listener(changed, cause);
  };
  return {
    seed,
    async ready(wanted) {
      const missing = groups.filter(({ name }) => !(name in state) && (wanted?.includes(name) ?? true));
      await Promise.all(
        missing.map(async ({ name, load }) => {
          const group = await load();
          // Another call or tab may have been faster.
          if (name in state) return;
          state = freeze({ ...state, [name]: seedOne(group, seed, now()) }, true);
          began(name);
        }),
      );
    },
    get state() {
      return state;
    },
    change(group, work) {
      const draft = createDraft(state[group] as object);
      let undone = false;
      const result = work(draft as never, () => (undone = true));
      const next = finishDraft(draft as Draft<object>);
      if (!undone) put({ [group]: next }, 'change');
      return result;
    },
    replace: (parts) => put(parts, 'replacement'),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** First states of all groups. */
export async function seedAll(groups: readonly LazyGroup[], seed: string, now: Date): Promise<State> {
  const loaded = await Promise.all(groups.map(({ load }) => load()));
  return Object.fromEntries(loaded.map((group) => [group.name, seedOne(group, seed, now)]));
}

/** A group's first state. Each has a chance of its own, so that one group more changes none of the others. */
export function seedOne(group: AnyGroup, seed: string, now: Date): unknown {
  return group.seed({ random: createRandom(`${seed} ${group.name}`), now });
}
