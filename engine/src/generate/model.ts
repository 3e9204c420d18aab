import type { Catalog } from '../model/catalog.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { judgeBalances } from './balances.ts';
import { dayOf, writeDataset } from './dataset.ts';
import { guessJoins } from './joins.ts';
import type { Tables } from './joins.ts';
import { accountsLines, readCodeBooks } from './code-books.ts';
import { keysFound, profileTables, tuplesOf } from './profile.ts';
import type { TableProfile } from './profile.ts';
import { wrapped } from './yaml-lines.ts';

const hasDay = (table: TableProfile) =>
  table.columns.some(({ type, filled }) => (type === 'date' || type === 'timestamp') && filled > 0);

/** Tables that become datasets, and why the others do not. */
function chooseFacts({ tables, joins, halves }: Tables): { facts: string[]; others: string[] } {
  const facts: string[] = [];
  const others: string[] = [];
  const joinedTo = new Set(
    [...joins.values()]
      .flat()
      .filter((join) => join.to !== join.table)
      .map((join) => join.to),
  );
  const parts = new Map<string, string[]>();
  const wholes = new Map([...halves].flatMap(([whole, list]) => list.map((join) => [join.to, whole] as const)));
  for (const [name, table] of tables) {
    const whole = wholes.get(name);
    const figures = table.columns.some(({ type }) => type === 'decimal' || type === 'number' || type === 'integer');
    if (whole !== undefined) (parts.get(whole) ?? parts.set(whole, []).get(whole)!).push(name);
    else if (joinedTo.has(name) && !hasDay(table)) others.push(`${name}: looked up by others, joined there`);
    else if (!hasDay(table) && !figures) others.push(`${name}: neither days nor figures`);
    else facts.push(name);
  }
  for (const [whole, names] of parts) others.push(`${names.join(', ')}: more columns of ${whole}, joined there`);
  // A table with few columns is better than no dataset.
  return facts.length > 0 ? { facts, others } : { facts: [...tables.keys()], others: [] };
}

/**
 * Generates a first model of a tenant's tables as YAML; a comment marks every guess and gives its reason. Null if all
 * tables are empty.
 */
export async function generateModel(warehouse: Warehouse, catalog: Catalog, tenant: string): Promise<string | null> {
  const profiles = await profileTables(warehouse, catalog, tenant);
  const tables = await guessJoins(profiles, {
    found: (link) => keysFound(warehouse, tenant, link),
    tuples: (of, to) => tuplesOf(warehouse, tenant, of, to),
  });
  if (tables.tables.size === 0) return null;
  const { facts, others } = chooseFacts(tables);
  const books = await readCodeBooks(warehouse, tenant, profiles);
  const unread = profiles
    .filter(({ name }) => !tables.tables.has(name))
    .map(({ name, rows }) => `${name}: ${rows === 0 ? 'no rows' : 'a model cannot use its name'}`);
  const left = [...others, ...unread];
  const datasets: string[] = [];
  for (const name of facts) {
    const table = tables.tables.get(name)!;
    const balances = await judgeBalances(warehouse, tenant, tables, { table, day: dayOf(table) });
    datasets.push(...writeDataset({ tables, table, book: books.titles, balances }));
  }
  return [
    '# A first model, generated from the tables of the warehouse and what is in them. Comments that begin with "guess"',
    '# say what was guessed and why: review them, correct what is wrong, and name the owners. It can be pushed as it is;',
    '# figures under "question" become measures when you say what they are.',
    'name: generated',
    'title: { en: "Generated model", tr: "Üretilen model" }',
    'description: { en: "Generated from the tables of the warehouse.", tr: "Veri ambarının tablolarından üretildi." }',
    ...(left.length > 0 ? wrapped('# guess: no datasets of their own: ', left.join('; ')) : []),
    ...(books.accounts ? accountsLines(books.accounts) : []),
    'datasets:',
    ...datasets,
    '',
  ].join('\n');
}
