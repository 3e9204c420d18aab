import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { semanticQuery, type GeneratedDatasets, type ModelQuestion } from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { isThere, SHARED_DATA } from '../../tests/data/shared-data.ts';
import { compileModel, Engine, readModel, toQueryResult } from '../index.ts';
import type { LoadTable } from '../index.ts';

/** Loans with each doubt, positions on every day, and entries whose balance and direction are columns of their own. */
const TABLES: Record<string, string> = {
  loan: `SELECT i AS loan_id, DATE '2025-01-01' + CAST(i % 90 AS INTEGER) AS opened, 'B' || i % 4 AS grade, 'B' || i % 4 || i % 8 AS sub_grade,
    5 + (i % 20) * 0.5 AS interest_rate, CASE WHEN i % 25 = 0 THEN 0 ELSE 1980 + i % 40 END AS year_opened, 20250101 + i % 28 AS value_day,
    printf('%02d%02d%02d', 60 + i % 40, i % 12 + 1 + CASE WHEN i % 2 = 0 THEN 50 ELSE 0 END, i % 28 + 1) AS birth_number,
    i * 0.37 AS weight, CASE i % 3 WHEN 0 THEN 'AN' WHEN 1 THEN 'AU' ELSE ' ' END AS kind, CAST(i * 10 AS DECIMAL(12, 2)) AS amount FROM range(1, 401) t (i)`,
  position: `SELECT DATE '2025-01-31' + CAST(i // 100 AS INTEGER) AS day, i % 100 + 1 AS account_id, CAST(i AS DECIMAL(12, 2)) AS balance FROM range(0, 400) t (i)`,
  entry: `SELECT *, SUM(CASE side WHEN 'D' THEN -amount ELSE amount END) OVER (PARTITION BY account_id ORDER BY entry_id) AS balance FROM (
    SELECT i AS entry_id, i % 20 + 1 AS account_id, DATE '2025-01-01' + CAST(i // 10 AS INTEGER) AS booked, CASE WHEN i // 20 % 3 = 2 THEN 'D' ELSE 'C' END AS side,
    CAST(i % 37 * 10 + 1 AS DECIMAL(12, 2)) AS amount FROM range(1, 401) t (i))`,
  nothing: `SELECT 1 AS id FROM range(0)`,
};

let folder: string;
let engine: Engine;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rise-datasets-'));
  engine = new Engine();
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function load(name: string, tables: LoadTable[], sourceDir = '.') {
  const target = join(folder, `${name}.duckdb`);
  const { file, profiles } = await engine.versions.load({ sourceDir, tenant: 'oak', sortKey: 'none', target, tables });
  return { file, number: 1, asOf: null, profiles: await profiles };
}

type Version = Awaited<ReturnType<typeof load>>;

/** The text with one answer to each question, by its id; the recommended one where it names none. */
function withAnswers({ document, questions }: GeneratedDatasets, chosen: Record<string, string> = {}): string {
  const model = parse(document) as Record<string, { name: string }[]>;
  for (const { id, dataset, answers, recommended } of questions) {
    const { members } = answers.find((one) => one.id === (chosen[id] ?? recommended))!;
    const own = model.datasets!.find(({ name }) => name === dataset) as unknown as Record<string, unknown[]>;
    for (const { list, member } of members)
      ((list === 'mappings' ? (model as Record<string, unknown[]>) : own)[list] ??= []).push(member);
  }
  return stringify(model);
}

async function figures(version: Version, text: string, dataset: string, measures: string[], dimensions: string[] = []) {
  const catalog = await engine.catalogs.read(version);
  const model = compileModel(readModel({ text, file: 'draft', catalog }));
  const order = dimensions.map((field) => ({ field }));
  const query = semanticQuery.parse({ dataset, measures, dimensions, order });
  const answer = await engine.queries.run({ model, version, scope: { tenant: 'oak' }, query });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] }).rows;
}

