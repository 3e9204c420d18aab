import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alike, branches, dice, FIELDS, someQuery } from '../support/random-queries.ts';
import { openDatabase } from '../support/test-postgres.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { openTiny, tinyModel, tinyStatements } from '../support/tiny-warehouse.ts';
import type { Branch, TinyWarehouse } from '../support/tiny-warehouse.ts';
import { ModelError } from './errors.ts';
import { compileModel } from './model/compile-model.ts';
import { parseModel } from './model/parse-model.ts';
import { planQuery } from './plan/plan-query.ts';
import type { ReaderOf } from './plan/scope.ts';
import { semanticQuery } from '@rise/contract';
import { toQueryResult } from './answer.ts';

const RULES = `
      - { name: own_grades, title: { en: R }, exceptFor: { roles: [auditor] }, where: "CAST(grade AS string) IN (:user_grade)" }
      - { name: open_ones, title: { en: R }, appliesTo: { groups: [front] }, where: open }
      - { name: not_rich, title: { en: R }, appliesTo: { roles: [clerk], groups: [night] }, where: "balance.assets < :rich OR branch_id = :user_id" }`;
const MASKS = `
      - { name: worth, title: { en: M }, appliesTo: { roles: [clerk] }, columns: [{ table: balance, column: worth }] }
      - { name: who, title: { en: M }, exceptFor: { roles: [auditor, clerk] }, columns: [{ table: branch, column: name }] }`;
const PARAMETERS = '[{ name: rich, type: number, default: 2500, title: { en: Rich } }]';
const ROWS = branches(11);

interface Case {
  reader: ReaderOf;
  sees(row: Branch): boolean;
  /** The row as the reader finds it. */
  shown(row: Branch): Branch;
}
const reader = (roles: string[], groups: string[] = [], attributes: ReaderOf['attributes'] = {}): ReaderOf => ({ roles, groups, attributes }); // prettier-ignore
const grade = (row: Branch, ...grades: number[]) => row.grade !== null && grades.includes(row.grade!);
const nameless = (row: Branch): Branch => ({ ...row, name: null });
/** What each reader gets, told once more in other words than the model's. */
const CASES: Record<string, Case> = {
  auditor: { reader: reader(['auditor']), sees: () => true, shown: (row) => row },
  manager: {
    reader: reader(['manager'], [], { grade: ['1', '3'] }),
    sees: (row) => grade(row, 1, 3),
    shown: nameless,
  },
  'nobody in particular of one grade': {
    reader: reader(['manager'], ['front'], { grade: ['2'] }),
    sees: (row) => grade(row, 2) && row.open === true,
    shown: nameless,
  },
  clerk: {
    reader: reader(['clerk'], [], { grade: ['1', '2', "3') OR ('1'='1"], id: ['a5'] }),
    sees: (row) => grade(row, 1, 2) && ((row.assets !== null && row.assets! < 2500) || row.id === 'a5'),
    shown: (row) => ({ ...row, worth: null }),
  },
  'auditor at night': {
    reader: reader(['auditor'], ['night'], { id: ['a1', 'a2'] }),
    sees: (row) => row.assets !== null && row.assets! < 2500,
    shown: (row) => row,
  },
  'without the attribute': { reader: reader(['manager']), sees: () => false, shown: nameless },
};

const model = { ...FIELDS, rules: RULES, masks: MASKS, parameters: PARAMETERS };
let tiny: TinyWarehouse;
let database: TestDatabase;
beforeAll(async () => {
  tiny = await openTiny(ROWS, {}, model);
  database = await openDatabase();
  for (const statement of tinyStatements(ROWS)) await database.client.query(statement);
});
afterAll(async () => {
  await tiny.close();
  await database.close();
});
const scopeOf = (of: ReaderOf) => ({ tenant: 'alder', policyHash: 'by plan', predicates: [], reader: of });
async function askServer(query: object, of: ReaderOf) {
  const server = { engine: 'postgres' as const, url: database.url, schema: 'public', connections: 2 };
  const answer = await tiny.engine.answer({
    model: tiny.model,
    version: { number: 1, asOf: null, server },
    scope: scopeOf(of),
    query: semanticQuery.parse({ dataset: 'book', ...query }),
  });
  return toQueryResult(answer, { dataVersion: 1, asOf: null, unmapped: [] });
}

