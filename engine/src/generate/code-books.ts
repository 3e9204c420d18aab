import { sql } from 'kysely';
import { fromSql } from '../sql/fragments/source.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { isIdentifier } from './joins.ts';
import { request } from './profile.ts';
import type { TableProfile } from './profile.ts';

interface Accounts {
  readonly table: string;
  readonly account: string;
  readonly title: string;
  readonly description: string;
  /** How many columns it names. */
  readonly named: number;
}

/** Tables of the warehouse that have titles of its columns. */
export interface CodeBooks {
  /** Titles by column name in lower case. */
  readonly titles: ReadonlyMap<string, string>;
  /** The table that names the most columns. */
  readonly accounts: Accounts | null;
}

/** A code book has at most this many rows, and names at least this many columns. */
const ROWS = 50_000;
const NAMED = 10;
/** Longer texts are descriptions, not titles. */
const LONGEST = 100;

/** Finds tables in which one column has names of columns and the next ones have their titles. */
export async function readCodeBooks(
  warehouse: Warehouse,
  tenant: string,
  profiles: readonly TableProfile[],
): Promise<CodeBooks> {
  const { dialect } = warehouse;
  const known = new Set(profiles.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())));
  const titles = new Map<string, string>();
  let accounts: Accounts | null = null;
  for (const { name: table, rows, columns } of profiles) {
    const texts = columns.filter(({ name, type, filled }) => type === 'string' && filled > 0 && isIdentifier(name));
    const [code, title, description = title] = texts;
    if (!code || !title || !description || rows < NAMED || rows > ROWS || code.distinct < rows * 0.9) continue;
    if (!isIdentifier(table)) continue;
    const from = fromSql({ table, joins: [], tenant, rules: null }, [], dialect);
    const named = [code, title].map(({ name }) => sql`${sql.id(table, name)}`);
    const [answer] = await warehouse.query([request(dialect, named, from)]);
    const result = (JSON.parse(answer!.rows) as [string | null, string | null][]).flatMap(([key, text]) =>
      key !== null && text !== null && known.has(key.toLowerCase()) ? [[key.toLowerCase(), tidied(text)] as const] : [],
    );
    if (result.length < NAMED) continue;
    for (const [key, text] of result)
      if (text !== '' && text.length <= LONGEST && !titles.has(key)) titles.set(key, text);
    if (result.length > (accounts?.named ?? 0))
      accounts = { table, account: code.name, title: title.name, description: description.name, named: result.length };
  }
  return { titles, accounts };
}

const tidied = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function accountsLines({ table, account, title, description, named }: Accounts): string[] {
  return [
    `# guess: ${table} names ${named} columns`,
    `accounts: { table: ${table}, account: ${account}, title: ${title}, description: ${description} }`,
  ];
}
