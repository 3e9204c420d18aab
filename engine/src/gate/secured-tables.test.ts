import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_MODEL, BOOK_TABLES } from '../../support/book.ts';
import { makeWarehouse } from '../../support/made-warehouse.ts';
import type { MadeWarehouse } from '../../support/made-warehouse.ts';
import { compileModel } from '../model/compile-model.ts';
import { parseModel } from '../model/parse-model.ts';

let made: MadeWarehouse;
beforeAll(async () => {
  made = await makeWarehouse([
    ...BOOK_TABLES,
    "INSERT INTO loan VALUES ('birch', 9, '2025-01-10', 1, 1, 7777, 7777)",
    "INSERT INTO branch VALUES ('birch', 1, 'SECRET', 7)",
  ]);
});
afterAll(() => made.close());

/** The book with rules over its facts; nobody is excepted. */
function bookWith({ loans, shares }: { loans?: string; shares?: string }) {
  const rules = (where: string | undefined) =>
    where === undefined ? '' : `\n    rules: [{ name: some, title: { en: R }, where: "${where}" }]`;
  const text = BOOK_MODEL.replace('column: day }\n', `column: day }${rules(loans)}\n`).replace(
    'column: held }\n',
    `column: held }${rules(shares)}\n`,
  );
  return compileModel(parseModel(text, 'book.yaml'));
}
/** What every engine with a gate answers alike. */
async function ask(rules: Parameters<typeof bookWith>[0], sql: string) {
  const scope = { tenant: 'alder', policyHash: 'by plan', predicates: [] };
  const answers = [];
  for (const version of [made.versions.duckdb, made.versions.postgres]) {
    const answer = await made.engine.answerSql({ model: bookWith(rules), version, scope, sql, limit: 100 });
    answers.push((JSON.parse(`{${answer.body}}`) as { rows: unknown[][] }).rows);
  }
  for (const other of answers) expect(other).toEqual(answers[0]);
  return answers[0]!;
}
const COUNTS = 'SELECT (SELECT count(*) FROM loan), (SELECT sum(amount) FROM loan), (SELECT count(*) FROM share), (SELECT string_agg(name, \',\' ORDER BY name) FROM branch), (SELECT string_agg(name, \',\') FROM region)'; // prettier-ignore

describe('tables that several datasets read', () => {
  it('show the tenant’s rows where nothing is ruled', async () => {
    expect(await ask({}, COUNTS)).toEqual([[8, '502', expect.any(Number), 'Elm,Oak', 'West']]);
  });

  it('carry the rules of each: facts that pass, and what belongs to them along a chain of joins', async () => {
    const [all] = await ask({}, COUNTS);
    const shares = all![2];
    expect(await ask({ loans: "grade < 3 AND branch.name = 'Oak'" }, COUNTS)).toEqual([[3, '270', shares, 'Oak', 'West']]); // prettier-ignore
    expect(await ask({ loans: "branch.name = 'Elm'" }, COUNTS)).toEqual([[2, '130', shares, 'Elm', null]]);
    expect(await ask({ loans: "region.name = 'West'" }, COUNTS)).toEqual([[5, '365', shares, 'Oak', 'West']]);
  });

  it('show no more than the strictest of them', async () => {
    const [row] = await ask({ loans: 'branch = 1', shares: 'home = 2' }, COUNTS);
    expect(row!.slice(3)).toEqual([null, 'West']);
  });

  it('answer the same for many at once', async () => {
    const sums = [1, 2, 3, 4].map((branch) => ask({ loans: `branch = ${branch}` }, 'SELECT sum(amount) FROM loan'));
    expect(await Promise.all(sums)).toEqual([[['365']], [['130']], [['7']], [[null]]]);
  });

  it('are not there in a warehouse whose engine has no gate', async () => {
    const common = { host: 'nowhere.example', port: 443, user: 'u', tls: { ca: null }, connections: 1, deadlineMs: 1000, tenantColumn: 'tenant_id', schema: 's', password: 'p', token: null }; // prettier-ignore
    const scope = { tenant: 'alder', policyHash: 'by plan', predicates: [] };
    for (const server of [
      { ...common, engine: 'trino' as const, catalog: 'c' },
      { ...common, engine: 'snowflake' as const, account: 'a', warehouse: 'w', database: 'd', role: null, privateKey: null, passphrase: null }, // prettier-ignore
    ])
      await expect(
        made.engine.answerSql({
          model: bookWith({}),
          version: { number: 1, moment: 0, asOf: null, server },
          scope,
          sql: 'SELECT 1',
          limit: 1,
        }),
      ).rejects.toThrow('This warehouse takes no SQL by hand. Ask by datasets.');
  });
});
