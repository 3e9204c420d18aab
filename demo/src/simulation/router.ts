import type { AnyGroup, AnyHandler } from './group.ts';

interface Entry {
  readonly key: string;
  readonly group: AnyGroup;
  readonly handler: AnyHandler;
}
type Matched = Entry & { readonly params: Readonly<Record<string, string>> };

/** Finds who answers a request. */
export function createRouter(groups: readonly AnyGroup[]) {
  const entries = new Map<string, Entry>();
  const patterns: { readonly entry: Entry; readonly pattern: RegExp }[] = [];
  for (const group of groups) {
    for (const [key, handler] of Object.entries(group.handlers)) {
      if (entries.has(key)) throw new Error(`Two groups answer ${key}`);
      const entry = { key, group, handler };
      entries.set(key, entry);
      const pattern = key.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
      if (pattern !== key) patterns.push({ entry, pattern: new RegExp(`^${pattern}$`) });
    }
  }
  return {
    find: (key: string): Entry | null => entries.get(key) ?? null,
    /** By method and by the path from its last `/api/` on. */
    match(method: string, path: string): Matched | null {
      const start = path.lastIndexOf('/api/');
      if (start < 0) return null;
      const asked = `${method} ${path.slice(start)}`;
      const entry = entries.get(asked);
      if (entry) return { ...entry, params: {} };
      for (const { entry, pattern } of patterns) {
        const groups = pattern.exec(asked)?.groups;
        if (groups) return { ...entry, params: { ...groups } };
      }
      return null;
    },
  };
}
