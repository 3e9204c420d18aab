import type { LocalizedText } from '@rise/contract';
import type { Balance } from './balances.ts';
import { guessColumn } from './columns.ts';
import type { Guess } from './columns.ts';
import { isIdentifier } from './joins.ts';
import type { Tables } from './joins.ts';
import { rolesOf } from './roles.ts';
import type { Role } from './roles.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';
import { nameFrom, titleOf } from './titles.ts';
import { localized, quoted, wrapped } from './yaml-lines.ts';
import { wordsOf } from '../profiles/column-words.ts';

/** Longer lists become unreadable; a comment names what is left out. */
const MOST = { dimensions: 150, measures: 400 };
const DAYS = ['as', 'cycle', 'reported', 'period', 'booked', 'posted', 'date', 'day'];

/** The most likely as-of date column, by fill rate and name. */
export function dayOf({ columns, rows }: TableProfile): ColumnProfile | undefined {
  const days = columns.filter(
    ({ name, type, filled }) => (type === 'date' || type === 'timestamp') && filled > 0 && isIdentifier(name),
  );
  const rank = (column: ColumnProfile) => {
    const place = DAYS.findIndex((word) => wordsOf(column.name).includes(word));
    return (place === -1 ? DAYS.length : place) + (column.filled < rows ? 100 : 0);
  };
  return days.toSorted((a, b) => rank(a) - rank(b))[0];
}

interface Member {
  readonly title: LocalizedText;
  readonly guess: Exclude<Guess, { as: 'nothing' | 'question' }>;
  /** The name of the join that has it. */
  readonly table: string;
  /** Whether that is a role of a table. */
  readonly inRole: boolean;
  readonly column: ColumnProfile;
}

/** The columns that a dataset uses, and those it leaves out, by reason. */
interface ChosenColumns {
  dimensions: Member[];
  measures: Member[];
  /** Figures that are left as questions until someone identifies them. */
  questions: { table: string; column: ColumnProfile; why: string }[];
  left: Map<string, string[]>;
}

/** Unique titles of columns; a second column of the same title gets its table's name too. */
class Titles {
  readonly #book: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(book: ReadonlyMap<string, string>) {
    this.#book = book;
  }

  titleFor(table: string, { name }: ColumnProfile, inRole: boolean): LocalizedText {
    const written = this.#book.get(name.toLowerCase());
    const plain = written === undefined ? titleOf(name) : { en: written };
    const title =
      inRole || this.#used.has(plain.en)
        ? { en: `${plain.en} (${table})`, ...(plain.tr && { tr: `${plain.tr} (${table})` }) }
        : plain;
    this.#used.add(title.en);
    return title;
  }
}

/** What the names of most titled columns begin with: others that do are accounts of the same form. */
function formPrefix(book: ReadonlyMap<string, string>): string | undefined {
  const counts = new Map<string, number>();
  for (const name of book.keys()) {
    const [prefix] = /^[a-z]+_/.exec(name) ?? [];
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > book.size / 2)?.[0];
}

/** Each column's role as a column of the dataset's own table. */
export function guessColumns(
  { tables, table, book }: Pick<GeneratedDataset, 'tables' | 'table' | 'book'>,
  day: ColumnProfile | undefined,
): Map<string, Guess> {
  const linked = new Set((tables.joins.get(table.name) ?? []).map(({ column }) => column));
  const prefix = formPrefix(book);
  return new Map(
    table.columns.map((column) => {
      const { name } = column;
      const isKey = linked.has(name) || tables.keys.get(table.name) === name;
      return [name, guessOne(table, column, { isKey, isDay: column === day, title: titleIn(book, prefix, name) })];
    }),
  );
}

/** A column's title in the code book; empty for an account that it does not name. */
function titleIn(book: ReadonlyMap<string, string>, prefix: string | undefined, column: string): string | undefined {
  const called = column.toLowerCase();
  return book.get(called) ?? (prefix !== undefined && called.startsWith(prefix) ? '' : undefined);
}

function guessOne(
  table: TableProfile,
  column: ColumnProfile,
  { isDay, ...known }: { isKey: boolean; isDay: boolean; title: string | undefined },
): Guess {
  return isDay ? { as: 'dimension', why: 'its day' } : guessColumn(table, column, known);
}

