import type { GeneratedDatasets, LocalizedText, ModelQuestion } from '@rise/contract';
import { parseDocument } from 'yaml';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { judgeBalances } from './balances.ts';
import { readCodeBooks } from './code-books.ts';
import { dayOf, guessColumns, writeDataset } from './dataset.ts';
import { guessJoins } from './joins.ts';
import type { Tables } from './joins.ts';
import { keysFound, tuplesOf } from './profile.ts';
import type { TableProfile } from './profile.ts';
import type { OpenQuestion } from './questions/context.ts';
import { findQuestions } from './questions/find-questions.ts';
import { nameFrom, titleOf } from './titles.ts';

interface WrittenDataset {
  dimensions: { name: string; column?: { table: string; column: string }; expression?: string }[];
  measures: { name: string }[];
}

/**
 * Writes datasets for some tables of a tenant, with what their rows leave open as questions. Columns in question are in
 * no list: an answer adds them.
 */
export async function generateDatasets(
  warehouse: Warehouse,
  profiles: readonly TableProfile[],
  tenant: string,
  names: readonly string[],
): Promise<GeneratedDatasets> {
  const tables = await guessJoins(profiles, {
    found: (link) => keysFound(warehouse, tenant, link),
    tuples: (of, to) => tuplesOf(warehouse, tenant, of, to),
  });
  const { titles: book } = await readCodeBooks(warehouse, tenant, profiles);
  const generated: GeneratedDatasets = { document: '', datasets: [], questions: [], skipped: [] };
  const lines: string[] = [];
  for (const name of new Set(names)) {
    const table = tables.tables.get(name);
    if (!table) {
      generated.skipped.push({ table: name, reason: whyUnusable(profiles, name) });
      continue;
    }
    const { text, questions } = await generateOne({ warehouse, tenant, tables, table, book });
    generated.datasets.push(nameFrom(name));
    generated.questions.push(...questions);
    lines.push(...text);
  }
  const document = [
    'name: model',
    'title: { en: "Data model", tr: "Veri modeli" }',
    'description: { en: "Generated from the tables of the warehouse.", tr: "Veri ambarının tablolarından üretildi." }',
    'datasets:',
    ...lines,
    '',
  ];
  return { ...generated, document: generated.datasets.length > 0 ? document.join('\n') : '' };
}

function whyUnusable(profiles: readonly TableProfile[], name: string): 'empty' | 'name' | 'missing' {
  const profile = profiles.find((one) => one.name === name);
  if (!profile) return 'missing';
  return profile.rows === 0 ? 'empty' : 'name';
}

async function generateOne(source: {
  warehouse: Warehouse;
  tenant: string;
  tables: Tables;
  table: TableProfile;
  book: ReadonlyMap<string, string>;
}): Promise<{ text: string[]; questions: ModelQuestion[] }> {
  const { warehouse, tenant, tables, table, book } = source;
  const day = dayOf(table);
  const balances = await judgeBalances(warehouse, tenant, tables, { table, day });
  const guesses = guessColumns({ tables, table, book }, day);
  const open = await findQuestions({
    warehouse,
    tenant,
    tables,
    table,
    day,
    guesses,
    titleOf: (column): LocalizedText => {
      const written = book.get(column.toLowerCase());
      return written === undefined ? titleOf(column) : { en: written };
    },
  });
  const without = new Set(open.filter(({ replaces }) => replaces).map(({ column }) => column));
  const text = writeDataset({ tables, table, book, balances, without });
  return { text, questions: toQuestions(table.name, open, text) };
}

/** Answers with names that fit the written dataset. */
function toQuestions(table: string, open: readonly OpenQuestion[], text: readonly string[]): ModelQuestion[] {
  const [written] = parseDocument(text.join('\n')).toJS() as WrittenDataset[];
  const { dimensions, measures } = written!;
  const taken = new Set([...dimensions, ...measures].map(({ name }) => name));
  const dataset = nameFrom(table);
  const byColumn = new Map(
    dimensions.flatMap(({ name, column }) => (column?.table === table ? [[column.column, name] as const] : [])),
  );
  // Columns in question that are dimensions in their answers have their plain name there.
  const dimensionOf = (column: string) => byColumn.get(column) ?? nameFrom(column);
  return open.map(({ kind, column, evidence, recommended, answers }) => {
    const mine = new Set<string>();
    const free = (name: string) => {
      let own = name;
      for (let number = 2; taken.has(own) && !mine.has(own); number += 1) own = `${name}_${number}`;
      mine.add(own);
      return own;
    };
    const list = answers({ dimensionOf, free });
    for (const name of mine) taken.add(name);
    return { id: `${table}.${column}.${kind}`, kind, dataset, table, column, evidence, answers: list, recommended };
  });
}
