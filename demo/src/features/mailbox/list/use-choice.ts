import { useRef, useState } from 'react';

/** The chosen rows of a page. */
export interface Choice {
  has(id: string): boolean;
  readonly size: number;
  set(ids: readonly string[]): void;
  /** Chooses a row or takes it out; with all ids of the page, those from the last one on as well. */
  toggle(id: string, range?: readonly string[]): void;
}

const NONE: readonly string[] = [];

/** A choice that another page begins with none. */
export function useChoice(page: string): Choice {
  const [stored, setStored] = useState({ page, ids: NONE });
  const last = useRef<string>(undefined);
  const ids = stored.page === page ? stored.ids : NONE;
  const set = (next: readonly string[]) => setStored({ page, ids: next });
  return {
    has: (id) => ids.includes(id),
    size: ids.length,
    set,
    toggle: (id, range) => {
      const from = range?.indexOf(last.current ?? '') ?? -1;
      const to = range?.indexOf(id) ?? -1;
      last.current = id;
      if (ids.includes(id)) set(ids.filter((each) => each !== id));
      else if (from < 0) set([...ids, id]);
      else set([...new Set([...ids, ...range!.slice(Math.min(from, to), Math.max(from, to) + 1)])]);
    },
  };
}
