import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import {
  reportState,
  tilesOf,
  type Cell,
  type Filter,
  type ModelCheckRecord,
  type QueryResult,
  type Report,
  type ReportEvent,
  type Tile,
  type TileOf,
} from '@rise/contract';
import { Engine, parseModel, parseReport } from '@rise/engine';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SAMPLES } from '../host/config/paths.ts';
import { toUserError } from '../host/http/error-response.ts';
import { permissionsOf, systemIn, type TenantActor } from '../kernel/actor.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { ModelCheckService } from '../models/model-check.service.ts';
import { ModelService } from '../models/models.service.ts';
import { scopeOf } from '../query/query.policy.ts';
import { QueryService } from '../query/query.service.ts';
import { ReportService } from '../reports/reports.service.ts';
import { createTestDatabase } from '../testing/database.ts';
import { ConnectionStore } from '../warehouse/connection-store.service.ts';
import { WarehouseService } from '../warehouse/warehouse.service.ts';
import { createSampleTenant } from './samples.service.ts';

const MEMBERS = 1500;
const FOLDER = join(SAMPLES, 'core-banking');
/** Of the data, and a year before. */
const LAST_MONTH = '2025-12-31';
const YEAR_BEFORE = '2024-12-31';
/** Of a run that nobody ends. */
function never(): AbortSignal {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  return signal;
}

/** Generates the tables with plain DuckDB. */
async function generate(threads: number): Promise<DuckDBConnection> {
  const manifest = parse(await readFile(join(FOLDER, 'sample.yaml'), 'utf8')) as {
    tables: { table: string; select: string }[];
  };
  const connection = await (await DuckDBInstance.create(':memory:', { threads: String(threads) })).connect();
  await connection.run(`SET VARIABLE rows = ${MEMBERS}::BIGINT`);
  for (const { table, select } of manifest.tables) await connection.run(`CREATE TABLE "${table}" AS ${select}`);
  return connection;
}

let plain: DuckDBConnection;
beforeAll(async () => {
  plain = await generate(2);
});
afterAll(() => plain?.closeSync());

async function rowsOf(sql: string): Promise<Cell[][]> {
  return (await plain.runAndReadAll(sql)).getRowsJson() as Cell[][];
}
/** The first rows that should not exist, as texts. */
async function violations(...statements: string[]): Promise<string[]> {
  const found = await Promise.all(statements.map((statement) => rowsOf(`${statement} LIMIT 3`)));
  return found.flat().map((row) => row.join(' '));
}

