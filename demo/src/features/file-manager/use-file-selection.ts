import { useState } from 'react';
import type { Item } from './item.ts';

export interface FileSelection {
  readonly ids: ReadonlySet<string>;
  /** The selected items that are shown. */
  readonly items: readonly Item[];
  readonly toggle: (id: string) => void;
  readonly set: (items: readonly Item[]) => void;
  readonly clear: () => void;
  /** What an act at an item concerns: all selected ones if it is one of them. */
  readonly of: (item: Item) => readonly Item[];
}

export function useFileSelection(shown: readonly Item[]): FileSelection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = shown.filter(({ id }) => ids.has(id));
  return {
    ids,
    items,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setIds(next);
    },
    set: (chosen) => setIds(new Set(chosen.map(({ id }) => id))),
    clear: () => setIds(new Set()),
    of: (item) => (ids.has(item.id) ? items : [item]),
  };
}
