import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import {
  questionAnswer,
  type QueryResult,
  type QuestionAnswer,
  type QuestionReading,
  type SemanticQuery,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let analyst: string;
let admin: string;
let sql: DuckDBConnection;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const person = { tenants: [alder], enter: alder };
  analyst = (
    await portal.signIn({
      email: 'analyst@questions.example',
      roles: ['tenant.user'],
      attributes: { home: ['VT'] },
      ...person,
    })
  ).cookie;
  admin = (await portal.signIn({ email: 'admin@questions.example', roles: ['tenant.admin'], ...person })).cookie;
  sql = await (await DuckDBInstance.create()).connect();
});
afterAll(async () => {
  sql.closeSync();
  await portal.close();
});

async function ask(
  question: string,
  { cookie = admin, ...rest }: { cookie?: string; language?: string; previous?: unknown; query?: unknown } = {},
): Promise<QuestionAnswer> {
  const response = await portal.fetch('POST /api/v1/questions', {
    cookie,
    body: { question, language: 'en', ...rest },
  });
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return questionAnswer.parse(body);
}

async function read(question: string, options: Parameters<typeof ask>[1] = {}): Promise<QuestionReading> {
  const answer = await ask(question, options);
  if (answer.kind !== 'reading') throw new Error(`${question}: ${JSON.stringify(answer)}`);
  return answer.reading;
}

async function run(query: SemanticQuery, cookie = admin): Promise<QueryResult> {
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: query });
  const body = (await response.json()) as QueryResult;
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

const table = (name: string) => `read_parquet('${join(SAMPLES, 'ncua-2025q4', `${name}.parquet`)}')`;
/** The call report in plain SQL. */
const FROM = `FROM ${table('foicu')} f JOIN ${table('fs220')} a USING (CU_NUMBER)`;
const rowsOf = async (statement: string) => (await sql.runAndReadAll(statement)).getRows();