describe('the generated tables', () => {
  test('are the same each time, whatever the number of threads', async () => {
    const again = await generate(1);
    const tables = (await rowsOf('SELECT table_name FROM duckdb_tables() ORDER BY 1')).flat();
    expect(tables).toHaveLength(11);
    for (const table of tables) {
      const checksum = `SELECT count(*), CAST(sum(hash(rows)) AS VARCHAR) FROM "${String(table)}" AS rows`;
      expect([table, (await again.runAndReadAll(checksum)).getRowsJson()]).toEqual([table, await rowsOf(checksum)]);
    }
    again.closeSync();
  });

  test('have 36 month-ends with all accounts, loans and members of each', async () => {
    const months = (await rowsOf('SELECT DISTINCT as_of FROM loan_month ORDER BY 1')).flat();
    expect(months).toHaveLength(36);
    expect([months[0], months.at(-1)]).toEqual(['2023-01-31', LAST_MONTH]);
    expect((await rowsOf('SELECT count(*), count(DISTINCT member_id) FROM member'))[0]).toEqual(['1500', '1500']);
    const open = 'opened_on <= as_of AND (closed_on IS NULL OR closed_on > as_of)';
    expect(
      await violations(`
      SELECT as_of, counted, expected FROM (SELECT as_of, count(*) FILTER (is_open) AS counted FROM share_month GROUP BY 1)
      JOIN (SELECT as_of, count(*) AS expected FROM (SELECT DISTINCT as_of FROM share_month), account WHERE ${open} GROUP BY 1) USING (as_of)
      WHERE counted <> expected`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT as_of, counted, expected FROM (SELECT as_of, count(*) FILTER (is_active) AS counted FROM member_month GROUP BY 1)
      JOIN (SELECT as_of, count(*) AS expected FROM (SELECT DISTINCT as_of FROM member_month), member
        WHERE joined_on <= as_of AND (left_on IS NULL OR left_on > as_of) GROUP BY 1) USING (as_of)
      WHERE counted <> expected`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT as_of, is_new, joined FROM (SELECT as_of, count(*) FILTER (is_new) AS is_new FROM member_month GROUP BY 1)
      JOIN (SELECT last_day(joined_on) AS as_of, count(*) AS joined FROM member GROUP BY 1) USING (as_of) WHERE is_new <> joined`),
    ).toEqual([]);
    expect(await violations('SELECT loan_id, as_of FROM loan_month GROUP BY ALL HAVING count(*) > 1')).toEqual([]);
    expect(await violations('SELECT account_id, as_of FROM share_month GROUP BY ALL HAVING count(*) > 1')).toEqual([]);
    expect(await violations('SELECT transaction_id FROM "transaction" GROUP BY 1 HAVING count(*) > 1')).toEqual([]);
  });

  test('have no balance without an account, no account without a member, and no date outside of a membership', async () => {
    expect(
      await violations(
        'SELECT account_id FROM share_month WHERE balance <> 0 AND account_id NOT IN (SELECT account_id FROM account)',
      ),
    ).toEqual([]);
    expect(await violations('SELECT account_id FROM share_month WHERE balance <> 0 AND NOT is_open')).toEqual([]);
    expect(
      await violations('SELECT account_id FROM "transaction" WHERE account_id NOT IN (SELECT account_id FROM account)'),
    ).toEqual([]);
    expect(await violations('SELECT loan_id FROM loan_month WHERE loan_id NOT IN (SELECT loan_id FROM loan)')).toEqual(
      [],
    );
    expect(await violations("SELECT loan_id FROM loan_month WHERE balance <> 0 AND status <> 'open'")).toEqual([]);
    expect(
      await violations(
        'SELECT account_id FROM account JOIN member USING (member_id) WHERE opened_on < joined_on OR closed_on > left_on',
      ),
    ).toEqual([]);
    expect(
      await violations(
        'SELECT account_id FROM account JOIN member USING (member_id) WHERE left_on IS NOT NULL AND closed_on IS NULL',
      ),
    ).toEqual([]);
    expect(
      await violations(
        'SELECT loan_id FROM loan JOIN member USING (member_id) WHERE originated_on < joined_on OR originated_on > left_on',
      ),
    ).toEqual([]);
    expect(
      await violations(
        'SELECT transaction_id FROM "transaction" JOIN account USING (account_id) WHERE booked_on < opened_on OR last_day(booked_on) > last_day(closed_on)',
      ),
    ).toEqual([]);
    for (const table of ['account', 'loan', 'member_month', 'share_month', 'loan_month', '"transaction"'])
      expect(
        await violations(`SELECT member_id FROM ${table} WHERE member_id NOT IN (SELECT member_id FROM member)`),
      ).toEqual([]);
  });

  test('explain each change of a share account’s balance by its transactions, to the cent', async () => {
    expect(
      await violations(`
      SELECT account_id, as_of, balance, opening_balance, moved
      FROM share_month FULL JOIN (SELECT account_id, last_day(booked_on) AS as_of, sum(amount) AS moved FROM "transaction" GROUP BY ALL) USING (account_id, as_of)
      WHERE balance - opening_balance IS DISTINCT FROM coalesce(moved, 0)`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT account_id, as_of FROM (SELECT *, lag(balance) OVER months AS before, lag(as_of) OVER months AS month_before FROM share_month
        WINDOW months AS (PARTITION BY account_id ORDER BY as_of))
      WHERE before IS NOT NULL AND (before <> opening_balance OR month_before <> last_day(as_of - INTERVAL 1 MONTH))`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT account_id FROM share_month JOIN (SELECT account_id, min(as_of) AS as_of FROM share_month GROUP BY 1) USING (account_id, as_of)
      WHERE as_of > '2023-01-31' AND (opening_balance <> 0 OR NOT is_new)`),
    ).toEqual([]);
    const parts = `SELECT last_day(booked_on) AS as_of, -sum(amount) FILTER (type = 'fee') AS fees, sum(amount) FILTER (type = 'dividend') AS dividends FROM "transaction" GROUP BY 1`;
    expect(
      await violations(`
      SELECT as_of FROM (SELECT as_of, sum(fees) AS fees, sum(dividends) AS dividends FROM share_month GROUP BY 1) AS month JOIN (${parts}) AS booked USING (as_of)
      WHERE month.fees <> coalesce(booked.fees, 0) OR month.dividends <> coalesce(booked.dividends, 0)`),
    ).toEqual([]);
    expect(await violations('SELECT account_id FROM share_month WHERE balance < 0 OR dividends < 0')).toEqual([]);
  });

  test('explain each change of a loan’s balance by advances, payments, proceeds and charge-offs, to the cent', async () => {
    expect(
      await violations(`
      SELECT loan_id, as_of FROM loan_month
      WHERE opening_balance + advances - principal - proceeds - charge_off <> balance
        OR least(balance, advances, principal, proceeds, charge_off, recovery, interest) < 0`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT loan_id, as_of FROM (SELECT *, lag(balance) OVER months AS before, lag(as_of) OVER months AS month_before FROM loan_month
        WINDOW months AS (PARTITION BY loan_id ORDER BY as_of))
      WHERE before IS NOT NULL AND (before <> opening_balance OR month_before <> last_day(as_of - INTERVAL 1 MONTH))`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT loan_id FROM loan_month JOIN loan USING (loan_id)
      WHERE opening_balance = 0 AND loan_month.advances > 0 AND NOT revolving AND (loan_month.advances <> loan.amount OR as_of <> last_day(loan.originated_on))`),
    ).toEqual([]);
    // Late loans are charged off, never paid before that; recoveries come later and are never more than what was lost.
    expect(
      await violations(`
      SELECT loan_id FROM loan_month WHERE charge_off > 0 AND (days_past_due_before < 180 OR status <> 'charged_off')`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT loan_id FROM (SELECT *, sum(charge_off) OVER months AS lost, sum(recovery) OVER months AS recovered FROM loan_month
        WINDOW months AS (PARTITION BY loan_id ORDER BY as_of))
      WHERE recovery > 0 AND (charge_off > 0 OR (lost > 0 AND recovered > lost))`),
    ).toEqual([]);
  });

  test('agree with the general ledger and with each other', async () => {
    expect(
      await violations(`
      SELECT as_of, product FROM ledger LEFT JOIN (
        SELECT as_of, product, sum(balance) AS balance FROM share_month GROUP BY ALL UNION ALL SELECT as_of, product, sum(balance) FROM loan_month GROUP BY ALL
      ) AS details USING (as_of, product) WHERE ledger.balance <> coalesce(details.balance, 0)`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT as_of FROM (SELECT as_of, sum(share_balance) AS shares, sum(loan_balance) AS loans FROM member_month GROUP BY 1)
      JOIN (SELECT as_of, sum(balance) AS share_total FROM share_month GROUP BY 1) USING (as_of)
      JOIN (SELECT as_of, sum(balance) AS loan_total FROM loan_month GROUP BY 1) USING (as_of)
      WHERE shares <> share_total OR loans <> loan_total`),
    ).toEqual([]);
    expect(
      await violations(`
      SELECT loan_id FROM loan_quarter JOIN (
        SELECT loan_id, sum(charge_off) AS lost, sum(recovery) AS recovered FROM loan_month GROUP BY 1
      ) USING (loan_id) WHERE quarter_end = '${LAST_MONTH}' AND (charged_off_to_date <> lost OR recovered_to_date <> recovered)`),
    ).toEqual([]);
  });

  test('are plausible: delinquency, losses, growth and loans to shares', async () => {
    const [ratios] = await rowsOf(`
      SELECT
        sum(balance) FILTER (days_past_due >= 30) / sum(balance), sum(balance) FILTER (days_past_due >= 60) / sum(balance),
        12 * sum(charge_off) / sum(balance), sum(recovery) / sum(charge_off)
      FROM loan_month`);
    const [late30, late60, losses, recovered] = ratios!.map(Number);
    expect(late30).toBeGreaterThan(0.012);
    expect(late30).toBeLessThan(0.05);
    expect(late60).toBeGreaterThan(0.004);
    expect(late60).toBeLessThan(0.025);
    expect(losses).toBeGreaterThan(0.001);
    expect(losses).toBeLessThan(0.015);
    expect(recovered).toBeGreaterThan(0.03);
    expect(recovered).toBeLessThan(0.5);
    const [sizes] = await rowsOf(`
      SELECT
        (SELECT sum(balance) FROM loan_month WHERE as_of = '${LAST_MONTH}') / (SELECT sum(balance) FROM share_month WHERE as_of = '${LAST_MONTH}'),
        (SELECT count(*) FROM member_month WHERE is_active AND as_of = '${LAST_MONTH}') / (SELECT count(*) FROM member_month WHERE is_active AND as_of = '${YEAR_BEFORE}')`);
    expect(Number(sizes![0])).toBeGreaterThan(0.5);
    expect(Number(sizes![0])).toBeLessThan(1.1);
    expect(Number(sizes![1])).toBeGreaterThan(1);
    expect(Number(sizes![1])).toBeLessThan(1.1);
  });
});

