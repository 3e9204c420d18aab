import type { LocalizedText } from '@rise/contract';
import { columnsIn } from '../expression/columns.ts';
import type { CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { columnsOfJoin, joinsOf, tablesByName } from '../model/joins.ts';

/** A member of a dataset, or a join of it, that reads a column. */
export interface ColumnUse {
  table: string;
  column: string;
  dataset: string;
  datasetTitle: LocalizedText;
  kind: 'measure' | 'dimension' | 'join' | 'as-of';
  name: string;
  title: LocalizedText;
  /** What the member says about itself, where it is just this column. */
  description: LocalizedText | null;
  mapping: string | null;
  /** Whether the member's value is the column itself. */
  plain: boolean;
}

/** A join between two tables, as the model has it. */
export interface TableLink {
  dataset: string;
  from: string;
  to: string;
  on: { column: string; key: string }[];
  /** Whether a row of `to` has at most one of `from`, too. */
  oneToOne: boolean;
  /** Whether a key has one row in `to` at any time, of several. */
  dated: boolean;
}

function usesIn(from: CompiledFact): ColumnUse[] {
  const { dataset, expressions } = from;
  // Rows of a derived dataset are groups of a query, and no table.
  if (dataset.query) return [];
  const tableOf = tablesByName(dataset);
  const common = { dataset: dataset.name, datasetTitle: dataset.title };
  const uses: ColumnUse[] = [];
  const add = (name: string, member: Omit<ColumnUse, 'table' | 'column' | 'plain' | keyof typeof common | 'name'>) => {
    const value = expressions.values.get(name);
    const read = [value, expressions.conditions.get(name)].flatMap((item) => (item ? columnsIn(item) : []));
    const seen = new Set<string>();
    for (const { table, column } of read) {
      const place = { table: tableOf(table), column };
      if (seen.has(JSON.stringify(place))) continue;
      seen.add(JSON.stringify(place));
      const plain = value?.kind === 'name' && value.name === column;
      uses.push({ ...place, ...common, name, ...member, plain });
    }
  };
  for (const { name, title, description, mapping } of dataset.dimensions)
    add(name, { kind: 'dimension', title, description: description ?? null, mapping: mapping ?? null });
  for (const { name, title, definition } of dataset.measures)
    add(name, { kind: 'measure', title, description: definition, mapping: null });
  for (const join of joinsOf(dataset))
    for (const { table, column } of columnsOfJoin(join))
      uses.push({
        ...common,
        table: tableOf(table),
        column,
        kind: 'join',
        name: join.name,
        title: { en: join.name },
        description: null,
        mapping: null,
        plain: false,
      });
  if (dataset.asOf)
    uses.push({
      ...common,
      table: tableOf(dataset.asOf.table),
      column: dataset.asOf.column,
      kind: 'as-of',
      name: 'as_of',
      title: { en: 'As-of date', tr: 'Veri tarihi' },
      description: null,
      mapping: null,
      plain: false,
    });
  return uses;
}

/** What reads the columns of each table, in the order of the model. */
export function columnUses({ model, datasets }: CompiledModel): ColumnUse[] {
  return model.datasets.flatMap(({ name }) => datasets.get(name)!.facts.flatMap(usesIn));
}

/** The joins of a model's tables. */
export function tableLinks({ model }: CompiledModel): TableLink[] {
  return model.datasets
    .filter(({ query }) => !query)
    .flatMap((dataset) => {
      const tableOf = tablesByName(dataset);
      return joinsOf(dataset)
        .filter(({ on }) => on.length > 0)
        .map(({ table, to, on, relationship, validity }) => ({
          dataset: dataset.name,
          from: tableOf(to),
          to: table,
          on,
          oneToOne: relationship === 'one_to_one',
          dated: validity !== undefined,
        }));
    });
}
