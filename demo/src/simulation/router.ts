import type { AnyGroup, AnyHandler, LazyGroup } from './group.ts';

interface Matched {
  readonly key: string;
  readonly group: AnyGroup;
  readonly handler: AnyHandler;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds who answers a request, by method and by the path from its last `/api/` on; loads the group that it lies in. */
export function createRouter(groups: readonly LazyGroup[]) {
  return async (method: string, path: string): Promise<Matched | null> => {
    const start = path.lastIndexOf('/api/');
    if (start < 0) return null;
    const asked = path.slice(start);
    const group = await groups.find(({ paths }) => paths.some((base) => lies(asked, base)))?.load();
    return group ? match(group, `${method} ${asked}`) : null;
  };
}

const lies = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

function match(group: AnyGroup, asked: string): Matched | null {
  const exact = Object.hasOwn(group.handlers, asked) ? group.handlers[asked] : undefined;
  if (exact) return { key: asked, group, handler: exact, params: {} };
  for (const [key, handler] of Object.entries(group.handlers)) {
    const pattern = key.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    const params = pattern === key ? undefined : new RegExp(`^${pattern}$`).exec(asked)?.groups;
    if (params) return { key, group, handler, params: { ...params } };
  }
  return null;
}
