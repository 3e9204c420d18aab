import type { GroupName, LazyGroup } from '../group.ts';
import type { State, Store } from './store.ts';

/** The entire state as a file. */
interface Exported {
  readonly format: 'rise-demo';
  readonly groups: Readonly<Record<string, { readonly version: number; readonly data: unknown }>>;
}

/** Why a file can't be imported; `group` is the invalid one. */
export type ImportError =
  | { readonly kind: 'not-json' | 'not-ours' }
  | { readonly kind: 'missing' | 'other-version' | 'invalid'; readonly group: GroupName };

export async function exportState(groups: readonly LazyGroup[], store: Store): Promise<string> {
  await store.ready();
  const exported: Exported = {
    format: 'rise-demo',
    groups: Object.fromEntries(groups.map(({ name, version }) => [name, { version, data: store.state[name] }])),
  };
  return JSON.stringify(exported);
}

/** Replaces the whole state with an exported one; on failure changes nothing and returns why. */
export async function importState(
  groups: readonly LazyGroup[],
  store: Store,
  file: string,
): Promise<ImportError | null> {
  let exported: Partial<Exported> | null;
  try {
    exported = JSON.parse(file) as Partial<Exported> | null;
  } catch {
    return { kind: 'not-json' };
  }
  if (exported?.format !== 'rise-demo' || typeof exported.groups !== 'object') return { kind: 'not-ours' };
  // Together with the schemas, which may not be loaded yet.
  const { isValid } = await import('./schemas.ts');
  const parts: Partial<Record<GroupName, unknown>> = {};
  for (const group of groups) {
    const part = exported.groups[group.name];
    if (!part) return { kind: 'missing', group: group.name };
    if (part.version !== group.version) return { kind: 'other-version', group: group.name };
    if (!isValid(await group.load(), part.data)) return { kind: 'invalid', group: group.name };
    parts[group.name] = part.data;
  }
  store.replace(parts satisfies State);
  return null;
}