describe('a question', () => {
  it('is read as a query with its parts, each with its words and alternatives', async () => {
    const reading = await read('Delinqency ratio by state except Alaska, top 5');
    expect(reading.title).toBe('Delinquency ratio by State · State: not Alaska · 5 highest by Delinquency ratio');
    expect(reading.query).toMatchObject({
      dataset: 'call_report',
      measures: ['delinquency_ratio'],
      dimensions: ['state'],
      filter: { field: 'state', op: 'notIn', values: ['AK'] },
      order: [{ field: 'delinquency_ratio', direction: 'desc' }],
      limit: 5,
    });
    expect(reading.parts.map(({ key, words, meaning }) => [key, words?.text, words?.offset, meaning])).toEqual([
      ['measure:delinquency_ratio', 'Delinqency ratio', 0, 'Delinquency ratio'],
      ['group:state', 'state', 20, 'by State'],
      ['filter:state', 'Alaska', 33, 'State: not Alaska'],
      ['order', 'top 5', 41, '5 highest by Delinquency ratio'],
    ]);
    const [measure, group, filter, order] = reading.parts;
    expect(measure!.alternatives.map(({ title }) => title)).toContain('Early delinquency ratio');
    expect(measure!.without).toBeNull();
    expect(group!.alternatives.map(({ title }) => title)).toContain('by Charter type');
    expect(filter!.alternatives[0]!.title).toBe('State: Alaska');
    expect(filter!.without).not.toHaveProperty('filter');
    expect(order!.alternatives.map(({ title }) => title)).toContain('5 lowest by Delinquency ratio');
  });

  it('is read in Turkish, with dates in words', async () => {
    const reading = await read('geçen çeyrekte Teksas’ta takip oranı', { language: 'tr' });
    expect(reading.title).toBe('Gecikme oranı · Eyalet: Texas · son çeyrek (1 Eki 2025 – 31 Ara 2025)');
    expect(reading.parts.map(({ meaning }) => meaning)).toEqual([
      'son çeyrek (1 Eki 2025 – 31 Ara 2025)',
      'Eyalet: Texas',
      'Gecikme oranı',
    ]);
  });

  it('continues the query before, and an alternative is described like a question', async () => {
    const first = await read('total assets by state in the Western region');
    const next = await read('only federal ones', { previous: first.query });
    expect(next.title).toBe('Total assets by State · NCUA region: Western · Charter type: Federal credit union');
    const without = next.parts.find(({ key }) => key === 'filter:region')!.without!;
    const chosen = await read('only federal ones', { query: without });
    expect(chosen.title).toBe('Total assets by State · Charter type: Federal credit union');
    expect(chosen.parts.every(({ words }) => words === null)).toBe(true);
    expect((await read('as a chart', { previous: first.query })).view).toBe('chart');
  });

  it('with several meanings is returned as choices, at most four', async () => {
    const loans = await ask('loans');
    expect(loans).toMatchObject({ kind: 'choices' });
    const named = await ask('total assets of First Community');
    if (named.kind !== 'choices') throw new Error(JSON.stringify(named));
    expect(named.choices.map(({ title }) => title).toSorted()).toEqual(
      ['60103', '66818', '67619', '68530'].map((charter) => `Total assets · Charter number: ${charter}`),
    );
  });

  it('that ranks members by nothing asks by what, with each measure as a choice', async () => {
    const largest = await ask('largest credit union in Texas');
    if (largest.kind !== 'choices') throw new Error(JSON.stringify(largest));
    expect(largest.choices.map(({ title }) => title)).toContain(
      'Total assets by Credit union · State: Texas · highest Total assets',
    );
    expect(largest.choices).toHaveLength(4);
    const worst = await ask('worst 3 credit unions');
    if (worst.kind !== 'choices') throw new Error(JSON.stringify(worst));
    const ends = worst.choices.map(({ query }) => 'order' in query && query.order[0]);
    // The worst are those with the least capital, and with the most delinquency.
    expect(ends).toContainEqual({ field: 'net_worth_ratio', direction: 'asc' });
    expect(ends).toContainEqual({ field: 'delinquency_ratio', direction: 'desc' });
    const size = await ask('kredi birliklerinin ortalama aktif büyüklüğü', { language: 'tr' });
    if (size.kind !== 'choices') throw new Error(JSON.stringify(size));
    expect(size.choices.map(({ title }) => title)).toContain('Toplam aktif ÷ Kurum sayısı');
  });

  it('of what is “ours” is about the tenant’s own member, and shows that', async () => {
    const own = await read('What is our net worth ratio?');
    expect(own.query).toMatchObject({ filter: { field: 'charter', op: 'in', values: ['24405'] } });
    expect(own.parts.map(({ key, words }) => [key, words?.text])).toContainEqual(['filter:charter', 'our']);
    expect((await read('emsallerimize göre ROA', { language: 'tr' })).query).toMatchObject({
      kind: 'benchmark',
      member: '24405',
    });
  });

  it('with an order shows it as a part that can be changed', async () => {
    const reading = await read('credit unions in Texas with ROA above 1% sorted by assets');
    const order = reading.parts.find(({ key }) => key === 'order')!;
    expect([order.meaning, order.words?.text]).toEqual(['sorted by Total assets, highest first', 'sorted by assets']);
    expect(order.alternatives.map(({ title }) => title)).toContain('sorted by Total assets, lowest first');
    const byName = await read('alfabetik olarak eyaletlere göre üye sayısı', { language: 'tr' });
    expect(byName.parts.find(({ key }) => key === 'order')!.meaning).toBe('sıralama: Eyalet, A’dan Z’ye');
  });

  it('for the average of a ratio is refused, with the ratio of all together and that of each member', async () => {
    for (const [question, language] of [
      ['average delinquency ratio in Texas', 'en'],
      ['Teksas’ta ortalama takip oranı', 'tr'],
    ] as const) {
      const answer = await ask(question, { language });
      if (answer.kind !== 'refusal') throw new Error(`${question}: ${JSON.stringify(answer)}`);
      expect(answer.reason).toBe('not_additive');
      const filter = { field: 'state', op: 'in', values: ['TX'] };
      const [together, each] = answer.nearest;
      expect(together!.query).toMatchObject({ kind: 'aggregate', measures: ['delinquency_ratio'], filter });
      expect(each!.query).toMatchObject({ kind: 'distribution', measure: 'delinquency_ratio', filter });
      // Both can be run, and the first is the ratio of the sums.
      const [[texas]] = (await rowsOf(`SELECT sum(a.ACCT_041B) / sum(a.ACCT_025B) ${FROM} WHERE f.STATE = 'TX'`)) as [[number]]; // prettier-ignore
      const { rows } = await run(together!.query);
      expect(Number(rows[0]![0])).toBeCloseTo(Number(texas), 6);
      expect((await run(each!.query)).rows.length).toBeGreaterThan(0);
    }
  });

  it('that no measure answers is refused, with the words and what is nearest', async () => {
    const answer = await ask('total assets by branch manager');
    expect(answer).toMatchObject({
      kind: 'refusal',
      reason: 'unknown_words',
      message: 'I can’t answer that with figures: nothing in your data is called that.',
    });
    if (answer.kind !== 'refusal') throw new Error('not refused');
    expect(answer.unknown.map(({ text }) => text)).toEqual(['branch', 'manager']);
    expect(answer.nearest[0]!.title).toBe('Total assets');
    // Names from the data that nobody wrote as such are nowhere near, nor is what only shares the entity's name.
    for (const [question, language] of [
      ['total assets next year', 'en'],
      ['zarar eden kredi birlikleri', 'tr'],
      ['loan growth last year', 'en'],
    ] as const)
      expect(JSON.stringify(await ask(question, { language })), question).not.toMatch(/NEXT STEP|EDEN|under 1 year/);
    const loans = await ask('krediler', { language: 'tr' });
    if (loans.kind !== 'choices') throw new Error(JSON.stringify(loans));
    expect(loans.choices.map(({ title }) => title)).not.toContain('Kurum sayısı');
    expect(await ask('growth of total assets')).toMatchObject({
      reason: 'one_date',
      message: 'The data has only one date, so there is no change to show. The data is as of Dec 31, 2025.',
    });
    expect(await ask('2019’da toplam aktif', { language: 'tr' })).toMatchObject({
      reason: 'no_dates',
      message: 'Bu tarihlere ait veri yok. Veri tarihi: 31 Ara 2025.',
    });
  });

  it('of a query that cannot be planned is QUERY_INVALID', async () => {
    for (const query of [
      { dataset: 'nothing', measures: [] },
      { dataset: 'call_report', measures: ['nothing'] },
    ]) {
      const response = await portal.fetch('POST /api/v1/questions', {
        cookie: admin,
        body: { question: '', language: 'en', query },
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: { code: 'QUERY_INVALID' } });
    }
  });
});

