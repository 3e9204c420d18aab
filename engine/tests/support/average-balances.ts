import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, QueryResult } from '@rise/contract';
import { compileModel } from '../../src/checks/compile-model.ts';
import { parseModel } from '../../src/documents/read-model.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { cycleStatements, openPlain } from './call-report-cycles.ts';
import { numbers } from './engine-pair.ts';
import { generateWarehouse } from './generated-warehouse.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';
import { SAMPLE_DIR } from './sample-warehouse.ts';

export const SAMPLE = readFileSync(join(SAMPLE_DIR, 'model.yaml'), 'utf8');
const RIGHTS = `
    rules:
      - { name: states, title: { en: Own states }, appliesTo: { groups: [examiners] }, where: 'foicu.STATE IN (:user_state)' }
    masks:
      - { name: assets, title: { en: Assets }, appliesTo: { groups: [guests] }, columns: [{ table: fs220, column: ACCT_010 }] }
      - { name: names, title: { en: Charters }, appliesTo: { groups: [visitors] }, columns: [{ table: foicu, column: CU_NUMBER }] }
  - name: loan_book
    title: { en: Loan book }
    description: { en: D }
    owner: Lending
    table: fs220
    asOf: { table: fs220, column: CYCLE_DATE }
    dimensions:
      - { name: charter, type: string, title: { en: Charter }, column: { table: fs220, column: CU_NUMBER } }
      - { name: as_of, type: date, title: { en: Day }, column: { table: fs220, column: CYCLE_DATE } }
    measures:
      - { name: loans, kind: sum, expression: ACCT_025B, over: { time: as_of, take: last }, title: { en: L }, definition: { en: D }, format: { unit: currency } }
      - { name: loans_of_large, kind: sum, expression: ACCT_025B, where: ACCT_010 >= 50000000, over: { time: as_of, take: last }, title: { en: L }, definition: { en: D }, format: { unit: currency } }
      - { name: average_book, kind: average_balance, measure: loans, with: prior_year_end, per: charter, title: { en: A }, definition: { en: D }, format: { unit: currency } }
      - { name: average_of_large, kind: average_balance, measure: loans_of_large, with: prior_year_end, per: [charter], title: { en: A }, definition: { en: D }, format: { unit: currency } }
combined:
  - name: both
    title: { en: Both }
    description: { en: D }
    owner: Finance
    facts: [call_report, loan_book]
    shared: [charter, as_of]
    measures:
      - { name: income_to_book, kind: ratio, numerator: [{ measure: net_income }], denominator: [{ measure: average_book }], annualise: true, title: { en: R }, definition: { en: D }, format: { unit: percent, decimals: 2 } }
`;
// Charter numbers are numbers in the tables, and shared dimensions have one type.
export const TEXT = `${SAMPLE.trimEnd()}\n${RIGHTS.trimStart().replace(/^/, '    ')}`;
export const model = compileModel(parseModel(TEXT, 'model.yaml'));

export const MARCH = { field: 'as_of', op: 'in', values: ['2025-03-31'] };
export const IN_MARCH = `"CYCLE_DATE" = DATE '2025-03-31'`;
export const IN_DECEMBER = `"CYCLE_DATE" = DATE '2025-12-31'`;
export const PRIOR = '2024-12-31';
export const quarter = { field: 'as_of', grain: 'quarter' };

/** The average by hand: of the balance and that of the prior year-end, where there is one. */
export const average = (code: string) => `sum(("ACCT_${code}" + coalesce(before_${code}, "ACCT_${code}"))::DOUBLE / 2)`;
const yearly = (income: string) => `(${income})::DOUBLE * 12 / any_value(month("CYCLE_DATE"))`;
export const SQL: Record<string, string> = {
  average_assets: average('010'),
  average_borrowings: average('860C'),
  return_on_assets: `${yearly('sum("Acct_661A")')} / nullif(${average('010')}, 0)`,
  return_on_net_worth: `${yearly('sum("Acct_661A")')} / nullif(${average('997')}, 0)`,
  net_charge_off_ratio: `${yearly('sum("ACCT_550") - sum("ACCT_551")')} / nullif(${average('025B')}, 0)`,
  operating_expense_ratio: `${yearly('sum("ACCT_671")')} / nullif(${average('010')}, 0)`,
  cost_of_funds: `${yearly('sum("ACCT_350")')} / nullif(${average('018')} + ${average('860C')}, 0)`,
  net_loan_yield: `${yearly('sum("ACCT_110") - sum("ACCT_119")')} / nullif(${average('025B')}, 0)`,
};
export const NAMES = Object.keys(SQL);
export const columns = NAMES.map((name) => SQL[name]).join(', ');

export const reader = (groups: string[], attributes: Record<string, string[]> = {}): Partial<Scope> => ({
  reader: { roles: ['tenant.user'], groups, attributes },
});

export interface AverageBalances {
  warehouse: GeneratedWarehouse;
  /** The result of a query of call reports, or of the dataset that it names. */
  runQuery(query: object, scope?: Partial<Scope>): Promise<QueryResult>;
  rowsOf(query: object, scope?: Partial<Scope>): Promise<Cell[][]>;
  /** Plain SQL over `cu`, all reports with the balances of the prior year-end as `before_…`. */
  sql(select: string): Promise<Cell[][]>;
  /** The same as it is read. */
  plain: Awaited<ReturnType<typeof openPlain>>['rows'];
  close(): Promise<void>;
}

/** Call reports of several cycles on every engine. */
export async function openAverageBalances(): Promise<AverageBalances> {
  const statements = await cycleStatements();
  const [warehouse, plain] = await Promise.all([generateWarehouse(statements, '2025-12-31'), openPlain(statements)]);
  const runQuery: AverageBalances['runQuery'] = (query, scope = reader([])) =>
    warehouse.runQuery(
      model,
      { dataset: 'call_report', ...('kind' in query ? {} : { limit: 10_000 }), ...query },
      scope,
    );
  return {
    warehouse,
    runQuery,
    rowsOf: async (query, scope) => numbers((await runQuery(query, scope)).rows),
    sql: async (select) => numbers(await plain.rows(select)),
    plain: (select) => plain.rows(select),
    async close() {
      plain.close();
      await warehouse.close();
    },
  };
}
