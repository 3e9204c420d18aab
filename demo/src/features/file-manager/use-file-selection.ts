import { useState } from 'react';
import { rangeOf } from './view.rules.ts';
import type { Item } from './item.ts';

export interface FileSelection {
  readonly ids: ReadonlySet<string>;
  /** The selected items that are shown. */
  readonly items: readonly Item[];
  readonly toggle: (id: string) => void;
  /** Selects all from where selecting began, or from `from`, to an item. */
  readonly extend: (id: string, from?: string) => void;
  readonly set: (items: readonly Item[]) => void;
  readonly clear: () => void;
  /** What an act at an item concerns: all selected ones if it is one of them. */
  readonly of: (item: Item) => readonly Item[];
}

interface Start {
  readonly id: string;
  /** What was selected there: a shorter range lets go of the rest. */
  readonly ids: ReadonlySet<string>;
}

export function useFileSelection(shown: readonly Item[]): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [start, setStart] = useState<Start | null>(null);
  const items = shown.filter(({ id }) => ids.has(id));
  const select = (next: ReadonlySet<string>, began: Start | null = null) => {
    setIds(next);
    setStart(began);
  };
  return {
    ids,
    items,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      select(next, { id, ids: next });
    },
    extend: (id, from = id) => {
      const began = ids.size > 0 && start !== null ? start : { id: from, ids };
      select(new Set([...began.ids, ...rangeOf(shown, began.id, id)]), began);
    },
    set: (chosen) => select(new Set(chosen.map((item) => item.id))),
    clear: () => select(new Set()),
    of: (item) => (ids.has(item.id) ? items : [item]),
  };
}
