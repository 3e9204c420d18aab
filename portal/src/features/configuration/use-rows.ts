import { useState } from 'react';

export interface Row<Item> {
  /** Identifies the row while it is edited. */
  readonly id: number;
  readonly item: Item;
}

/** Rows of a form that are added, changed, moved and removed. */
export function useRows<Item>(initial: () => readonly Item[]) {
  const [{ rows, next }, setState] = useState<{ rows: readonly Row<Item>[]; next: number }>(() => {
    const items = initial();
    return { rows: items.map((item, id) => ({ id, item })), next: items.length };
  });
  const update = (changed: readonly Row<Item>[]) => setState({ rows: changed, next });
  return {
    rows,
    items: rows.map(({ item }) => item),
    add: (item: Item, before: readonly Row<Item>[] = rows) =>
      setState({ rows: [...before, { id: next, item }], next: next + 1 }),
    change: (id: number, change: Partial<Item>) =>
      update(rows.map((row) => (row.id === id ? { ...row, item: { ...row.item, ...change } } : row))),
    remove: (id: number) => update(rows.filter((row) => row.id !== id)),
    move: (index: number, by: number) => {
      const changed = [...rows];
      const [row] = changed.splice(index, 1);
      changed.splice(index + by, 0, row!);
      update(changed);
    },
  };
}