/** Plain SQL of a measure. `last` is the condition for the last month-end of the period. */
interface Fact {
  table: string;
  date: string;
  measures: Record<string, string>;
}

const share = (part: string, whole: string) => `(${part})::DOUBLE / nullif(${whole}, 0)`;
/** Since 1 January, annualized, over the mean of the balance and that at the prior year-end. */
const annualized = (table: string, flow: string) => `(
  SELECT sum(${flow}) FILTER (as_of > prior_year_end AND as_of <= last_day) * 12.0 / month(any_value(last_day))
    / ((sum(balance) FILTER (as_of = last_day) + sum(balance) FILTER (as_of = prior_year_end)) / 2)
  FROM ${table}, period)`;
const active = 'count(*) FILTER (is_active AND last)';
const balance = 'sum(balance) FILTER (last)';
const has = (column: string) => share(`count(*) FILTER (is_active AND last AND ${column})`, active);
const rolled = (condition: string) =>
  share(
    `coalesce(sum(opening_balance) FILTER (days_past_due_before IS NOT NULL AND ${condition}), 0)`,
    'sum(opening_balance) FILTER (days_past_due_before IS NOT NULL)',
  );
const own = "channel <> 'system'";

const FACTS: Record<string, Fact> = {
  members: {
    table: 'member_month',
    date: 'as_of',
    measures: {
      members: active,
      new_members: 'count(*) FILTER (is_new)',
      members_left: 'count(*) FILTER (is_leaving)',
      net_new_members: 'count(*) FILTER (is_new) - count(*) FILTER (is_leaving)',
      attrition: `12 * ${share('count(*) FILTER (is_leaving)', 'count(*) FILTER (was_active)')}`,
      member_shares: 'sum(share_balance) FILTER (last)',
      shares_per_member: share('sum(share_balance) FILTER (last)', active),
      loans_per_member: share('sum(loan_balance) FILTER (last)', active),
      products_per_member: share('sum(products) FILTER (is_active AND last)', active),
      single_product_share: has('products = 1'),
      checking_penetration: has('has_checking'),
      savings_product_penetration: has('has_savings_product'),
      vehicle_loan_penetration: has('has_vehicle_loan'),
      home_loan_penetration: has('has_home_loan'),
      credit_card_penetration: has('has_credit_card'),
      large_member_shares: 'sum(share_balance) FILTER (last AND share_balance >= 100000)',
      large_member_share: share(
        'sum(share_balance) FILTER (last AND share_balance >= 100000)',
        'sum(share_balance) FILTER (last)',
      ),
      uninsured_shares: 'sum(greatest(share_balance - 250000, 0)) FILTER (last)',
      uninsured_share: share(
        'sum(greatest(share_balance - 250000, 0)) FILTER (last)',
        'sum(share_balance) FILTER (last)',
      ),
    },
  },
  shares: {
    table: 'share_month',
    date: 'as_of',
    measures: {
      share_balance: balance,
      accounts: 'count(*) FILTER (is_open AND last)',
      new_accounts: 'count(*) FILTER (is_new)',
      closed_accounts: 'count(*) FILTER (is_closed)',
      balance_per_account: share(balance, 'count(*) FILTER (is_open AND last)'),
      dividends: 'sum(dividends)',
      share_rate: share('sum(balance * rate) FILTER (last)', balance),
      cost_of_shares: annualized('share_month', 'dividends'),
      dormant_accounts: 'count(*) FILTER (is_dormant AND last)',
      dormant_balance: 'sum(balance) FILTER (is_dormant AND last)',
      dormant_share: share('count(*) FILTER (is_dormant AND last)', 'count(*) FILTER (is_open AND last)'),
    },
  },
  loans: {
    table: 'loan_month',
    date: 'as_of',
    measures: {
      loan_balance: balance,
      loan_count: "count(*) FILTER (status = 'open' AND last)",
      balance_per_loan: share(balance, "count(*) FILTER (status = 'open' AND last)"),
      loan_rate: share('sum(balance * rate) FILTER (last)', balance),
      loan_yield: annualized('loan_month', 'interest'),
      loan_score: share('sum(balance * score) FILTER (last)', balance),
      indirect_share: share('sum(balance) FILTER (indirect AND last)', balance),
      real_estate_share: share("sum(balance) FILTER (product IN ('mortgage', 'heloc') AND last)", balance),
      unsecured_share: share("sum(balance) FILTER (product IN ('credit_card', 'personal') AND last)", balance),
      delinquency_ratio: share('sum(balance) FILTER (days_past_due >= 60 AND last)', balance),
      delinquency_30_ratio: share('sum(balance) FILTER (days_past_due >= 30 AND last)', balance),
      nonaccrual_ratio: share('sum(balance) FILTER (days_past_due >= 90 AND last)', balance),
      delinquent_60: 'sum(balance) FILTER (days_past_due >= 60 AND last)',
      delinquent_loans: 'count(*) FILTER (days_past_due >= 60 AND last)',
      charge_offs: 'sum(charge_off)',
      recoveries: 'sum(recovery)',
      net_charge_offs: 'sum(charge_off - recovery)',
      recovery_rate: share('sum(recovery)', 'sum(charge_off)'),
      charged_off_loans: 'count(*) FILTER (charge_off > 0)',
      net_charge_off_ratio: annualized('loan_month', 'charge_off - recovery'),
      rolled_from: 'sum(opening_balance) FILTER (days_past_due_before IS NOT NULL)',
      roll_rate_current: rolled('days_past_due < 30'),
      roll_rate_30_59: rolled('days_past_due BETWEEN 30 AND 59'),
      roll_rate_60_89: rolled('days_past_due BETWEEN 60 AND 89'),
      roll_rate_90_plus: rolled('days_past_due >= 90'),
      roll_rate_paid_off: rolled("status = 'paid_off'"),
      roll_rate_charged_off: rolled("status = 'charged_off'"),
    },
  },
  originations: {
    table: 'loan',
    date: 'originated_on',
    measures: {
      origination_amount: 'sum(amount)',
      originations: 'count(*)',
      origination_average: 'avg(amount)',
      origination_rate: share('sum(amount * rate)', 'sum(amount)'),
      origination_score: share('sum(amount * score)', 'sum(amount)'),
      indirect_origination_share: share('coalesce(sum(amount) FILTER (indirect), 0)', 'sum(amount)'),
    },
  },
  transactions: {
    table: '"transaction"',
    date: 'booked_on',
    measures: {
      transactions: 'count(*)',
      member_transactions: `count(*) FILTER (${own})`,
      using_members: `count(DISTINCT member_id) FILTER (${own})`,
      transactions_per_member: share(`count(*) FILTER (${own})`, `count(DISTINCT member_id) FILTER (${own})`),
      digital_share: share("count(*) FILTER (channel IN ('online', 'mobile'))", `count(*) FILTER (${own})`),
      branch_share: share("count(*) FILTER (channel = 'branch')", `count(*) FILTER (${own})`),
      average_volume: 'avg(abs(amount))',
      incoming: 'sum(amount) FILTER (amount > 0)',
      outgoing: '-sum(amount) FILTER (amount < 0)',
      net_amount: 'sum(amount)',
    },
  },
  vintages: {
    table: 'loan_quarter',
    date: 'quarter_end',
    measures: {
      vintage_amount: 'sum(amount)',
      vintage_charge_offs: 'sum(charged_off_to_date)',
      vintage_recoveries: 'sum(recovered_to_date)',
      vintage_net_loss: 'sum(charged_off_to_date - recovered_to_date)',
      vintage_loss_rate: share('sum(charged_off_to_date - recovered_to_date)', 'sum(amount)'),
      vintage_late_rate: share('sum(amount) FILTER (was_delinquent_60)', 'sum(amount)'),
    },
  },
  ledger: { table: 'ledger', date: 'as_of', measures: { ledger_balance: balance } },
};

