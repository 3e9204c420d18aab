/** A change to messages or notifications. */
export type InboxChange = { toggle: string; read: boolean } | { readAll: true } | { remove: string };

/** The list after a change. */
export function applyInboxChange<T extends { id: string; read: boolean }>(
  items: readonly T[],
  change: InboxChange,
): T[] {
  if ('remove' in change) return items.filter(({ id }) => id !== change.remove);
  if ('readAll' in change) return items.map((item) => ({ ...item, read: true }));
  return items.map((item) => (item.id === change.toggle ? { ...item, read: change.read } : item));
}
