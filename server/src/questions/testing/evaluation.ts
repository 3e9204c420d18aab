import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Language } from '@rise/contract';
import { compileModel, parseModel, type CompiledModel } from '@rise/engine';
import { parse } from 'yaml';
import { SAMPLES } from '../../host/config/paths.ts';
import { createLexicon, type DateRange, type Lexicon } from '../lexicon.rules.ts';
import { lexiconSources, searchableDimensions, type VisibleData } from '../lexicon-sources.rules.ts';
import { followUp } from '../follow-up.rules.ts';
import type { QueryInput } from '../reading-draft.rules.ts';
import { matchQuestion, understand, type QuestionContext, type Understanding } from '../understand.rules.ts';
import { withDates, writeQuery } from '../query-notation.ts';

/** A model with its lexicon, as questions are asked of it. */
export interface Subject {
  readonly model: CompiledModel;
  readonly lexicon: Lexicon;
  readonly main: string;
  readonly asOf: string;
  /** The member of the entity that the asker's tenant is. */
  readonly home: string | null;
}

export interface EvaluationQuestion {
  readonly form: number;
  readonly language: Language;
  readonly model: string;
  readonly question: string;
  readonly expected: string;
}

/** How an answer differs from the expected one: `wrong` is a figure for something else. */
export type Grade = 'right' | 'wrong' | 'missed';

/** The part that is shipped. */
export const OPEN = 'questions.yaml';

export function readQuestions(file: string): EvaluationQuestion[] {
  const folder = file === OPEN ? SAMPLES : join(import.meta.dirname, '..', 'evaluation');
  const path = join(folder, file);
  const groups = parse(readFileSync(path, 'utf8')) as {
    model: string;
    language: Language;
    questions: [number, string, string][];
  }[];
  return groups.flatMap(({ model, language, questions }) =>
    questions.map(([form, question, expected]) => ({ form, language, model, question, expected })),
  );
}

/** Selects the distinct values of a dimension in plain SQL. */
type ValuesOf = (dataset: string, dimension: string) => string | null;

export async function subjectOf(
  text: string,
  {
    main,
    asOf,
    valuesOf,
    keys,
    dates,
    home = null,
  }: { main: string; asOf: string; valuesOf: ValuesOf; keys?: string; dates: DateRange; home?: string | null },
): Promise<Subject> {
  const model = compileModel(parseModel(text, 'model.yaml'));
  const connection = await (await DuckDBInstance.create()).connect();
  const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
  const keysOfName = new Map<string, string[]>();
  for (const [key, name] of keys ? await rows(keys) : [])
    keysOfName.set(String(name), [...(keysOfName.get(String(name)) ?? []), String(key)]);
  const data = new Map<string, VisibleData>();
  for (const [name, compiled] of model.datasets) {
    const values = new Map<string, string[]>();
    for (const dimension of searchableDimensions(compiled)) {
      const sql = valuesOf(name, dimension.name);
      if (sql !== null)
        values.set(
          dimension.name,
          (await rows(sql)).flatMap(([value]) => (value === null ? [] : [String(value)])),
        );
    }
    data.set(name, { hidden: new Set(), values, keysOfName: name === main ? keysOfName : new Map(), dates });
  }
  connection.closeSync();
  return { model, main, asOf, home, lexicon: await createLexicon(lexiconSources(model, (name) => data.get(name)!)) };
}

export function ncuaSubject(): Promise<Subject> {
  const folder = join(SAMPLES, 'ncua-2025q4');
  const from = `FROM read_parquet('${join(folder, 'foicu.parquet')}')`;
  const columns: Record<string, string> = { name: 'CU_NAME', city: `upper(trim(replace(CITY, '  ', ' ')))` };
  return subjectOf(readFileSync(join(folder, 'model.yaml'), 'utf8'), {
    main: 'call_report',
    asOf: '2025-12-31',
    valuesOf: (_, dimension) => (columns[dimension] ? `SELECT DISTINCT ${columns[dimension]} ${from}` : null),
    dates: { from: '2025-12-31', to: '2025-12-31' },
    keys: `SELECT CU_NUMBER, CU_NAME ${from}`,
    home: '24405',
  });
}

const CLINICS = ['Bosphorus', 'Cedar Hill', 'Old Town', 'Lighthouse', 'Plane Tree'];

