import { isDeepStrictEqual } from 'node:util';
import type { Model, ModelChange } from '@rise/contract';

type Fields = Record<string, unknown>;

/** Lists of a dataset whose members have names, with what one of them is called. */
const MEMBERS: Record<string, ModelChange['kind']> = {
  dimensions: 'dimension',
  hierarchies: 'hierarchy',
  measures: 'measure',
  rules: 'rule',
  masks: 'mask',
  rollups: 'rollup',
};

/** What differs between two forms of a model: each member that was added, changed or removed, with what it was and is. */
export function diffModels(before: Model, after: Model): ModelChange[] {
  const changes: ModelChange[] = [];
  const compare = (of: Pick<ModelChange, 'kind' | 'dataset' | 'name'>, was: Fields | null, is: Fields | null) => {
    if (was === null || is === null) {
      changes.push({ ...of, change: was === null ? 'added' : 'removed', before: was, after: is });
      return;
    }
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    const differing = keys.filter((key) => !isDeepStrictEqual(was[key], is[key]));
    if (differing.length === 0) return;
    const only = (all: Fields) => Object.fromEntries(differing.map((key) => [key, all[key] ?? null]));
    changes.push({ ...of, change: 'changed', before: only(was), after: only(is) });
  };
  const compareLists = (
    kind: ModelChange['kind'],
    dataset: string | null,
    was: readonly { name: string }[],
    is: readonly { name: string }[],
  ) => {
    const byName = (list: readonly { name: string }[]) => new Map(list.map((each) => [each.name, each as Fields]));
    const [old, fresh] = [byName(was), byName(is)];
    for (const name of new Set([...old.keys(), ...fresh.keys()]))
      compare({ kind, dataset, name }, old.get(name) ?? null, fresh.get(name) ?? null);
  };

  const { datasets: oldDatasets, parameters: oldParameters, mappings: oldMappings, combined: oldCombined, ...was } = before; // prettier-ignore
  const { datasets, parameters, mappings, combined, ...is } = after;
  compare({ kind: 'model', dataset: null, name: after.name }, was, is);
  compareLists('parameter', null, oldParameters, parameters);
  compareLists('mapping', null, oldMappings, mappings);
  compareLists('combined', null, oldCombined, combined);
  const old = new Map(oldDatasets.map((each) => [each.name, each]));
  const fresh = new Map(datasets.map((each) => [each.name, each]));
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [one, other] = [old.get(name), fresh.get(name)];
    const of = { kind: 'dataset', dataset: name, name } as const;
    if (!one || !other) {
      compare(of, one ?? null, other ?? null);
      continue;
    }
    const own = (all: Fields) => Object.fromEntries(Object.entries(all).filter(([key]) => !(key in MEMBERS)));
    compare(of, own(one), own(other));
    for (const [list, kind] of Object.entries(MEMBERS)) {
      const key = list as 'dimensions' | 'hierarchies' | 'measures' | 'rules' | 'masks' | 'rollups';
      compareLists(kind, name, one[key], other[key]);
    }
  }
  return changes;
}
