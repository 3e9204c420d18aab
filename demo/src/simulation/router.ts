import type { AnyGroup, AnyHandler, LazyGroup } from './group.ts';

interface Matched {
  readonly key: string;
  readonly group: AnyGroup;
  readonly handler: AnyHandler;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds a request's handler by method and by the path from its last `/api/` on, and loads the handler's group. */
export function createRouter(groups: readonly LazyGroup[]) {
  return async (method: string, path: string): Promise<Matched | null> => {
    const start = path.lastIndexOf('/api/');
    if (start < 0) return null;
    const request = path.slice(start);
    const group = await groups.find(({ paths }) => paths.some((base) => isUnder(request, base)))?.load();
    return group ? match(group, `${method} ${request}`) : null;
  };
}

const isUnder = (path: string, base: string) => path === base || path.startsWith(`${base}/`);

function match(group: AnyGroup, request: string): Matched | null {
  const exact = Object.hasOwn(group.handlers, request) ? group.handlers[request] : undefined;
  if (exact) return { key: request, group, handler: exact, params: {} };
  for (const [key, handler] of Object.entries(group.handlers)) {
    const pattern = key.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    const params = pattern === key ? undefined : new RegExp(`^${pattern}$`).exec(request)?.groups;
    if (params) return { key, group, handler, params: { ...params } };
  }
  return null;
}
