import { createDraft, finishDraft, freeze, type Draft } from 'immer';
import type { AnyGroup, GroupName } from '../group.ts';
import { createRandom } from '../generate/random.ts';

export type State = Readonly<Record<GroupName, unknown>>;

/** Why a group's state is another one than before. */
export type Cause = 'change' | 'replacement';
type Listener = (groups: readonly GroupName[], cause: Cause) => void;

/** The state of the simulation in memory, one part a group. */
export interface Store {
  /** Frozen. */
  readonly state: State;
  /** Seeds the chance behind what is generated. */
  readonly seed: string;
  /**
   * Runs a change of one group's part and answers its result. The part changes as the change returns: not at all
   * where it throws or calls `undo`.
   */
  change<T>(group: GroupName, work: (draft: never, undo: () => void) => T): T;
  /** Puts other parts in place of those there are. */
  replace(parts: Partial<State>): void;
  /** Tells which groups' parts are other ones now, until the answered function is called. */
  subscribe(listener: Listener): () => void;
}

export function createStore(seed: string, initial: State): Store {
  let state = freeze(initial, true);
  const listeners = new Set<Listener>();
  const put = (parts: Partial<State>, cause: Cause) => {
    const changed = (Object.keys(parts) as GroupName[]).filter((group) => parts[group] !== state[group]);
    if (changed.length === 0) return;
    state = freeze({ ...state, ...parts }, true);
    for (const listener of listeners) listener(changed, cause);
  };
  return {
    seed,
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

/** First states of all groups: each has a chance of its own, so that one group more changes none of the others. */
export function seedAll(groups: readonly AnyGroup[], seed: string, now: Date): State {
  return Object.fromEntries(groups.map((group) => [group.name, seedOne(group, seed, now)])) as unknown as State;
}

export function seedOne(group: AnyGroup, seed: string, now: Date): unknown {
  return group.seed({ random: createRandom(`${seed} ${group.name}`), now });
}