/** Clinics, of which the asker's tenant is one. */
export function clinicsSubject(): Promise<Subject> {
  return subjectOf(modelText('clinics'), {
    main: 'activity',
    asOf: '2025-12-31',
    dates: { from: '2025-12-31', to: '2025-12-31' },
    valuesOf: (_, dimension) =>
      dimension === 'clinic' ? listed(CLINICS) : dimension === 'town' ? listed(['Kadikoy', 'Urla']) : null,
    keys: `SELECT unnest(range(5, 10)), unnest([${CLINICS.map((name) => `'${name}'`).join(', ')}])`,
    home: '7',
  });
}

const BRANCHES = [
  'Main Street',
  'Riverside',
  'Lakeview',
  'University',
  'Eastgate',
  'Harbor',
  'Oak Park',
  'Medical Center',
  'North Hills',
  'Airport',
  'Westfield',
  'Online',
];
const COUNTIES = ['Cedar', 'Lake', 'Franklin', 'Monroe', 'Jefferson'];
const listed = (values: readonly string[]) => `SELECT unnest([${values.map((value) => `'${value}'`).join(', ')}])`;

export function coreSubject(): Promise<Subject> {
  return subjectOf(readFileSync(join(SAMPLES, 'core-banking', 'model.yaml'), 'utf8'), {
    main: '',
    dates: { from: '2023-01-31', to: '2025-12-31' },
    asOf: '2025-12-31',
    valuesOf: (_, dimension) =>
      dimension === 'branch' ? listed(BRANCHES) : /county/.test(dimension) ? listed(COUNTIES) : null,
  });
}

export const contextOf = ({ lexicon, asOf, home }: Subject, language: Language): QuestionContext => ({
  lexicon,
  home,
  language,
  time: { asOf, fiscalYearStart: 1 },
});

/** Answers questions that follow each other, each with the query of the one before. */
export function answerOf(
  { question, language }: EvaluationQuestion,
  subject: Subject,
): { text: string; understanding: Understanding } {
  let previous: QueryInput | null = null;
  let understanding: Understanding | null = null;
  const context = contextOf(subject, language);
  for (const part of question.split(' | ')) {
    const matched = matchQuestion(part, context);
    const patched: Understanding | null = previous && followUp(matched, previous, context);
    understanding = patched ?? understand(matched, context);
    previous = understanding.kind === 'answer' ? understanding.reading.query : previous;
  }
  return { text: textOf(understanding!, subject), understanding: understanding! };
}

/** Between the choices of an answer. */
const CHOICE = ' || ';

function textOf(understanding: Understanding, { main }: Subject): string {
  if (understanding.kind === 'refuse') return 'refuse';
  if (understanding.kind === 'answer') return writeQuery(understanding.reading.query, main);
  return `ask ${understanding.readings.map(({ query }) => writeQuery(query, main)).join(CHOICE)}`;
}

/** `ask|query` accepts either; `ask query` expects the query among the choices. */
export function gradeOf(text: string, expected: string): Grade {
  const isAsk = text.startsWith('ask ');
  const accepted = expected.startsWith('ask|') ? ['ask', expected.slice(4)] : [expected];
  for (const one of accepted) {
    if (one === text || withDates(one, 2025) === withDates(text, 2025) || (one === 'ask' && isAsk)) return 'right';
    if (one.startsWith('ask ') && isAsk && text.slice(4).split(CHOICE).includes(one.slice(4))) return 'right';
  }
  return isAsk || text === 'refuse' ? 'missed' : 'wrong';
}

/** Real data that may not be shipped lies beside the project, where there is any. */
const REAL_DATA = join(import.meta.dirname, '../../../../../shared/data');
const file = (name: string) => `read_parquet('${join(REAL_DATA, name)}')`;
export const HAS_REAL_DATA = existsSync(join(REAL_DATA, 'lending-club'));
const modelText = (name: string) => readFileSync(join(import.meta.dirname, '..', 'evaluation', `${name}.yaml`), 'utf8');

export function lenderSubject(): Promise<Subject> {
  return subjectOf(modelText('lender'), {
    main: 'loans',
    asOf: '2018-03-31',
    dates: { from: '2018-01-01', to: '2018-03-31' },
    valuesOf: (_, dimension) =>
      dimension === 'state' ? `SELECT DISTINCT state FROM ${file('lending-club/loans_full_schema.parquet')}` : null,
  });
}

export function bankSubject(): Promise<Subject> {
  const columns: Record<string, string> = { district: 'A2', region: 'A3' };
  return subjectOf(modelText('bank'), {
    main: '',
    asOf: '1993-12-31',
    dates: { from: '1993-01-01', to: '1998-12-31' },
    valuesOf: (_, dimension) =>
      columns[dimension] ? `SELECT DISTINCT ${columns[dimension]} FROM ${file('berka-pkdd99/district.parquet')}` : null,
  });
}
