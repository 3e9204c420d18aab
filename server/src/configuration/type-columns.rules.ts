import { fold, type CodeColumn, type DefinedCodeType } from '@rise/contract';
import type { Catalog, CompiledModel } from '@rise/engine';
import type { TypeDimension } from './type-document.ts';

/** What a model can name. */
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const KINDS: Readonly<Record<string, CodeColumn['kind']>> = {
  string: 'text',
  integer: 'number',
  decimal: 'number',
  number: 'number',
};

type Dataset = CompiledModel['model']['datasets'][number];

/** A dataset that reads a table's rows, and how it calls the table. */
interface TableUse {
  readonly dataset: Dataset;
  readonly as: string;
}

/** Datasets over a table; where there are none, those that join it. Rows of derived datasets are those of others. */
export function usesOfTable(model: CompiledModel | null, table: string): TableUse[] {
  const stored = (model?.model.datasets ?? []).filter(({ query }) => !query);
  const own = stored.filter((dataset) => dataset.table === table).map((dataset) => ({ dataset, as: table }));
  if (own.length > 0) return own;
  return stored.flatMap((dataset) => {
    const join = dataset.joins.find((item) => item.table === table);
    return join ? [{ dataset, as: join.as ?? join.table }] : [];
  });
}

/** All columns whose values can be codes: texts and numbers whose names a model can have. */
export function codeColumns(catalog: Catalog, model: CompiledModel | null): CodeColumn[] {
  return Object.entries(catalog).flatMap(([table, columns]) => {
    if (!IDENTIFIER.test(table)) return [];
    const uses = usesOfTable(model, table);
    return Object.entries(columns).flatMap(([column, type]): CodeColumn[] => {
      const kind = KINDS[type];
      if (!kind || column === 'tenant_id' || !IDENTIFIER.test(column)) return [];
      const datasets = uses.map(({ dataset }) => dataset.title);
      return [{ table, column, kind, datasets, types: typesOn(model, uses, column) }];
    });
  });
}

function typesOn(model: CompiledModel | null, uses: readonly TableUse[], column: string): CodeColumn['types'] {
  const types = new Set(
    uses.flatMap(({ dataset, as }) =>
      dataset.dimensions.flatMap(({ mapping, column: source, expression }) => {
        const reads = (source?.table === as && source.column === column) || expression === textOf(as, column);
        return mapping !== undefined && reads ? [mapping] : [];
      }),
    ),
  );
  return (model?.model.mappings ?? []).flatMap(({ name, title }) => (types.has(name) ? [{ type: name, title }] : []));
}

/** Columns whose name or table has all words of a search, those whose name begins with it first. */
export function searchColumns(columns: readonly CodeColumn[], search: string): CodeColumn[] {
  const words = fold(search)
    .split(/[\s.]+/)
    .filter((word) => word !== '');
  const rank = ({ column }: CodeColumn) => Number(words.length > 0 && !fold(column).startsWith(words.at(-1)!));
  return columns
    .filter(({ table, column }) => words.every((word) => fold(`${table}.${column}`).includes(word)))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** A number as text, which its codes are compared by; null stays null. */
const textOf = (table: string, column: string) =>
  `CASE WHEN ${table}.${column} IS NOT NULL THEN CONCAT(${table}.${column}) END`;

/** The dimension of a type's categories in each dataset, under the first name that is free in it. */
export function dimensionsFor(
  { type, title, description }: DefinedCodeType,
  { column, type: columnType }: { column: string; type: string },
  uses: readonly { dataset: { name: string; names: readonly string[] }; as: string }[],
): TypeDimension[] {
  return uses.map(({ dataset, as }) => ({
    dataset: dataset.name,
    member: {
      name: freeName(type, dataset.names),
      title,
      ...(description && { description }),
      type: 'string',
      // Texts and whole numbers are codes as they are.
      ...(columnType === 'string' || columnType === 'integer'
        ? { column: { table: as, column } }
        : { expression: textOf(as, column) }),
      mapping: type,
    },
  }));
}

function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name.slice(0, 58)}_${number}`;
  return free;
}

/** Names of a dataset's dimensions and measures. */
export const memberNames = (dataset: Record<'dimensions' | 'measures', readonly { name: string }[]>): string[] =>
  [...dataset.dimensions, ...dataset.measures].map(({ name }) => name);

/** Whether a model has a type of this name, or labels of a dimension. */
export const isTypeTaken = (model: CompiledModel | null, type: string): boolean =>
  (model?.model.mappings ?? []).some(({ name }) => name === type) ||
  (model?.model.datasets ?? []).some(({ dimensions }) =>
    dimensions.some(({ name, values, mapping }) => name === type && values !== undefined && mapping === undefined),
  );

/** A dataset for a table that none reads: its rows are counted, by day where the table has one column of days. */
export function datasetFor(table: string, columns: Catalog[string], taken: ReadonlySet<string>) {
  const days = Object.entries(columns).flatMap(([column, type]) =>
    type === 'date' && IDENTIFIER.test(column) ? [column] : [],
  );
  const day = days.length === 1 ? { table, column: days[0]! } : null;
  const plain = fold(table)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const name = freeName((/^[a-z]/.test(plain) ? plain : `t_${plain}`).slice(0, 58), [...taken]);
  const words = table.replace(/_+/g, ' ').trim();
  return {
    name,
    title: { en: `${words.charAt(0).toUpperCase()}${words.slice(1)}` },
    description: {
      en: `One row for each row of the table ${table}.`,
      tr: `${table} tablosunun her satırı için bir satır.`,
    },
    owner: 'To be named',
    table,
    ...(day && { asOf: day }),
    dimensions: day
      ? [{ name: 'as_of_day', title: { en: 'Day', tr: 'Gün' }, type: 'date', column: day }]
      : ([] as { name: string }[]),
    measures: [
      {
        name: 'row_count',
        kind: 'count',
        title: { en: 'Records', tr: 'Kayıt sayısı' },
        definition: { en: `Number of rows of the table ${table}.`, tr: `${table} tablosundaki satır sayısı.` },
        format: { unit: 'count' },
      },
    ],
  };
}
