import type { ExchangeNote, OssieDataset, OssieModel, OssieRelationship } from './ossie-document.ts';

/** A join of a star in the model's words. */
export interface StarJoin {
  readonly table: string;
  readonly to: string;
  readonly on: readonly { column: string; key: string }[];
}

/** A dataset that no other refers to, and those that it reaches by relationships, each with its table. */
export interface StarTables {
  readonly root: OssieDataset;
  /** By the dataset's name, the root first. */
  readonly tables: ReadonlyMap<string, { readonly dataset: OssieDataset; readonly table: string }>;
  readonly joins: readonly StarJoin[];
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** The table of a source; null for a query, or a name that a model cannot have. */
export function tableOf(source: string): string | null {
  const parts = source.split('.').map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
  return parts.every((part) => IDENTIFIER.test(part)) ? parts.at(-1)! : null;
}

/** The stars of a document: its facts with the tables joined to them. What cannot be joined is noted. */
export function findStars(
  { datasets, relationships = [] }: OssieModel,
  note: (note: ExchangeNote) => void,
): StarTables[] {
  const known = new Map<string, { dataset: OssieDataset; table: string }>();
  for (const dataset of datasets) {
    const place = `datasets.${dataset.name}`;
    const table = tableOf(dataset.source);
    if (known.has(dataset.name)) note({ place, reason: 'There are two datasets of this name; the first was read.' });
    else if (table === null)
      note({ place: `${place}.source`, reason: 'A model reads tables, and this is a query. Create a view.' });
    else {
      known.set(dataset.name, { dataset, table });
      if (dataset.source.includes('.'))
        note({
          place: `${place}.source`,
          reason: `Only the table '${table}' was read: database and schema are those of the tenant's warehouse.`,
        });
    }
  }
  const usable = relationships.filter((one) => isUsable(one, known, note));
  const targets = new Set(usable.map(({ to }) => to));
  const roots = [...known.values()].filter(({ dataset }) => !targets.has(dataset.name));
  const stars = (roots.length > 0 ? roots : [...known.values()]).map(({ dataset }) =>
    walkStar(dataset, known, usable, note),
  );
  const reached = new Set(stars.flatMap(({ tables }) => [...tables.keys()]));
  for (const name of known.keys())
    if (!reached.has(name))
      note({ place: `datasets.${name}`, reason: 'No relationship leads to it from a dataset that was read.' });
  return stars;
}

function isUsable(
  { name, from, to, from_columns: columns, to_columns: keys }: OssieRelationship,
  known: ReadonlyMap<string, unknown>,
  note: (note: ExchangeNote) => void,
): boolean {
  const place = `relationships.${name}`;
  const missing = [from, to].find((end) => !known.has(end));
  if (missing !== undefined) note({ place, reason: `There is no dataset '${missing}' that was read.` });
  else if (columns.length !== keys.length) note({ place, reason: 'It has different numbers of columns at its ends.' });
  else if (![...columns, ...keys].every((column) => IDENTIFIER.test(column)))
    note({ place, reason: 'A model joins by columns with letters, digits and _ in their names. Create a view.' });
  else return true;
  return false;
}

function walkStar(
  root: OssieDataset,
  known: ReadonlyMap<string, { dataset: OssieDataset; table: string }>,
  relationships: readonly OssieRelationship[],
  note: (note: ExchangeNote) => void,
): StarTables {
  const tables = new Map([[root.name, known.get(root.name)!]]);
  const joins: StarJoin[] = [];
  for (const name of tables.keys())
    for (const { name: relationship, from, to, from_columns: columns, to_columns: keys } of relationships) {
      if (from !== name) continue;
      const target = known.get(to)!;
      if ([...tables.values()].some(({ table }) => table === target.table)) {
        const reason = `'${root.name}' has the table '${target.table}' already, and joins a table once. Create a view for this role.`;
        note({ place: `relationships.${relationship}`, reason });
        continue;
      }
      tables.set(to, target);
      const on = columns.map((column, index) => ({ column, key: keys[index]! }));
      joins.push({ table: target.table, to: tables.get(from)!.table, on });
    }
  return { root, tables, joins };
}
