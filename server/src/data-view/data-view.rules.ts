import type {
  ColumnUse as ColumnUseDto,
  LocalizedText,
  RelatedTable,
  ReportDocument,
  TableColumn,
  TableSummary,
} from '@rise/contract';
import { fieldsByDataset, type FieldNames } from '../reports/report-fields.service.ts';
import { columnUses, tableLinks, type BrowsedTable, type ColumnUse, type CompiledModel } from '@rise/engine';

/** What a report shows: names of fields, by dataset. */
export interface ReportFields {
  readonly id: string;
  readonly title: LocalizedText;
  readonly fields: ReadonlyMap<string, FieldNames>;
}

/** Measures that the report defines count with those that they are computed from. */
export function fieldsOfReport({ id, document }: { id: string; document: ReportDocument }): ReportFields {
  return { id, title: document.title, fields: fieldsByDataset(document) };
}

/** What the model says about a table: the dataset whose facts are in it, and those that read it. */
export function meaningOf(
  model: CompiledModel | null,
  table: string,
): Pick<TableSummary, 'title' | 'description' | 'datasets'> {
  const is = (name: string) => name.toLowerCase() === table.toLowerCase();
  const all = (model?.model.datasets ?? []).filter(({ query }) => !query);
  const facts = all.find((dataset) => is(dataset.table));
  const reading = all.filter((dataset) => is(dataset.table) || dataset.joins.some((join) => is(join.table)));
  return {
    title: facts?.title ?? null,
    description: facts?.description ?? null,
    datasets: reading.map(({ name, title }) => ({ name, title })),
  };
}

const KINDS: Record<BrowsedTable['columns'][number]['type'], TableColumn['kind']> = {
  string: 'text',
  integer: 'integer',
  decimal: 'decimal',
  number: 'number',
  date: 'date',
  timestamp: 'timestamp',
  boolean: 'boolean',
  unknown: 'other',
};

const reportsWith = ({ dataset, name }: ColumnUse, reports: readonly ReportFields[]): ColumnUseDto['reports'] =>
  reports
    .filter(({ fields }) => fields.get(dataset)?.dimensions.has(name) || fields.get(dataset)?.measures.has(name))
    .map(({ id, title }) => ({ id, title }));

/** A table's columns with what they mean and where they are used. `accounts`: by their names in upper case. */
export function describeColumns(
  model: CompiledModel | null,
  table: BrowsedTable,
  {
    reports,
    accounts,
  }: {
    reports: readonly ReportFields[];
    accounts: ReadonlyMap<string, { title: string | null; description: string | null }>;
  },
): TableColumn[] {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const uses = (model ? columnUses(model) : []).filter((use) => same(use.table, table.name));
  return table.columns.map(({ name, native, type, masked }) => {
    const own = uses.filter(({ column }) => same(column, name));
    // A dimension or measure that is the column itself says what it means; a join's name does not.
    const plain = own.find((use) => use.plain && use.kind === 'dimension') ?? own.find((use) => use.plain);
    const account = accounts.get(name.toUpperCase());
    const text = (value: string | null | undefined): LocalizedText | null => (value ? { en: value } : null);
    return {
      name,
      type: native,
      kind: KINDS[type],
      title: plain?.title ?? text(account?.title),
      description: plain?.description ?? text(account?.description),
      key: own.some(({ kind }) => kind === 'join'),
      masked,
      uses: own.map((use) => ({
        dataset: use.dataset,
        datasetTitle: use.datasetTitle,
        kind: use.kind,
        name: use.name,
        title: use.title,
        mapping: use.mapping,
        reports: use.kind === 'join' ? [] : reportsWith(use, reports),
      })),
    };
  });
}

/** Tables whose rows belong to a row of this one, by the joins of the model, where the reader may browse them. */
export function relatedTables(
  model: CompiledModel | null,
  table: BrowsedTable,
  browsed: readonly BrowsedTable[],
): RelatedTable[] {
  if (!model) return [];
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  const named = (name: string) => browsed.find((other) => same(other.name, name));
  const spelled = (of: BrowsedTable | undefined, column: string) =>
    of?.columns.find(({ name, masked }) => !masked && same(name, column))?.name;
  const found = new Map<string, RelatedTable>();
  const add = (
    other: string,
    pairs: readonly (readonly [own: string, theirs: string])[],
    more: { dataset: string; single: boolean },
  ) => {
    const target = named(other);
    const on = pairs.map(([own, theirs]) => ({ own: spelled(table, own), column: spelled(target, theirs) }));
    // Neither a table nor a key that the reader does not see.
    if (!target || on.some(({ own, column }) => own === undefined || column === undefined)) return;
    const pairsOn = on as { own: string; column: string }[];
    const key = JSON.stringify([target.name, pairsOn]);
    if (found.has(key)) return;
    found.set(key, { table: target.name, title: meaningOf(model, target.name).title, on: pairsOn, ...more });
  };
  for (const { from, to, on, dataset, oneToOne, dated } of tableLinks(model)) {
    if (same(from, table.name))
      add(
        to,
        on.map(({ column, key }) => [column, key] as const),
        { dataset, single: !dated },
      );
    if (same(to, table.name))
      add(
        from,
        on.map(({ column, key }) => [key, column] as const),
        { dataset, single: oneToOne },
      );
  }
  return [...found.values()];
}