describe('rules and masks of a model', () => {
  it.each(Object.entries(CASES))(
    '%s gets exactly what a warehouse with only their rows and columns would tell',
    async (_name, one) => {
      const theirs = await openTiny(
        ROWS.filter((row) => row.tenant === 'alder' && one.sees(row)).map(one.shown),
        {},
        FIELDS,
      );
      const random = dice(41);
      for (let turn = 0; turn < 60; turn += 1) {
        const query = someQuery(random);
        const [restricted, expected, served] = await Promise.all([
          tiny.ask(query, scopeOf(one.reader)),
          theirs.ask(query),
          askServer(query, one.reader),
        ]);
        const place = JSON.stringify({ turn, query });
        for (const answer of [restricted, served]) {
          expect(alike(answer.rows), place).toEqual(alike(expected.rows));
          expect(alike(answer.totals ? [answer.totals] : []), place).toEqual(
            alike(expected.totals ? [expected.totals] : []),
          );
        }
      }
      await theirs.close();
    },
  );

  it('apply in full to whom nobody knows', async () => {
    const { rows } = await tiny.ask({ measures: ['branches'] });
    expect(rows).toEqual([[0]]);
  });

  it('keep apart what is kept for readers with different rights', async () => {
    const counts = [];
    for (const { reader: of } of Object.values(CASES)) counts.push((await tiny.ask({ measures: ['branches'] }, scopeOf(of))).rows[0]![0]); // prettier-ignore
    const expected = Object.values(CASES).map(
      ({ sees }) => ROWS.filter((row) => row.tenant === 'alder' && sees(row)).length,
    );
    expect(counts).toEqual(expected);
    expect(new Set(expected).size).toBe(expected.length);
  });

  it('are noticed when they are missing', async () => {
    const plan = planQuery(
      tiny.model,
      scopeOf(CASES['clerk']!.reader),
      semanticQuery.parse({ dataset: 'book', measures: ['worth'] }),
    );
    expect(JSON.stringify(plan.source.rules)).toContain('branch_id');
    const open = await openTiny(ROWS, {}, { ...model, rules: '[]', masks: '[]' });
    const query = { measures: ['branches', 'worth'] };
    expect((await open.ask(query, scopeOf(CASES['clerk']!.reader))).rows).not.toEqual((await tiny.ask(query, scopeOf(CASES['clerk']!.reader))).rows); // prettier-ignore
    await open.close();
  });
});

describe('a model with a fault in its rules', () => {
  it.each([
    [
      { rules: '[{ name: r, title: { en: R }, where: "grade + 1" }]' },
      /rules\.0\.where: At character 1: A condition is needed/,
    ],
    [{ rules: '[{ name: r, title: { en: R }, where: "x.grade = 1" }]' }, /The table 'x' is not part of this dataset/],
    [{ rules: '[{ name: r, title: { en: R }, where: ":nobody = 1" }]' }, /There is no parameter 'nobody'/],
    [
      { rules: '[{ name: r, title: { en: R }, where: open }, { name: r, title: { en: R }, where: open }]' },
      /There are two rules 'r'/,
    ],
    [
      { masks: '[{ name: m, title: { en: M }, columns: [{ table: x, column: y }] }]' },
      /masks\.0\.columns\.0\.table: The table 'x'/,
    ],
    [
      { parameters: '[{ name: user_x, type: string, default: a, title: { en: P } }]' },
      /are the reader's own attributes/,
    ],
  ])('is refused: %j', (fields, message) => {
    const problems = () => compileModel(parseModel(tinyModel(fields), 'tiny.yaml'));
    expect(problems).toThrow(ModelError);
    expect(problems).toThrow(message);
  });
});