describe('datasets for tables', () => {
  let version: Version;
  let generated: GeneratedDatasets;
  const question = (column: string): ModelQuestion => {
    const [table, name] = column.split('.');
    return generated.questions.find((one) => one.table === table && one.column === name)!;
  };
  beforeAll(async () => {
    version = await load(
      'small',
      Object.entries(TABLES).map(([table, select]) => ({ table, select, rows: 1 })),
    );
    generated = await engine.catalogs.generateDatasets(version, 'oak', [
      'loan',
      'position',
      'entry',
      'nothing',
      'other',
    ]);
  });

  it('are valid without any answer and with every answer, and name what they cannot be written for', async () => {
    expect(generated.datasets).toEqual(['loan', 'position', 'entry']);
    expect(generated.skipped).toEqual([
      { table: 'nothing', reason: 'empty' },
      { table: 'other', reason: 'missing' },
    ]);
    const catalog = await engine.catalogs.read(version);
    readModel({ text: generated.document, file: 'draft', catalog });
    const most = Math.max(...generated.questions.map(({ answers }) => answers.length));
    for (let place = 0; place < most; place += 1) {
      const chosen = generated.questions.map(({ id, answers }) => [id, answers[place % answers.length]!.id]);
      readModel({ text: withAnswers(generated, Object.fromEntries(chosen)), file: 'draft', catalog });
    }
  });

  it('are the same from what the load found out about its columns', async () => {
    const known = new Map(
      Object.entries(version.profiles).map(([table, columns]) => [
        table,
        {
          rows: columns[0]!.rows,
          columns: new Map(
            columns.map(({ column, rows, nulls, distinct, min, max }) => [
              column,
              { filled: rows - nulls, distinct: distinct.values, least: min, greatest: max },
            ]),
          ),
        },
      ]),
    );
    const another = new Engine();
    const names = ['loan', 'position', 'entry', 'nothing', 'other'];
    expect(await another.catalogs.generateDatasets(version, 'oak', names, known)).toEqual(generated);
    await another.close();
  });

  it('ask what each column is, with what its rows show', () => {
    expect(question('entry.balance')).toMatchObject({
      kind: 'running_balance',
      evidence: { amount: 'amount', holder: 'account_id', share: 1 },
      recommended: 'last_known',
    });
    expect(question('entry.amount')).toMatchObject({
      kind: 'direction',
      evidence: { by: 'side', incoming: ['C'], outgoing: ['D'], confirmed: 1 },
      recommended: 'signed',
    });
    expect(question('position.balance')).toMatchObject({
      kind: 'snapshot',
      evidence: { coverage: 1 },
      recommended: 'last_day',
    });
    expect(question('loan.interest_rate')).toMatchObject({
      kind: 'rate',
      evidence: { least: 5, greatest: 14.5 },
      recommended: 'percent',
    });
    expect(question('loan.year_opened')).toMatchObject({
      kind: 'sentinel',
      evidence: { value: '0', count: 16, least: '1980', greatest: '2019' },
    });
    expect(question('loan.value_day')).toMatchObject({
      kind: 'date_number',
      evidence: { format: 'yyyymmdd', share: 1 },
    });
    expect(question('loan.birth_number')).toMatchObject({ kind: 'date_number', evidence: { format: 'birth_number' } });
    expect(question('loan.weight')).toMatchObject({ kind: 'number', recommended: 'leave_out' });
    expect(question('loan.kind')).toMatchObject({
      kind: 'codes',
      evidence: { values: ['AU (134)', 'AN (133)'], blank: 133, missing: 0 },
      recommended: 'mapping',
    });
    expect(generated.questions.find(({ kind }) => kind === 'hierarchy')).toMatchObject({
      column: 'sub_grade',
      evidence: { broad: 'grade', members: 8, groups: 4 },
    });
  });

  it('have the figures of plain SQL once the questions are answered', async () => {
    const text = withAnswers(generated);
    const entries = Array.from({ length: 400 }, (_, place) => {
      const i = place + 1;
      return { amount: (i % 37) * 10 + 1, isOut: Math.floor(i / 20) % 3 === 2 };
    });
    const sum = (list: typeof entries) => list.reduce((total, { amount }) => total + amount, 0);
    const [incoming, outgoing] = [
      sum(entries.filter(({ isOut }) => !isOut)),
      sum(entries.filter(({ isOut }) => isOut)),
    ];
    const [entry] = await figures(version, text, 'entry', ['amount_net', 'amount_in', 'amount_out', 'balance']);
    expect(entry!.map(Number)).toEqual([incoming - outgoing, incoming, outgoing, incoming - outgoing]);
    expect(Number((await figures(version, text, 'position', ['balance']))[0]![0])).toBe(34_950);
    // The mean of 5, 5.5, … 14.5 percent.
    expect(Number((await figures(version, text, 'loan', ['interest_rate']))[0]![0])).toBeCloseTo(0.0975, 9);
    const days = await figures(version, text, 'loan', ['loan_count'], ['value_day']);
    expect(days[0]).toEqual(['2025-01-01', 14]);
    const sexes = await figures(version, text, 'loan', ['loan_count'], ['birth_number_sex']);
    expect(sexes).toEqual([
      ['F', 200],
      ['M', 200],
    ]);
    const years = await figures(version, text, 'loan', ['loan_count'], ['year_opened']);
    expect(years.some(([year]) => year === 0)).toBe(false);
  });
});