describe('the figures', () => {
  const number = (value: unknown) => Number(value);

  it.each([
    ['total assets', `SELECT sum(ACCT_010) ${FROM}`],
    ['how many members are there in Texas', `SELECT sum(ACCT_083) ${FROM} WHERE STATE = 'TX'`],
    ['delinquency ratio of federal credit unions', `SELECT sum(ACCT_041B) / sum(ACCT_025B) ${FROM} WHERE CU_TYPE = 1`],
    [
      'loan-to-share ratio in Ohio or Nevada',
      `SELECT sum(ACCT_025B) / sum(ACCT_018) ${FROM} WHERE STATE IN ('OH', 'NV')`,
    ],
    ['what share of members is in Texas?', `SELECT sum(ACCT_083) FILTER (STATE = 'TX') / sum(ACCT_083) ${FROM}`],
    ['share of credit unions in Texas', `SELECT count(*) FILTER (STATE = 'TX') / count(*) ${FROM}`],
    ['total assets per member in Ohio', `SELECT sum(ACCT_010) / sum(ACCT_083) ${FROM} WHERE STATE = 'OH'`],
    ['our total assets', `SELECT ACCT_010 ${FROM} WHERE CU_NUMBER = 24405`],
  ])('of “%s” are those of plain SQL', async (question, statement) => {
    const { query } = await read(question);
    const { rows } = await run(query);
    const [expected] = await rowsOf(statement);
    expect(rows).toHaveLength(1);
    expect(number(rows[0]!.at(-1))).toBeCloseTo(number(expected![0]), 6);
  });

  it('of members chosen by a measure are those of plain SQL, the total of all of them', async () => {
    const { query } = await read('kredisi 1 milyardan fazla olanlarda takip oranı', { language: 'tr' });
    const { totals, rows } = await run(query);
    const [expected] = await rowsOf(`SELECT count(*), sum(ACCT_041B) / sum(ACCT_025B) ${FROM} WHERE ACCT_025B > 1e9`);
    expect(rows).toHaveLength(number(expected![0]));
    expect(number(totals!.at(-1))).toBeCloseTo(number(expected![1]), 9);
  });

  it('of a ranking are those of plain SQL, in its order', async () => {
    const { query } = await read('top 5 states by members');
    const { rows } = await run(query);
    const expected = await rowsOf(`SELECT STATE, sum(ACCT_083) AS m ${FROM} GROUP BY 1 ORDER BY m DESC LIMIT 5`);
    expect(rows.map((row) => [row[0], number(row.at(-1))])).toEqual(
      expected.map(([state, value]) => [state, number(value)]),
    );
  });
});