function chooseColumns(
  { tables, table, book, balances, without }: GeneratedDataset,
  roles: readonly Role[],
  titles: Titles,
  day: ColumnProfile | undefined,
): ChosenColumns {
  const own = new Set([table.name, ...(tables.halves.get(table.name) ?? []).map((join) => join.to)]);
  const pairs = roles.flatMap(({ name, from, on }) =>
    on.map(({ column, key }) => [`${from} ${column}`, `${name} ${key}`]),
  );
  const linked = new Set(pairs.flat());
  const repeated = new Set(pairs.map(([, key]) => key!));
  const taken = new Set(table.columns.map((column) => column.name.toLowerCase()));
  const dimensions: Member[] = [];
  const measures: Member[] = [];
  const questions: ChosenColumns['questions'] = [];
  const prefix = formPrefix(book);
  const left = new Map<string, string[]>();
  for (const { name, join } of [{ name: table.name, join: { to: table.name } }, ...roles]) {
    const profile = tables.tables.get(join.to)!;
    const inRole = name !== join.to;
    for (const column of profile.columns) {
      if (repeated.has(`${name} ${column.name}`)) continue;
      if (name === table.name && without?.has(column.name)) continue;
      const isKey = linked.has(`${name} ${column.name}`) || tables.keys.get(join.to) === column.name;
      const title = titleIn(book, prefix, column.name);
      const guess = guessOne(profile, column, { isKey, isDay: column === day, title });
      const balance = name === table.name ? balances.get(column.name) : undefined;
      const leave = (why: string) => void (left.get(why) ?? left.set(why, []).get(why)!).push(column.name);
      if (name !== table.name && own.has(name) && taken.has(column.name.toLowerCase()))
        leave(`in ${name} as in ${table.name}`);
      else if (guess.as === 'nothing') leave(`${guess.why} in ${name}`);
      else if (column.name.includes('"')) leave(`of ${name} for their names`);
      else if (guess.as === 'dimension' && dimensions.length >= MOST.dimensions) leave(`of ${name}, too many`);
      else if (guess.as === 'dimension')
        dimensions.push({ guess, table: name, inRole, column, title: titles.titleFor(name, column, inRole) });
      // A figure in a joined table would be added once per row of the fact table.
      else if (!own.has(name)) leave(`figures of ${name}, which is looked up`);
      else if (guess.as === 'question') questions.push({ table: name, column, why: guess.why });
      else if (balance?.as === 'question') questions.push({ table: name, column, why: balance.why });
      else if (measures.length >= MOST.measures) leave(`of ${name}, too many`);
      else measures.push({ guess, table: name, inRole, column, title: titles.titleFor(name, column, inRole) });
    }
  }
  return { dimensions, measures, questions, left };
}

/** Returns a function that makes names unique within a dataset. */
function uniqueNames(): (name: string, table: string) => string {
  const used = new Set<string>();
  return (name, table) => {
    const long = nameFrom(`${table}_${name}`);
    const free = [name, long].find((candidate) => !used.has(candidate)) ?? freeOf(long, used);
    used.add(free);
    return free;
  };
}

/** What a dataset is generated from. */
export interface GeneratedDataset {
  readonly tables: Tables;
  readonly table: TableProfile;
  /** Column titles found in the warehouse, by name in lower case. */
  readonly book: ReadonlyMap<string, string>;
  /** The table's own balances, by column. */
  readonly balances: ReadonlyMap<string, Balance>;
  /** Columns of the table that are left out. */
  readonly without?: ReadonlySet<string>;
}

/** YAML lines of a dataset over a table. */
export function writeDataset(dataset: GeneratedDataset): string[] {
  const { tables, table, book, balances } = dataset;
  const roles = rolesOf(tables, table.name);
  const day = dayOf(table);
  const { dimensions, measures, questions, left } = chooseColumns(dataset, roles, new Titles(book), day);
  const take = uniqueNames();
  const counted = take(nameFrom(`${table.name}_count`), table.name);
  const named = dimensions.map((member) => ({ ...member, name: take(nameIn(member), member.table) }));
  const nameOf = (column: string) =>
    named.find((member) => member.table === table.name && member.column.name === column)?.name;
  const overOf = (member: Member) => {
    const balance = member.table === table.name ? balances.get(member.column.name) : undefined;
    return day && balance ? { why: balance.why, over: overLine(balance, nameOf(day.name), nameOf) } : undefined;
  };
  return [
    `  - name: ${nameFrom(table.name)}`,
    `    title: ${localized(titleOf(table.name))}`,
    `    description: { en: ${quoted(`One row for each row of the table ${table.name}.`)}, tr: ${quoted(`${table.name} tablosunun her satırı için bir satır.`)} }`,
    '    owner: To be named # guess: no owner is known',
    `    table: ${table.name} # ${table.rows} rows${keyNote(tables, table.name)}`,
    ...(roles.length > 0 ? ['    joins:', ...roles.flatMap((role) => joinLines(role, table.name, tables))] : []),
    ...(day
      ? [
          `    asOf: { table: ${table.name}, column: ${day.name} } # guess: a day in ${day.filled} of ${table.rows} rows`,
        ]
      : ['    # guess: no asOf, the table has no date column']),
    named.length > 0 ? '    dimensions:' : '    dimensions: []',
    ...named.flatMap((member) => dimensionLines(member, member.name, table.name)),
    '    measures:',
    `      - name: ${counted}`,
    '        kind: count',
    '        title: { en: "Records", tr: "Kayıt sayısı" }',
    `        definition: { en: ${quoted(`Number of rows of the table ${table.name}.`)}, tr: ${quoted(`${table.name} tablosundaki satır sayısı.`)} }`,
    '        format: { unit: count }',
    ...measures.flatMap((member) =>
      measureLines(member, take(nameFrom(member.column.name), member.table), overOf(member)),
    ),
    ...questions.flatMap(questionLines),
    ...[...left].flatMap(([why, columns]) => wrapped(`    # guess: left out, ${why}: `, columns.join(', '))),
  ];
}