/** Of combined datasets: by the figures of their facts. */
const COMBINED: Record<string, (figure: (name: string) => Promise<number>) => Promise<number>> = {
  loan_to_share: async (figure) => (await figure('loan_balance')) / (await figure('share_balance')),
  rate_spread: async (figure) => (await figure('loan_rate')) - (await figure('share_rate')),
  detail_balance: async (figure) => (await figure('share_balance')) + (await figure('loan_balance')),
  difference: async () => 0,
};

/** Columns of dimensions that filters use. */
const COLUMNS: Record<string, string> = { delinquency_before: 'days_past_due_before' };

interface Period {
  from: string;
  to: string;
  where: string;
}

/** The conditions of a tile's filter; of the last twelve months, the first of their days. */
function periodOf(filter: Filter | undefined): Period {
  const period: Period = { from: '2000-01-01', to: LAST_MONTH, where: 'true' };
  if (filter === undefined) return period;
  for (const condition of 'all' in filter ? filter.all : [filter]) {
    if (!('field' in condition)) throw new Error('A filter of a kind that this test lacks.');
    const column = COLUMNS[condition.field] ?? condition.field;
    if ('during' in condition) {
      const { during } = condition;
      period.from =
        'since' in during ? during.since! : 'last' in during && during.last === 1 ? '2025-12-01' : '2025-01-01';
    } else if ('op' in condition && condition.op === 'isNotNull') period.where += ` AND ${column} IS NOT NULL`;
    else if ('values' in condition)
      period.where += ` AND CAST(${column} AS VARCHAR) ${condition.op === 'in' ? 'IN' : 'NOT IN'} (${(condition.values ?? []).map((value) => `'${String(value)}'`).join(', ')})`;
    else throw new Error('A filter of a kind that this test lacks.');
  }
  return period;
}