const FOLDER = 'berka-pkdd99';
const BERKA = join(SHARED_DATA, FOLDER);

describe.each(isThere(FOLDER) ? [FOLDER] : [])('the bank in %s', () => {
  const NAMES = ['account', 'trans_1993', 'loan', 'district', 'disp', 'client', 'card', 'order'];
  let version: Version;
  let generated: GeneratedDatasets;
  beforeAll(async () => {
    version = await load(
      'berka',
      NAMES.map((table) => ({ table, file: `${table}.parquet` })),
      BERKA,
    );
    generated = await engine.catalogs.generateDatasets(version, 'oak', NAMES);
  });
  const find = (table: string, column: string) =>
    generated.questions.find((one) => one.table === table && one.column === column)!;

  it('has its running balance asked about, not summed, and its codes and birth numbers recognized', async () => {
    const balance = find('trans_1993', 'balance');
    expect(balance).toMatchObject({ kind: 'running_balance', evidence: { amount: 'amount', holder: 'account_id' } });
    expect(Number(balance.evidence['share'])).toBeGreaterThan(0.6);
    expect(find('trans_1993', 'amount')).toMatchObject({
      kind: 'direction',
      evidence: { by: 'type', incoming: ['PRIJEM'], outgoing: ['VYBER', 'VYDAJ'] },
    });
    // A code of one blank is not a missing code.
    expect(find('trans_1993', 'k_symbol')).toMatchObject({
      kind: 'codes',
      evidence: { blank: 862, missing: 14_914 },
      recommended: 'mapping',
    });
    expect(find('client', 'birth_number')).toMatchObject({ kind: 'date_number', evidence: { format: 'birth_number' } });
    expect(parse(generated.document).datasets[1].measures.map(({ name }: { name: string }) => name)).toEqual([
      'trans_1993_count',
    ]);
  });

  it('has the figures of plain SQL once the questions are answered', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const plain = async (select: string) => {
      const rows = `read_parquet('${join(BERKA, 'trans_1993.parquet')}')`;
      return (await connection.runAndReadAll(select.replace('$rows', rows))).getRowsJson()[0]!.map(Number);
    };
    const text = withAnswers(generated);
    const total = async (measures: string[]) => (await figures(version, text, 'trans_1993', measures))[0]!.map(Number);
    expect(await total(['balance'])).toEqual(
      await plain(
        'SELECT SUM(balance) FROM (SELECT arg_max(balance, (date, trans_id)) AS balance FROM $rows GROUP BY account_id)',
      ),
    );
    expect(await total(['amount_net', 'amount_out'])).toEqual(
      await plain(
        "SELECT SUM(CASE type WHEN 'PRIJEM' THEN amount ELSE -amount END), SUM(amount) FILTER (type <> 'PRIJEM') FROM $rows",
      ),
    );
    connection.closeSync();
    instance.closeSync();
  });
});