function freeOf(name: string, used: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!used.has(`${name}_${number}`)) return `${name}_${number}`;
}

const nameIn = ({ inRole, table, column }: Member) => nameFrom(inRole ? `${table}_${column.name}` : column.name);

function keyNote({ keys, tuples }: Tables, table: string): string {
  const [key, together] = [keys.get(table), tuples.get(table)];
  if (key !== undefined) return `; guess: identified by ${key}`;
  return together
    ? `; guess: identified by ${together.join(' and ')} together`
    : '; guess: no single column identifies them';
}

function joinLines({ name, from, join, on, isPart }: Role, main: string, { keys }: Tables): string[] {
  const { table, column, to, key, found: result, of, why } = join;
  const columns = on.map((pair) =>
    pair.column === pair.key ? pair.column : `{ column: ${pair.column}, key: ${pair.key} }`,
  );
  const unique = on.map((pair) => pair.key).join(' and ');
  const values = on.length > 1 ? `pairs of ${table}` : `values of ${table}.${column}`;
  const relationship = isPart || keys.get(table) === column ? ', relationship: one_to_one' : '';
  return [
    ...(why === undefined ? [] : wrapped('      # guess: ', `${column}: ${why}`)),
    `      # guess: ${on.length > 1 ? `${unique} are unique together` : `${key} is unique`} in ${to}, and ${on.length > 1 ? 'have' : 'has'} ${result} of the ${of} ${values}`,
    `      - { table: ${to}${name === to ? '' : `, as: ${name}`}${from === main ? '' : `, to: ${from}`}, on: [${columns.join(', ')}]${relationship} }`,
  ];
}

function dimensionLines({ guess, table, column, title }: Member, name: string, main: string): string[] {
  const source = isIdentifier(column.name)
    ? `column: { table: ${table}, column: ${column.name} }`
    : `expression: ${quoted(`${table === main ? '' : `${table}.`}"${column.name}"`)}`;
  const type = ['integer', 'decimal', 'date', 'timestamp', 'boolean'].includes(column.type) ? column.type : 'string';
  return [
    ...wrapped('      # guess: ', guess.why),
    `      - { name: ${name}, type: ${type}, ${source}, title: ${localized(title)} }`,
  ];
}

/** How a balance aggregates over days; null where it adds up. */
function overLine(
  balance: Balance,
  time: string | undefined,
  nameOf: (column: string) => string | undefined,
): string | null {
  if (time === undefined || balance.as === 'sum' || balance.as === 'question') return null;
  if (balance.as === 'last day') return `over: { time: ${time}, take: last }`;
  const order = balance.order === null ? '' : `, order: ${balance.order}`;
  return `over: { time: ${time}, take: last, per: ${nameOf(balance.per)!}${order} }`;
}

function questionLines({ table, column, why }: ChosenColumns['questions'][number]): string[] {
  return wrapped(
    '      # question: ',
    `what is ${table}.${column.name}? ${why}. If it adds up, make it a sum; if it is a rate, an average; if it is a code, a dimension.`,
  );
}

function measureLines(
  { guess, table, column, title }: Member,
  name: string,
  balance: { why: string; over: string | null } | undefined,
): string[] {
  if (guess.as !== 'measure') return [];
  const plain = isIdentifier(column.name);
  const qualified = `${table}."${column.name}"`;
  const source =
    guess.kind === 'sum' && plain
      ? `columns: [{ table: ${table}, column: ${column.name} }]`
      : `expression: ${quoted(qualified)}`;
  const how = guess.kind === 'sum' ? (['Sum', 'toplamı'] as const) : (['Average', 'ortalaması'] as const);
  const definition = {
    en: `${how[0]} of the column ${column.name} of the table ${table}.`,
    tr: `${table} tablosundaki ${column.name} sütununun ${how[1]}.`,
  };
  return [
    ...wrapped('      # guess: ', [guess.why, ...(balance ? [balance.why] : [])].join('; ')),
    `      - name: ${name}`,
    `        kind: ${guess.kind}`,
    `        ${source}`,
    ...(balance?.over ? [`        ${balance.over}`] : []),
    `        title: ${localized(title)}`,
    `        definition: ${localized(definition)}`,
    `        format: { unit: ${guess.format.unit}, decimals: ${guess.format.decimals} }`,
  ];
}
