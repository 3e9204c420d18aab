import { columnOf } from '@rise/contract';
import type { Dataset, Measure, Model } from '@rise/contract';
import { commonType, typeOf } from '../expression/check.ts';
import { ExpressionError } from '../expression/tokens.ts';
import type { ValueType } from '../expression/tree.ts';
import type { CatalogIndex } from '../model/catalog.ts';
import { indexModel } from '../model/compiled-model.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { queryOfRows } from '../model/derived-datasets.ts';
import { tablesByName } from '../model/joins.ts';
import { overOf, pointInTime } from '../model/measures.ts';
import { withCustomMeasures } from '../planner/measures/custom-measures.ts';

type TypeOfColumn = CatalogIndex['typeOf'];

/** The type of a measure's values: exact numbers stay exact, and doubles doubles. */
function typeOfMeasure(from: CompiledDataset, measure: Measure, typeOfColumn: TypeOfColumn): ValueType {
  const point = pointInTime(measure);
  if (point !== null) return point;
  if (overOf(measure)?.take === 'average') return 'number';
  switch (measure.kind) {
    case 'count':
    case 'count_distinct':
      return 'integer';
    case 'average_balance':
      return commonType(typeOfMeasure(from, from.measures.get(measure.measure)!, typeOfColumn), 'decimal') ?? 'unknown';
    case 'combine':
      return measure.terms.reduce<ValueType>((type, { measure: name, factor }) => {
        const term = typeOfMeasure(from, from.measures.get(name)!, typeOfColumn);
        const scaled = Number.isInteger(factor) ? term : (commonType(term, 'decimal') ?? 'unknown');
        return commonType(type, scaled) ?? 'unknown';
      }, 'integer');
    case 'sum':
    case 'min':
    case 'max': {
      const tableOf = tablesByName(from.factOf.get(measure.name)!.dataset);
      try {
        return typeOf(from.expressions.values.get(measure.name)!, {
          column: (table, name) => typeOfColumn(tableOf(table!), name),
          parameter: () => 'unknown',
        });
      } catch (issue) {
        // Reported where the measure is declared.
        if (issue instanceof ExpressionError) return 'unknown';
        throw issue;
      }
    }
    default:
      return 'number';
  }
}

/** The types of a derived dataset's columns. */
function typesOfRows(compiled: CompiledModel, dataset: Dataset, typeOfColumn: TypeOfColumn): Map<string, ValueType> {
  const query = queryOfRows(dataset)!;
  const scope = { tenant: '', reader: 'system' } as const;
  const from = withCustomMeasures(compiled, scope, query, null).datasets.get(query.dataset)!;
  return new Map<string, ValueType>([
    ...query.dimensions.map((request): [string, ValueType] => {
      if (typeof request !== 'string') return [columnOf(request), 'date'];
      return [request, from.dimensions.get(request)!.type];
    }),
    ...query.measures.map((name): [string, ValueType] => [
      name,
      typeOfMeasure(from, from.measures.get(name)!, typeOfColumn),
    ]),
  ]);
}

/** The catalog of a warehouse with the rows of a valid model's derived datasets as tables. */
export function withDerivedRows(model: Model, catalog: CatalogIndex): CatalogIndex {
  if (!model.datasets.some(({ query }) => query)) return catalog;
  const compiled = indexModel(model);
  const derived = new Map<string, ReadonlyMap<string, ValueType>>();
  const columns = (table: string): ReadonlyMap<string, ValueType> | undefined => {
    const dataset = model.datasets.find(({ name, query }) => query && name === table);
    if (!dataset) return catalog.columns(table);
    const known = derived.get(table) ?? typesOfRows(compiled, dataset, typeOfColumn);
    derived.set(table, known);
    return known;
  };
  const typeOfColumn: TypeOfColumn = (table, column) => columns(table)?.get(column.toLowerCase()) ?? 'unknown';
  return { tables: catalog.tables, columns, typeOf: typeOfColumn };
}
