import { isDeepStrictEqual } from 'node:util';
import type { Model, ModelChange } from '@rise/contract';

type Fields = Record<string, unknown>;

/** Lists of a dataset with named members, and what one member is called. */
const MEMBERS: Record<string, ModelChange['kind']> = {
  dimensions: 'dimension',
  hierarchies: 'hierarchy',
  measures: 'measure',
  rules: 'rule',
  masks: 'mask',
  rollups: 'rollup',
};

/** The members added, changed or removed between two models, with values before and after. */
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
    const byName = (list: readonly { name: string }[]) => new Map(list.map((item) => [item.name, item as Fields]));
    const [old, current] = [byName(was), byName(is)];
    for (const name of new Set([...old.keys(), ...current.keys()]))
      compare({ kind, dataset, name }, old.get(name) ?? null, current.get(name) ?? null);
  };

  const {
    datasets: oldDatasets,
    parameters: oldParameters,
    mappings: oldMappings,
    combined: oldCombined,
    tests: oldTests,
    shared: { dimensions: oldShared, joins: oldJoins },
    ...was
  } = before;
  const { datasets, parameters, mappings, combined, tests, shared, ...is } = after;
  const [joinsBefore, joinsAfter] = [
    { ...was, joins: oldJoins },
    { ...is, joins: shared.joins },
  ];
  compare({ kind: 'model', dataset: null, name: after.name }, joinsBefore, joinsAfter);
  compareLists('parameter', null, oldParameters, parameters);
  compareLists('mapping', null, oldMappings, mappings);
  compareLists('combined', null, oldCombined, combined);
  compareLists('dimension', null, oldShared, shared.dimensions);
  compareLists('test', null, oldTests, tests);
  const old = new Map(oldDatasets.map((oldDataset) => [oldDataset.name, oldDataset]));
  const current = new Map(datasets.map((dataset) => [dataset.name, dataset]));
  for (const name of new Set([...old.keys(), ...current.keys()])) {
    const [one, other] = [old.get(name), current.get(name)];
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