async function expected(measure: string, { from, to, where }: Period): Promise<number | null> {
  const combined = COMBINED[measure];
  if (combined) return combined(async (name) => (await expected(name, { from, to, where }))!);
  const fact = Object.values(FACTS).find(({ measures }) => measure in measures);
  if (!fact) throw new Error(`There is no plain SQL of '${measure}'.`);
  const formula = fact.measures[measure]!.replaceAll(/\blast\b/g, `(${fact.date} = DATE '${to}')`);
  const [row] = await rowsOf(`
    WITH period AS (SELECT DATE '${to}' AS last_day, make_date(year(DATE '${to}') - 1, 12, 31) AS prior_year_end)
    SELECT CAST(${formula} AS DOUBLE) FROM ${fact.table} WHERE ${fact.date} BETWEEN DATE '${from}' AND DATE '${to}' AND ${where}`);
  return row![0] === null ? null : Number(row![0]);
}

describe('the reports', () => {
  let actor: TenantActor;
  let checks: ModelCheckService;
  let reports: { report: Report; tiles: Map<string, Record<string, QueryResult>>; failures: string[] }[];
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'rise-core-banking-'));
    closing.push(() => rm(directory, { recursive: true, force: true }));
    const { database, close } = await createTestDatabase();
    closing.push(close);
    const engine = new Engine();
    closing.push(() => engine.close());
    const connections = new ConnectionStore({ key: randomBytes(32), hosts: new HostAllowance([]) });
    const warehouses = new WarehouseService({ database, engine, directory, connections });
    const log = pino({ level: 'silent' });
    const queries = new QueryService({ engine, warehouses, toUserError, log });
    const service = new ReportService({ database, warehouses, queries, toUserError, log });
    checks = new ModelCheckService({ engine, warehouses, models: new ModelService({ database, warehouses }) });
    const options = { database, warehouses, reports: service, directory: SAMPLES, onProgress: () => undefined };
    const choice = { sample: 'core-banking', rows: MEMBERS };
    const { id: tenantId } = await createSampleTenant(options, { slug: 'cedar', name: 'Cedar' }, choice);
    actor = { ...systemIn(tenantId), roles: ['tenant.admin'], permissions: permissionsOf(['tenant.admin']) };
    reports = [];
    for (const { id } of await service.documents(actor)) {
      const tiles = new Map<string, Record<string, QueryResult>>();
      const failures: string[] = [];
      for await (const { text } of service.run(actor, id, reportState.parse({}), { id: '', signal: never() })) {
        const event = JSON.parse(text) as ReportEvent;
        if (event.type === 'tile-failed') failures.push(`${event.tile}: ${JSON.stringify(event.error)}`);
        if (event.type !== 'tile') continue;
        const results = Object.entries(event.results).map(([slot, { result }]) => [slot, result]);
        tiles.set(event.tile, Object.fromEntries(results) as Record<string, QueryResult>);
      }
      reports.push({ report: await service.read(actor, id), tiles, failures });
    }
  }, 60_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  const every = function* <Kind extends Tile['kind']>(kind: Kind) {
    for (const { report, tiles } of reports)
      for (const tile of tilesOf<Tile>(report.document))
        if (tile.kind === kind)
          yield { tile: tile as TileOf<Kind>, results: tiles.get(tile.id)!, at: `${report.title.en}, ${tile.id}` };
  };
  const valueIn = ({ columns, rows }: QueryResult, row: number, name: string) =>
    rows[row]![columns.findIndex((column) => column.name === name)];
  const same = (actual: Cell | undefined, value: number | null, at: string) => {
    if (value === null) return expect(actual ?? null, at).toBeNull();
    const number = Number(actual ?? Number.NaN);
    expect(Math.abs(number - value), `${at}: ${String(actual)} instead of ${value}`).toBeLessThanOrEqual(
      1e-8 * Math.max(1, Math.abs(value)),
    );
  };

  test('are all there, and each checks', async () => {
    const files = (await readdir(join(FOLDER, 'reports'))).toSorted();
    const model = parseModel(await readFile(join(FOLDER, 'model.yaml'), 'utf8'), 'model.yaml');
    const titles = await Promise.all(
      files.map(
        async (file) => parseReport(await readFile(join(FOLDER, 'reports', file), 'utf8'), file, model).title.en,
      ),
    );
    expect(reports.map(({ report }) => report.title.en).toSorted()).toEqual(titles.toSorted());
  });

  test('have full rows of tiles, a text on how to read each page’s figures, and both languages', () => {
    for (const { report } of reports)
      for (const page of report.document.pages) {
        for (const { id, tiles } of page.rows)
          expect([id, tiles.reduce((width, tile) => width + tile.width, 0)]).toEqual([id, 12]);
        for (const tile of tilesOf<Tile>({ pages: [page] })) {
          if (tile.kind === 'text') expect(tile.text.tr, tile.id).toBeTruthy();
          else expect(tile.title?.tr, tile.id).toBeTruthy();
        }
      }
  });

  test('have no tile that fails or is empty', () => {
    expect(reports.flatMap(({ failures }) => failures)).toEqual([]);
    for (const { report, tiles } of reports)
      for (const tile of tilesOf<Tile>(report.document)) {
        if (tile.kind === 'text') continue;
        const at = `${report.title.en}, ${tile.id}`;
        const slots = Object.values(tiles.get(tile.id) ?? {});
        expect(slots, at).toHaveLength(1);
        const measures = slots[0]!.columns.flatMap(({ role }, place) => (role === 'measure' ? [place] : []));
        expect(slots[0]!.rows.length, at).toBeGreaterThan(0);
        for (const place of measures)
          expect(
            slots[0]!.rows.some((row) => row[place] !== null),
            `${at}, ${slots[0]!.columns[place]!.name}`,
          ).toBe(true);
      }
  });

  test('show the figures that plain SQL computes, of the last month and of the one a year before', async () => {
    let compared = 0;
    for (const { tile, results, at } of every('figures')) {
      const trend = results.trend!;
      const { where } = periodOf(tile.filter);
      const periods: Period[] = [
        { from: '2025-12-01', to: LAST_MONTH, where },
        { from: '2024-12-01', to: YEAR_BEFORE, where },
      ];
      for (const measure of tile.measures) {
        same(valueIn(trend, 0, measure), await expected(measure, periods[0]!), `${at}, ${measure}`);
        same(valueIn(trend, 12, measure), await expected(measure, periods[1]!), `${at}, ${measure}, a year before`);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  test('have totals in tables that plain SQL computes from all rows', async () => {
    let compared = 0;
    for (const { tile, results, at } of every('table')) {
      const { columns, totals } = results.table!;
      // Of a pivot, the column over all of its members.
      const total = (measure: string) =>
        columns.findIndex(({ name, pivot }) =>
          pivot ? pivot.field === measure && pivot.members.every(({ level }) => level === 'all') : name === measure,
        );
      for (const measure of tile.measures) {
        same(totals?.[total(measure)], await expected(measure, periodOf(tile.filter)), `${at}, ${measure}`);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(60);
  });

  const tileOf = (title: string, id: string, slot: string) =>
    reports.find(({ report }) => report.title.en === title)!.tiles.get(id)![slot]!;
  const cells = ({ columns, rows }: QueryResult, names: readonly string[]) => {
    const places = names.map((name) => columns.findIndex((column) => column.name === name));
    return rows
      .map((row) =>
        places.map((place) =>
          typeof row[place] === 'number' || (typeof row[place] === 'string' && /^-?[\d.]+$/.test(row[place]))
            ? Number(Number(row[place]).toFixed(9))
            : row[place],
        ),
      )
      .toSorted((one, other) => (String(one.slice(0, 2)) < String(other.slice(0, 2)) ? -1 : 1));
  };
  const computed = async (sql: string) =>
    (await rowsOf(sql))
      .map((row) =>
        row.map((value, place) =>
          place > 1 || /^\d+$/.test(String(value)) ? Number(Number(value).toFixed(9)) : value,
        ),
      )
      .toSorted((one, other) => (String(one.slice(0, 2)) < String(other.slice(0, 2)) ? -1 : 1));

  test('show losses by vintage and age, and retention by cohort, as plain SQL computes them', async () => {
    expect(
      cells(tileOf('Loan vintages', 'loss-by-vintage', 'chart'), [
        'originated_on_quarter',
        'quarters_on_book',
        'vintage_loss_rate',
      ]),
    ).toEqual(
      await computed(`
        SELECT strftime(date_trunc('quarter', originated_on), '%Y-%m-%d'), age, lost / lent FROM (
          SELECT date_trunc('quarter', loan.originated_on) AS originated_on,
            (year(quarter_end) - year(loan.originated_on)) * 4 + quarter(quarter_end) - quarter(loan.originated_on) AS age,
            sum(loan.amount)::DOUBLE AS lent,
            coalesce(sum((SELECT sum(charge_off - recovery) FROM loan_month WHERE loan_month.loan_id = loan.loan_id AND loan_month.as_of <= quarter_end)), 0) AS lost
          FROM loan, (SELECT DISTINCT as_of AS quarter_end FROM loan_month WHERE month(as_of) % 3 = 0)
          WHERE loan.originated_on >= DATE '2023-01-01' AND loan.originated_on <= quarter_end GROUP BY ALL
        )`),
    );
    expect(
      cells(tileOf('Membership growth and retention', 'retention-by-cohort', 'chart'), [
        'joined_on_quarter',
        'quarters_since_joining',
        'retention',
      ]),
    ).toEqual(
      await computed(`
        SELECT strftime(date_trunc('quarter', joined_on), '%Y-%m-%d'),
          (year(quarter_end) - year(joined_on)) * 4 + quarter(quarter_end) - quarter(joined_on) AS age,
          avg(CAST(left_on IS NULL OR left_on > quarter_end AS INTEGER))
        FROM member, (SELECT DISTINCT as_of AS quarter_end FROM loan_month WHERE month(as_of) % 3 = 0)
        WHERE joined_on >= DATE '2023-01-01' AND joined_on <= quarter_end GROUP BY ALL`),
    );
  });

  test('have roll rates that add up to the whole in each row', () => {
    const table = tileOf('Delinquency and roll rates', 'roll-rates', 'table');
    const places = table.columns.flatMap(({ name }, place) => (name.startsWith('roll_rate_') ? [place] : []));
    expect(places).toHaveLength(6);
    for (const row of table.rows)
      expect(places.reduce((sum, place) => sum + Number(row[place] ?? 0), 0)).toBeCloseTo(1, 9);
  });

  test('have a model whose dimensions and measures can all be computed', async () => {
    const records: ModelCheckRecord[] = [];
    for await (const record of checks.check(actor, { document: null, scope: scopeOf(actor), signal: never() }))
      records.push(record);
    const findings = records.flatMap((record) =>
      record.type === 'finding' && ['null', 'failed', 'exploding'].includes(record.kind) ? [record] : [],
    );
    expect(findings.map(({ names, message }) => `${names.join(', ')}: ${message}`)).toEqual([]);
    expect(records.at(-1)).toMatchObject({ type: 'end', complete: true });
  });
});