describe('the asker’s rights', () => {
  it('decide what is matched, corrected and suggested', async () => {
    const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
    const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
    const restricted = `${text}
    rules: [{ name: vermont, ${unless}, where: "STATE IN (:user_home)" }]
    masks: [{ name: members, ${unless}, columns: [{ table: fs220, column: ACCT_083 }] }]
`;
    const before = await ask('members by state', { cookie: analyst });
    expect(before.kind).toBe('reading');
    await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), restricted, 'model.yaml');
    const own = { cookie: analyst };
    // A masked measure, by its name, misspelled, and as part of another.
    for (const question of ['members by state', 'membres by state', 'average loan balance per member']) {
      const answer = await ask(question, own);
      expect(answer.kind, question).toBe('refusal');
      expect(JSON.stringify(answer)).not.toMatch(/Members|per member/);
    }
    // A credit union of another state is not found, nor is its spelling corrected.
    for (const question of ['total assets of Alliant', 'total assets of Aliant', 'total assets of Navy Federal'])
      expect((await ask(question, own)).kind, question).toBe('refusal');
    const [name] = await rowsOf(
      `SELECT CU_NAME FROM ${table('foicu')} WHERE STATE = 'VT' ORDER BY length(CU_NAME) DESC LIMIT 1`,
    );
    expect((await read(`total assets of “${String(name![0])}”`, own)).query).toMatchObject({
      filter: { field: 'name', values: [name![0]] },
    });
    expect((await read('total assets of Alliant')).query).toMatchObject({ filter: { values: ['ALLIANT'] } });
    // “Our” is about what the asker sees: where that is not the tenant's own member, it is refused.
    expect((await read('our total assets', own)).query).toMatchObject({ filter: { values: ['24405'] } });
    const { alder } = portal.tenants;
    const elsewhere = await portal.signIn({
      email: 'elsewhere@questions.example',
      roles: ['tenant.user'],
      attributes: { home: ['TX'] },
      tenants: [alder],
      enter: alder,
    });
    const refused = await ask('our total assets', { cookie: elsewhere.cookie });
    expect(refused).toMatchObject({ kind: 'refusal', reason: 'no_home' });
    expect(JSON.stringify(refused)).not.toContain('24405');
    // An alternative that names what is hidden is not described.
    const response = await portal.fetch('POST /api/v1/questions', {
      ...own,
      body: { question: '', language: 'en', query: { dataset: 'call_report', measures: ['members'] } },
    });
    expect(response.status).toBe(400);
  });
});
