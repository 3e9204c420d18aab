import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';

/** Written by hand from the form's account codes: each measure of the sample over any group of rows. */
export const REFERENCE_SQL: Record<string, string> = {
  institutions: 'count(*)',
  members: 'sum(ACCT_083)',
  potential_members: 'sum(ACCT_084)',
  total_assets: 'sum(ACCT_010)',
  total_loans: 'sum(ACCT_025B)',
  loan_count: 'sum(ACCT_025A)',
  total_shares: 'sum(ACCT_018)',
  borrowings: 'sum(ACCT_860C)',
  net_worth: 'sum(ACCT_997)',
  cash_and_deposits: 'sum(ACCT_AS0009)',
  investment_securities: 'sum(ACCT_AS0013)',
  employees_full_time: 'sum(ACCT_564A)',
  employees_part_time: 'sum(ACCT_564B)',
  employees_fte: 'sum(ACCT_564A) + 0.5 * sum(ACCT_564B)',
  delinquent_60: 'sum(ACCT_041B)',
  delinquent_30_59: 'sum(ACCT_020B)',
  delinquent_60_89: 'sum(ACCT_DL0141)',
  delinquent_90_179: 'sum(ACCT_021B)',
  delinquent_180_359: 'sum(ACCT_022B)',
  delinquent_360: 'sum(ACCT_023B)',
  charge_offs: 'sum(ACCT_550)',
  recoveries: 'sum(ACCT_551)',
  net_charge_offs: 'sum(ACCT_550 - ACCT_551)',
  allowance_incurred: 'sum(ACCT_719)',
  allowance_cecl: 'sum(ACCT_AS0048)',
  allowance: 'sum(CASE WHEN ACCT_719 <> 0 THEN ACCT_719 ELSE ACCT_AS0048 END)',
  interest_income: 'sum(ACCT_115)',
  loan_interest_income: 'sum(ACCT_110)',
  loan_interest_refunded: 'sum(ACCT_119)',
  interest_expense: 'sum(ACCT_350)',
  net_interest_income: 'sum(ACCT_IS0010)',
  non_interest_income: 'sum(ACCT_117)',
  operating_expense: 'sum(ACCT_671)',
  net_income: 'sum(ACCT_661A)',
  loans_granted: 'sum(ACCT_031B)',
  loans_credit_card: 'sum(ACCT_396)',
  loans_unsecured: 'sum(ACCT_397)',
  loans_payday_alternative: 'sum(ACCT_397A)',
  loans_student: 'sum(ACCT_698A)',
  loans_new_vehicle: 'sum(ACCT_385)',
  loans_used_vehicle: 'sum(ACCT_370)',
  loans_other_secured: 'sum(ACCT_698C)',
  loans_leases: 'sum(ACCT_002)',
  loans_first_lien: 'sum(ACCT_703A)',
  loans_junior_lien: 'sum(ACCT_386A)',
  loans_other_real_estate: 'sum(ACCT_386B)',
  loans_commercial_real_estate: 'sum(ACCT_718A5)',
  loans_commercial_other: 'sum(ACCT_400P)',
  indirect_loans: 'sum(ACCT_618A)',
  shares_drafts: 'sum(ACCT_902)',
  shares_regular: 'sum(ACCT_657)',
  shares_money_market: 'sum(ACCT_911)',
  shares_certificates: 'sum(ACCT_908C)',
  shares_retirement: 'sum(ACCT_906C)',
  shares_other: 'sum(ACCT_630)',
  shares_non_member: 'sum(ACCT_880)',
  // One cycle is loaded, so the averages are of the balances on its date.
  average_assets: 'sum(ACCT_010)',
  average_loans: 'sum(ACCT_025B)',
  average_shares: 'sum(ACCT_018)',
  average_borrowings: 'sum(ACCT_860C)',
  average_net_worth: 'sum(ACCT_997)',
  net_worth_ratio: 'trunc(sum(ACCT_997)::DOUBLE / sum(ACCT_010) * 1e4) / 1e4',
  reported_net_worth_ratio: 'median(ACCT_998) / 10000',
  risk_based_capital: 'sum(ACCT_RB0012) FILTER (ACCT_RB0171 > 0)',
  risk_weighted_assets: 'sum(ACCT_RB0171)',
  risk_based_capital_ratio: '(sum(ACCT_RB0012) FILTER (ACCT_RB0171 > 0))::DOUBLE / nullif(sum(ACCT_RB0171), 0)',
  delinquency_ratio: 'sum(ACCT_041B)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  early_delinquency_ratio: 'sum(ACCT_020B)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  delinquent_to_net_worth: 'sum(ACCT_041B)::DOUBLE / nullif(sum(ACCT_997), 0)',
  net_charge_off_ratio: '(sum(ACCT_550) - sum(ACCT_551))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  allowance_coverage: '(sum(ACCT_719) + sum(ACCT_AS0048))::DOUBLE / nullif(sum(ACCT_041B), 0)',
  allowance_to_loans: '(sum(ACCT_719) + sum(ACCT_AS0048))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  return_on_assets: 'sum(ACCT_661A)::DOUBLE / nullif(sum(ACCT_010), 0)',
  return_on_net_worth: 'sum(ACCT_661A)::DOUBLE / nullif(sum(ACCT_997), 0)',
  net_interest_margin: '(sum(ACCT_115) - sum(ACCT_350))::DOUBLE / nullif(sum(ACCT_010), 0)',
  operating_expense_ratio: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_010), 0)',
  efficiency_ratio: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_115) - sum(ACCT_350) + sum(ACCT_117), 0)',
  cost_of_funds: 'sum(ACCT_350)::DOUBLE / nullif(sum(ACCT_018) + sum(ACCT_860C), 0)',
  cost_of_funds_to_assets:
    'sum(coalesce(ACCT_340, 0) + coalesce(ACCT_380, 0) + coalesce(ACCT_381, 0))::DOUBLE / nullif(sum(ACCT_010), 0)',
  loan_yield: 'sum(ACCT_110)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  net_loan_yield: '(sum(ACCT_110) - sum(ACCT_119))::DOUBLE / nullif(sum(ACCT_025B), 0)',
  loan_to_share: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_018), 0)',
  loans_to_assets: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_010), 0)',
  indirect_share: 'sum(ACCT_618A)::DOUBLE / nullif(sum(ACCT_025B), 0)',
  members_per_employee: 'sum(ACCT_083)::DOUBLE / nullif(sum(ACCT_564A) + sum(ACCT_564B) / 2, 0)',
  loans_per_member: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_083), 0)',
  shares_per_member: 'sum(ACCT_018)::DOUBLE / nullif(sum(ACCT_083), 0)',
  member_penetration: 'sum(ACCT_083)::DOUBLE / nullif(sum(ACCT_084), 0)',
  // The provision and the other expense are what is left by the form's own totals.
  foreclosed_assets: 'sum(ACCT_798A)',
  unfunded_commitments: 'sum(ACCT_816A)',
  unrealized_gains: 'sum(ACCT_EQ0009)',
  investments_up_to_1y: 'sum(ACCT_NV0153)',
  investments_1y_3y: 'sum(ACCT_NV0154)',
  investments_3y_5y: 'sum(ACCT_NV0155)',
  investments_5y_10y: 'sum(ACCT_NV0156)',
  investments_over_10y: 'sum(ACCT_NV0157)',
  investment_income: 'sum(ACCT_120)',
  fee_income: 'sum(ACCT_131)',
  other_operating_income: 'sum(ACCT_IS0020)',
  provision_incurred: 'sum(ACCT_300)',
  credit_loss_expense_cecl: 'sum(ACCT_IS0017)',
  credit_loss_expense: 'sum(ACCT_IS0010 + ACCT_117 - ACCT_671 - ACCT_661A)',
  expense_compensation: 'sum(ACCT_210)',
  expense_travel: 'sum(ACCT_230)',
  expense_occupancy: 'sum(ACCT_250)',
  expense_operations: 'sum(ACCT_260)',
  expense_promotion: 'sum(ACCT_270)',
  expense_loan_servicing: 'sum(ACCT_280)',
  expense_professional: 'sum(ACCT_290)',
  expense_other: 'sum(ACCT_671 - ACCT_210 - ACCT_230 - ACCT_250 - ACCT_260 - ACCT_270 - ACCT_280 - ACCT_290)',
  shares_up_to_1y: 'sum(ACCT_018A)',
  shares_1y_3y: 'sum(ACCT_018B1)',
  shares_over_3y: 'sum(ACCT_018B2)',
  uninsured_shares: 'sum(ACCT_068A)',
  share_accounts: 'sum(ACCT_460)',
  share_draft_accounts: 'sum(ACCT_452)',
  uninsured_share_ratio: 'sum(ACCT_068A)::DOUBLE / nullif(sum(ACCT_018), 0)',
  cash_ratio: 'sum(ACCT_AS0009)::DOUBLE / nullif(sum(ACCT_010), 0)',
  borrowings_to_assets: 'sum(ACCT_860C)::DOUBLE / nullif(sum(ACCT_010), 0)',
  certificate_share: 'sum(ACCT_908C)::DOUBLE / nullif(sum(ACCT_018), 0)',
  fee_income_ratio: 'sum(ACCT_131)::DOUBLE / nullif(sum(ACCT_010), 0)',
  provision_ratio: '(sum(coalesce(ACCT_300, 0)) + sum(coalesce(ACCT_IS0017, 0)))::DOUBLE / nullif(sum(ACCT_010), 0)',
  accounts_per_member: 'sum(ACCT_460)::DOUBLE / nullif(sum(ACCT_083), 0)',
  share_drafts_per_member: 'sum(ACCT_452)::DOUBLE / nullif(sum(ACCT_083), 0)',
};

