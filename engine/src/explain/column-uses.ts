import type { ColumnUse } from '@rise/contract';
import type { TableColumn } from '../expression/columns.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { columnsOfJoin, joinsOf, tablesByName } from '../model/joins.ts';
import { columnsBehind, columnsOfDimension } from './columns-behind.ts';

/** A column of the warehouse, and a member of a model that reads it. */
export interface UsedColumn extends TableColumn {
  use: ColumnUse;
}

/** Every column of the warehouse that a model reads, with each of its members that does. */
export function columnUses({ datasets }: CompiledModel): UsedColumn[] {
  return [...datasets.values()].flatMap((dataset) => [
    ...usesByMeasures(dataset),
    ...usesByDimensions(dataset),
    ...usesByJoins(dataset),
  ]);
}

function usesByMeasures(dataset: CompiledDataset): UsedColumn[] {
  return [...dataset.measures.values()].flatMap((measure) => {
    const { name, title } = measure;
    const use: ColumnUse = { dataset: dataset.dataset.name, kind: 'measure', name, title };
    return columnsBehind(dataset, measure, null).map((column) => ({ ...column, use }));
  });
}

function usesByDimensions(dataset: CompiledDataset): UsedColumn[] {
  return [...dataset.dimensions.values()].flatMap(({ name, title }) => {
    const use: ColumnUse = { dataset: dataset.dataset.name, kind: 'dimension', name, title };
    return columnsOfDimension(dataset, name, null).map((column) => ({ ...column, use }));
  });
}

function usesByJoins({ dataset: { name: dataset }, facts }: CompiledDataset): UsedColumn[] {
  return facts.flatMap((fact) => {
    const tableOf = tablesByName(fact.dataset);
    return joinsOf(fact.dataset).flatMap((join) =>
      columnsOfJoin(join).map(({ table, column }) => {
        const use: ColumnUse = { dataset, kind: 'join', name: join.name, title: null };
        return { table: tableOf(table), column, use };
      }),
    );
  });
}
