import type { LocalizedText } from '@rise/contract';
import { guessColumn, standsOnDay } from './columns.ts';
import type { Guess } from './columns.ts';
import { isIdentifier } from './joins.ts';
import type { Join, Tables } from './joins.ts';
import type { ColumnProfile, TableProfile } from './profile.ts';
import { nameFrom, titleOf, wordsOf } from './titles.ts';
import { localized, quoted, wrapped } from './yaml-lines.ts';

/** Longer lists become unreadable; a comment names what is left out. */
const MOST = { dimensions: 150, measures: 400 };
const DAYS = ['as', 'cycle', 'reported', 'period', 'booked', 'posted', 'date', 'day'];

/** Joins of a dataset: first tables with more columns of the same rows, then everything reachable, each table once. */
function joinsFrom({ joins, halves }: Tables, table: string): Join[] {
  const taken = new Set([table]);
  const chosen: Join[] = [];
  const open = [...(halves.get(table) ?? []), ...(joins.get(table) ?? [])];
  while (open.length > 0) {
    const join = open.shift()!;
    if (taken.has(join.to)) continue;
    taken.add(join.to);
    chosen.push(join);
    open.push(...(joins.get(join.to) ?? []));
  }
  return chosen;
}

/** The most likely as-of date column, by fill rate and name. */
function dayOf({ columns, rows }: TableProfile): ColumnProfile | undefined {
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
  readonly guess: Exclude<Guess, { as: 'nothing' }>;
  readonly table: string;
  readonly column: ColumnProfile;
}

/** The columns that a dataset uses, and those it leaves out, by reason. */
interface ChosenColumns {
  dimensions: Member[];
  measures: Member[];
  left: Map<string, string[]>;
}

/** Unique titles of columns; a second column of the same title gets its table's name too. */
class Titles {
  readonly #book: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();

  constructor(book: ReadonlyMap<string, string>) {
    this.#book = book;
  }

  titleFor(table: string, { name }: ColumnProfile): LocalizedText {
    const written = this.#book.get(name.toLowerCase());
    const plain = written === undefined ? titleOf(name) : { en: written };
    const title = this.#used.has(plain.en)
      ? { en: `${plain.en} (${table})`, ...(plain.tr && { tr: `${plain.tr} (${table})` }) }
      : plain;
    this.#used.add(title.en);
    return title;
  }
}

function chooseColumns(
  tables: Tables,
  table: TableProfile,
  joins: readonly Join[],
  titles: Titles,
  day: ColumnProfile | undefined,
): ChosenColumns {
  const own = new Set([table.name, ...(tables.halves.get(table.name) ?? []).map((join) => join.to)]);
  const linked = new Set(joins.flatMap(({ table: from, column, to, key }) => [`${from} ${column}`, `${to} ${key}`]));
  const repeated = new Set(joins.map(({ to, key }) => `${to} ${key}`));
  const taken = new Set(table.columns.map((column) => column.name.toLowerCase()));
  const dimensions: Member[] = [];
  const measures: Member[] = [];
  const left = new Map<string, string[]>();
  for (const name of [table.name, ...joins.map((join) => join.to)]) {
    const profile = tables.tables.get(name)!;
    for (const column of profile.columns) {
      if (repeated.has(`${name} ${column.name}`)) continue;
      const isKey = linked.has(`${name} ${column.name}`) || tables.keys.get(name) === column.name;
      const guess =
        column === day ? ({ as: 'dimension', why: 'its day' } as const) : guessColumn(profile, column, isKey);
      const leave = (why: string) => void (left.get(why) ?? left.set(why, []).get(why)!).push(column.name);
      if (name !== table.name && own.has(name) && taken.has(column.name.toLowerCase()))
        leave(`in ${name} as in ${table.name}`);
      else if (guess.as === 'nothing') leave(`${guess.why} in ${name}`);
      else if (column.name.includes('"')) leave(`of ${name} for their names`);
      else if (guess.as === 'dimension' && dimensions.length >= MOST.dimensions) leave(`of ${name}, too many`);
      else if (guess.as === 'dimension')
        dimensions.push({ guess, table: name, column, title: titles.titleFor(name, column) });
      // A figure in a joined table would be added once per row of the fact table.
      else if (!own.has(name)) leave(`figures of ${name}, which is looked up`);
      else if (measures.length >= MOST.measures) leave(`of ${name}, too many`);
      else measures.push({ guess, table: name, column, title: titles.titleFor(name, column) });
    }
  }
  return { dimensions, measures, left };
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

/** YAML lines of a dataset over a table. `book`: column titles found in the warehouse, by name in lower case. */
export function writeDataset(tables: Tables, table: TableProfile, book: ReadonlyMap<string, string>): string[] {
  const joins = joinsFrom(tables, table.name);
  const day = dayOf(table);
  const { dimensions, measures, left } = chooseColumns(tables, table, joins, new Titles(book), day);
  const take = uniqueNames();
  const counted = take(nameFrom(`${table.name}_count`), table.name);
  const named = dimensions.map((member) => ({ ...member, name: take(nameFrom(member.column.name), member.table) }));
  const time = day?.type === 'date' && day.distinct > 1 ? named.find(({ column }) => column === day)?.name : undefined;
  return [
    `  - name: ${nameFrom(table.name)}`,
    `    title: ${localized(titleOf(table.name))}`,
    `    description: { en: ${quoted(`One row for each row of the table ${table.name}.`)}, tr: ${quoted(`${table.name} tablosunun her satırı için bir satır.`)} }`,
    '    owner: To be named # guess: no owner is known',
    `    table: ${table.name} # ${table.rows} rows${keyNote(tables, table.name)}`,
    ...(joins.length > 0 ? ['    joins:', ...joins.flatMap((join) => joinLines(join, table.name, tables))] : []),
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
    ...measures.flatMap((member) => measureLines(member, take(nameFrom(member.column.name), member.table), time)),
    ...[...left].flatMap(([why, columns]) => wrapped(`    # guess: left out, ${why}: `, columns.join(', '))),
  ];
}

function freeOf(name: string, used: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) if (!used.has(`${name}_${number}`)) return `${name}_${number}`;
}

