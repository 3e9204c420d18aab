import { dimensionIn, requestOf } from './generate-model.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';
import type { DimensionKey, FittedQuery, GeneratedQuery, Tree } from './query.ts';

function toClientHaving({ measure: place, above, bound, not }: NonNullable<GeneratedQuery['having']>, names: string[]) {
  const measure = names[place % names.length]!;
  const condition =
    bound === null
      ? { measure, op: above ? 'isNotNull' : 'isNull' }
      : { measure, op: above ? 'gt' : 'lt', values: [String(bound)] };
  return not ? { not: condition } : condition;
}

/** A filter as a client writes it. */
export function toClientFilter(filter: Tree, called: (name: DimensionKey) => string): object {
  const conditionOf = (tree: Tree): object => {
    if ('all' in tree) return { all: tree.all.map(conditionOf) };
    if ('any' in tree) return { any: tree.any.map(conditionOf) };
    if ('none' in tree) return { not: conditionOf(tree.none) };
    if ('since' in tree)
      return {
        field: called('day'),
        during: { ...(tree.since && { since: tree.since }), ...(tree.until && { until: tree.until }) },
      };
    if ('than' in tree) return { field: called(tree.field), op: tree.than, otherField: called(tree.other) };
    if ('missing' in tree) return { field: called(tree.field), op: tree.missing ? 'isNull' : 'isNotNull' };
    return { field: called(tree.field), op: tree.not ? 'notIn' : 'in', values: tree.is };
  };
  return conditionOf(filter);
}

/** The query as a client writes it. */
export function toClientQuery(
  warehouse: GeneratedWarehouse,
  { dimensions, measures, filter, currency, totals, fill, rollup, calculations, custom, having, names }: FittedQuery,
): object {
  const called = (name: DimensionKey) => dimensionIn(warehouse, name);
  const conditionOf = (tree: Tree) => toClientFilter(tree, called);
  const named = [...new Set(measures.map((place) => names[place % names.length]!))];
  return {
    dataset: requestOf(warehouse),
    dimensions: dimensions.map((name, place) => {
      if (name === 'began_month') return { field: called('began'), grain: 'month' };
      if (name !== 'month' && name !== 'year') return called(name);
      return { field: called('day'), grain: name, ...(fill && place === 0 && { fill }) };
    }),
    measures: named,
    ...(custom && {
      customMeasures: [
        {
          name: 'filtered',
          kind: 'filtered',
          measure: custom.filtered.of,
          filter: conditionOf(custom.filtered.filter),
        },
        { name: 'formula', kind: 'formula', expression: `${custom.formula.left} - ${custom.formula.right}` },
      ],
    }),
    ...(currency && { currency }),
    ...(filter && { filter: conditionOf(filter) }),
    ...(having && { having: toClientHaving(having, names) }),
    calculations: calculations.map(({ kind, measure: place }, index) => {
      const common = { name: `calculated${index}`, measure: names[place % names.length]! };
      switch (kind) {
        case 'share':
        case 'rank':
        case 'percentile':
          return { ...common, kind };
        case 'previous':
          return { ...common, kind: 'compare', with: 'previous_period' };
        case 'ago':
          return { ...common, kind: 'compare', with: { periods: 2 } };
        case 'year_ago':
          return { ...common, kind: 'compare', with: 'same_period_last_year' };
        case 'like_for_like':
          return { ...common, kind: 'compare', with: 'same_period_last_year', likeForLike: true };
        case 'moving':
          return { ...common, kind: 'moving_average', last: 2 };
        case 'to_date':
          return { ...common, kind: 'accumulate', over: 'year' };
        case 'retention':
          return { ...common, kind, since: called('months_since') };
      }
    }),
    totals,
    ...(rollup && { subtotals: 'rollup' }),
    limit: 10_000,
  };
}
