import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../../tests/support/loan-book.ts';
import { generateWarehouse } from '../../tests/support/generated-warehouse.ts';
import type { GeneratedWarehouse } from '../../tests/support/generated-warehouse.ts';
import { compileModel } from '../checks/compile-model.ts';
import { parseModel } from '../documents/read-model.ts';

let warehouse: GeneratedWarehouse;
beforeAll(async () => {
  warehouse = await generateWarehouse([
    ...BOOK_TABLES,
    "INSERT INTO loan VALUES ('birch', 9, '2025-01-10', 1, 1, 7777, 7777)",
    "INSERT INTO branch VALUES ('birch', 1, 'SECRET', 7)",
  ]);
});
afterAll(() => warehouse.close());

/** The dataset 'book' with rules that apply to everyone. */
function bookWith({ loans, shares }: { loans?: string; shares?: string }) {
  const rules = (where: string | undefined) =>
    where === undefined ? '' : `\n    rules: [{ name: some, title: { en: R }, where: "${where}" }]`;
  const text = BOOK_MODEL.replace('column: day }\n', `column: day }${rules(loans)}\n`).replace(
    'column: held }\n',
    `column: held }${rules(shares)}\n`,
  );
  return compileModel(parseModel(text, 'book.yaml'));
}
/** Results that the engines with a validator have in common. */
async function runSql(rules: Parameters<typeof bookWith>[0], sql: string) {
  const scope = { tenant: 'alder' };
  const answers = [];
  for (const version of [warehouse.versions.duckdb, warehouse.versions.postgres]) {
    const answer = await warehouse.engine.adHocSql.run({ model: bookWith(rules), version, scope, sql, limit: 100 });
    answers.push((JSON.parse(`{${answer.body}}`) as { rows: unknown[][] }).rows);
  }
  for (const other of answers) expect(other).toEqual(answers[0]);
  return answers[0]!;
}
const COUNTS = 'SELECT (SELECT count(*) FROM loan), (SELECT sum(amount) FROM loan), (SELECT count(*) FROM share), (SELECT string_agg(name, \',\' ORDER BY name) FROM branch), (SELECT string_agg(name, \',\') FROM region)'; // prettier-ignore

describe('tables that several datasets read', () => {
  it('show the tenant’s rows if there are no rules', async () => {
    expect(await runSql({}, COUNTS)).toEqual([[8, '502', expect.any(Number), 'Elm,Oak', 'West']]);
  });

  it('apply each dataset’s rules: to its facts, and to tables joined to them through a chain of joins', async () => {
    const [all] = await runSql({}, COUNTS);
    const shares = all![2];
    expect(await runSql({ loans: "grade < 3 AND branch.name = 'Oak'" }, COUNTS)).toEqual([[3, '270', shares, 'Oak', 'West']]); // prettier-ignore
    expect(await runSql({ loans: "branch.name = 'Elm'" }, COUNTS)).toEqual([[2, '130', shares, 'Elm', null]]);
    expect(await runSql({ loans: "region.name = 'West'" }, COUNTS)).toEqual([[5, '365', shares, 'Oak', 'West']]);
  });

  it('show what belongs to the tenant’s own facts, not to another tenant’s with the same keys', async () => {
    expect(await runSql({ loans: 'amount = 7777' }, COUNTS)).toEqual([[0, null, expect.any(Number), null, null]]);
  });

  it('apply rules by the time of day in the tenant’s time zone', async () => {
    const model = compileModel(
      parseModel(
        BOOK_MODEL.replace(
          'asOf: { table: reading, column: taken }\n',
          `asOf: { table: reading, column: taken }
    rules: [{ name: office, title: { en: O }, where: "HOUR(taken) >= 17 AND DAY(taken) = 31" }]\n`,
        ),
        'book.yaml',
      ),
    );
    const calendar = { timeZone: 'America/Chicago', weekStart: 1, fiscalYearStart: 1 };
    for (const version of [warehouse.versions.duckdb, warehouse.versions.postgres]) {
      const request = { model, version, sql: 'SELECT amount FROM reading ORDER BY 1', limit: 100 };
      const rowsIn = async (scope: object) => {
        const { body } = await warehouse.engine.adHocSql.run({ ...request, scope: { tenant: 'alder', ...scope } });
        return (JSON.parse(`{${body}}`) as { rows: unknown[][] }).rows.flat().map(Number);
      };
      expect(await rowsIn({})).toEqual([1]);
      expect(await rowsIn({ calendar })).toEqual([1, 2]);
    }
  });

  it('show no more than the strictest dataset', async () => {
    const [row] = await runSql({ loans: 'branch = 1', shares: 'home = 2' }, COUNTS);
    expect(row!.slice(3)).toEqual([null, 'West']);
  });

  it('are those of the source of a derived dataset, under its rules and masks alone', async () => {
    const derived = (masks = '') =>
      `
  - name: by_branch
    title: { en: D }
    description: { en: D }
    owner: O
    query: { dataset: loans, dimensions: [branch], measures: [balance] }
    joins: [{ table: branch, on: [{ column: branch, key: name }] }]
    dimensions: []
    measures: [{ name: n, kind: sum, expression: balance, title: { en: N }, definition: { en: N }, format: { unit: number } }]
    rules: [{ name: none, title: { en: R }, where: balance < 0 }]${masks}
`;
    const model = (masks?: string) =>
      compileModel(parseModel(BOOK_MODEL.replace('\ncombined:', `${derived(masks)}\ncombined:`), 'book.yaml'));
    const run = async (sql: string, masks?: string) => {
      const request = {
        model: model(masks),
        version: warehouse.versions.duckdb,
        scope: { tenant: 'alder' },
        sql,
        limit: 9,
      };
      const { body, restricted } = await warehouse.engine.adHocSql.run(request);
      return { rows: (JSON.parse(`{${body}}`) as { rows: unknown[][] }).rows, restricted };
    };
    expect(await run('SELECT count(*) FROM loan')).toEqual({ rows: [[8]], restricted: [] });
    await expect(run('SELECT * FROM by_branch')).rejects.toThrow(/by_branch/);
    const masked = '\n    masks: [{ name: m, title: { en: M }, columns: [{ table: branch, column: name }] }]';
    expect((await run('SELECT count(name) FROM branch', masked)).rows).toEqual([[0]]);
  });

  it('return the same results to concurrent statements', async () => {
    const sums = [1, 2, 3, 4].map((branch) => runSql({ loans: `branch = ${branch}` }, 'SELECT sum(amount) FROM loan'));
    expect(await Promise.all(sums)).toEqual([[['365']], [['130']], [['7']], [[null]]]);
  });

  it('are not available in a warehouse whose engine has no validator', async () => {
    const common = { host: 'nowhere.example', port: 443, user: 'u', tls: { ca: null }, connections: 1, deadlineMs: 1000, tenantColumn: 'tenant_id', schema: 's', password: 'p', token: null }; // prettier-ignore
    const scope = { tenant: 'alder' };
    for (const server of [
      { ...common, engine: 'trino' as const, catalog: 'c' },
      { ...common, engine: 'snowflake' as const, account: 'a', warehouse: 'w', database: 'd', role: null, privateKey: null, passphrase: null }, // prettier-ignore
    ])
      await expect(
        warehouse.engine.adHocSql.run({
          model: bookWith({}),
          version: { number: 1, moment: 0, asOf: null, server },
          scope,
          sql: 'SELECT 1',
          limit: 1,
        }),
      ).rejects.toThrow('This warehouse takes no SQL by hand. Ask by datasets.');
  });
});