function keyNote({ keys }: Tables, table: string): string {
  const key = keys.get(table);
  return key === undefined ? '; guess: no single column identifies them' : `; guess: identified by ${key}`;
}

function joinLines({ table, column, to, key, found: result, of }: Join, main: string, { keys }: Tables): string[] {
  const on = column === key ? column : `{ column: ${column}, key: ${key} }`;
  const from = table === main ? '' : `, to: ${table}`;
  const relationship = keys.get(table) === column ? ', relationship: one_to_one' : '';
  return [
    `      # guess: ${key} is unique in ${to}, and has ${result} of the ${of} values of ${table}.${column}`,
    `      - { table: ${to}${from}, on: [${on}]${relationship} }`,
  ];
}

function dimensionLines({ guess, table, column, title }: Member, name: string, main: string): string[] {
  const source = isIdentifier(column.name)
    ? `column: { table: ${table}, column: ${column.name} }`
    : `expression: ${quoted(`${table === main ? '' : `${table}.`}"${column.name}"`)}`;
  const type = ['integer', 'date', 'timestamp', 'boolean'].includes(column.type) ? column.type : 'string';
  return [
    ...wrapped('      # guess: ', guess.why),
    `      - { name: ${name}, type: ${type}, ${source}, title: ${localized(title)} }`,
  ];
}

function measureLines({ guess, table, column, title }: Member, name: string, time: string | undefined): string[] {
  if (guess.as !== 'measure') return [];
  const plain = isIdentifier(column.name);
  const qualified = `${table}."${column.name}"`;
  const source =
    guess.kind === 'sum' && plain
      ? `columns: [{ table: ${table}, column: ${column.name} }]`
      : `expression: ${quoted(qualified)}`;
  const over = guess.kind === 'sum' && time !== undefined && standsOnDay(column.name);
  const how = guess.kind === 'sum' ? (['Sum', 'toplamı'] as const) : (['Average', 'ortalaması'] as const);
  const definition = {
    en: `${how[0]} of the column ${column.name} of the table ${table}.`,
    tr: `${table} tablosundaki ${column.name} sütununun ${how[1]}.`,
  };
  return [
    ...wrapped('      # guess: ', `${guess.why}${over ? '; a balance, which is not added up over days' : ''}`),
    `      - name: ${name}`,
    `        kind: ${guess.kind}`,
    `        ${source}`,
    ...(over ? [`        over: { time: ${time}, take: last }`] : []),
    `        title: ${localized(title)}`,
    `        definition: ${localized(definition)}`,
    `        format: { unit: ${guess.format.unit}, decimals: ${guess.format.decimals} }`,
  ];
}