/** The model's dimensions over the same columns, written by hand. */
export const REFERENCE_DIMENSIONS: Record<string, string> = {
  charter: 'CAST(CU_NUMBER AS VARCHAR)',
  name: 'CU_NAME',
  institution: "CU_NAME || ' (' || CU_NUMBER || ')'",
  city: "upper(regexp_replace(trim(CITY), ' +', ' ', 'g'))",
  state: 'STATE',
  charter_type: 'CU_TYPE',
  peer_group: 'Peer_Group',
  region: 'CAST(trim(REGION) AS BIGINT)',
  low_income: 'CAST(LIMITED_INC AS BOOLEAN)',
  minority_depository: "IsMDI = 'True'",
  asset_band: buckets(
    'ACCT_010',
    [
      ['under_10m', 1e7],
      ['10m_50m', 5e7],
      ['50m_100m', 1e8],
      ['100m_500m', 5e8],
      ['500m_1b', 1e9],
      ['1b_10b', 1e10],
    ],
    'over_10b',
  ),
  net_worth_band: buckets(
    'ACCT_997 / ACCT_010',
    [
      ['under_2', 0.02],
      ['from_2', 0.04],
      ['from_4', 0.06],
      ['from_6', 0.07],
      ['from_7', 0.1],
    ],
    'from_10',
  ),
  delinquency_band: buckets(
    'ACCT_041B / nullif(ACCT_025B, 0)',
    [
      ['under_05', 0.005],
      ['from_05', 0.01],
      ['from_1', 0.02],
      ['from_2', 0.04],
    ],
    'from_4',
  ),
  charge_off_band: buckets(
    '(ACCT_550 - ACCT_551) / nullif(ACCT_025B, 0)',
    [
      ['under_05', 0.005],
      ['from_05', 0.01],
      ['from_1', 0.015],
    ],
    'from_15',
  ),
  return_band: buckets(
    'ACCT_661A / ACCT_010',
    [
      ['loss_over_1', -0.01],
      ['loss', 0],
      ['from_0', 0.005],
      ['from_05', 0.01],
    ],
    'from_1',
  ),
  loan_to_share_band: buckets(
    'ACCT_025B / nullif(ACCT_018, 0)',
    [
      ['under_40', 0.4],
      ['from_40', 0.6],
      ['from_60', 0.8],
      ['from_80', 1],
    ],
    'from_100',
  ),
  // Without division, so that nothing is rounded at a threshold.
  warning_signs: `(100 * ACCT_997 < 7 * ACCT_010)::INTEGER + (ACCT_025B > 0 AND 100 * ACCT_041B >= 2 * ACCT_025B)::INTEGER
    + (ACCT_025B > 0 AND 1000 * (ACCT_550 - ACCT_551) >= 15 * ACCT_025B)::INTEGER + (ACCT_661A < 0)::INTEGER
    + (ACCT_018 > 0 AND ACCT_025B >= ACCT_018)::INTEGER`,
};

/** A number's bucket, by the value that each ends below; null without a number. */
function buckets(value: string, ends: readonly (readonly [name: string, below: number])[], last: string): string {
  const cases = ends.map(([name, below]) => `WHEN ${value} < ${below} THEN '${name}'`);
  return `CASE WHEN (${value}) IS NULL THEN NULL ${cases.join(' ')} ELSE '${last}' END`;
}

const FOLDER = import.meta.dirname;
const PAGES = 'foicu fs220 fs220a fs220b fs220h fs220l fs220n fs220p fs220q fs220r'.split(' ');

/** A separate DuckDB with these columns of the original Parquet files as the table `cu`, independent of the engine. */
export async function openParquet(columns: readonly string[] = ['*']): Promise<DuckDBConnection> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  const [first, ...others] = PAGES;
  const joins = others.map(
    (table) => `JOIN (SELECT * EXCLUDE (CYCLE_DATE, JOIN_NUMBER) FROM '${FOLDER}/${table}.parquet') USING (CU_NUMBER)`,
  );
  await connection.run(
    `CREATE TABLE cu AS SELECT ${columns.join(', ')} FROM '${FOLDER}/${first!}.parquet' ${joins.join(' ')}`,
  );
  return connection;
}
