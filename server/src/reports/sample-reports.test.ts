import type { DuckDBConnection } from '@duckdb/node-api';
import {
  columnOf,
  hasFigures,
  tilesOf,
  type Cell,
  type Filter,
  type QueryResult,
  type Report,
  type ReportDocument,
  type ReportEvent,
  type ReportState,
  type Tile,
  type TileOf,
} from '@rise/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openParquet, REFERENCE_DIMENSIONS, REFERENCE_SQL } from '../../../samples/ncua-2025q4/reference.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

/** Measures that reports define, written by hand like those of the sample. */
const OWN_SQL: Record<string, string> = {
  unrealized_to_net_worth: 'sum(ACCT_EQ0009)::DOUBLE / nullif(sum(ACCT_997), 0)',
  unfunded_to_assets: 'sum(ACCT_816A)::DOUBLE / nullif(sum(ACCT_010), 0)',
  past_due_30: 'sum(ACCT_020B)',
  past_due_60: 'sum(ACCT_DL0141)',
  past_due_90: 'sum(ACCT_021B)',
  past_due_180: 'sum(ACCT_022B)',
  past_due_360: 'sum(ACCT_023B)',
  real_estate_loans: 'sum(ACCT_703A + ACCT_386A + ACCT_386B)',
  commercial_loans: 'sum(ACCT_718A5 + ACCT_400P)',
  vehicle_loans: 'sum(ACCT_385 + ACCT_370)',
  unsecured_loans: 'sum(ACCT_396 + ACCT_397 + ACCT_397A + ACCT_698A)',
  other_loans: 'sum(ACCT_698C + ACCT_002)',
  real_estate_to_net_worth: 'sum(ACCT_703A + ACCT_386A + ACCT_386B)::DOUBLE / nullif(sum(ACCT_997), 0)',
  commercial_to_net_worth: 'sum(ACCT_718A5 + ACCT_400P)::DOUBLE / nullif(sum(ACCT_997), 0)',
  vehicles_to_net_worth: 'sum(ACCT_385 + ACCT_370)::DOUBLE / nullif(sum(ACCT_997), 0)',
  unsecured_to_net_worth: 'sum(ACCT_396 + ACCT_397 + ACCT_397A + ACCT_698A)::DOUBLE / nullif(sum(ACCT_997), 0)',
  core_share: 'sum(ACCT_902 + ACCT_657)::DOUBLE / nullif(sum(ACCT_018), 0)',
  non_member_share: 'sum(ACCT_880)::DOUBLE / nullif(sum(ACCT_018), 0)',
  loans_per_hundred_members: '100 * sum(ACCT_025A)::DOUBLE / nullif(sum(ACCT_083), 0)',
  operating_expense_per_member: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_083), 0)',
  below_7: 'count(*) FILTER (100 * ACCT_997 < 7 * ACCT_010)',
  delinquent_2: 'count(*) FILTER (ACCT_025B > 0 AND 100 * ACCT_041B >= 2 * ACCT_025B)',
  charge_offs_15: 'count(*) FILTER (ACCT_025B > 0 AND 1000 * (ACCT_550 - ACCT_551) >= 15 * ACCT_025B)',
  net_losses: 'count(*) FILTER (ACCT_661A < 0)',
  lent_out: 'count(*) FILTER (ACCT_018 > 0 AND ACCT_025B >= ACCT_018)',
  two_signs: `count(*) FILTER ((${REFERENCE_DIMENSIONS.warning_signs}) >= 2)`,
  three_signs: `count(*) FILTER ((${REFERENCE_DIMENSIONS.warning_signs}) >= 3)`,
  two_signs_share: `count(*) FILTER ((${REFERENCE_DIMENSIONS.warning_signs}) >= 2) / count(*)`,
  two_signs_assets: `sum(ACCT_010) FILTER ((${REFERENCE_DIMENSIONS.warning_signs}) >= 2)`,
  two_signs_members: `sum(ACCT_083) FILTER ((${REFERENCE_DIMENSIONS.warning_signs}) >= 2)`,
};

/** Least total assets of the sizes that rankings start from. */
const LEAST_ASSETS: Record<string, number> = { under_10m: 0, '10m_50m': 1e7, '50m_100m': 5e7, '100m_500m': 1e8 };
/** Of the institution that the tenant's reports open with. */
const HOME = '24405';
const INSURED = 'CU_TYPE IN (1, 2)';
/** Distribution over institutions without a value has none. */
const BY_INSTITUTION = 'CU_NUMBER';

let portal: TestPortal;
let cookie: string;
let reports: Report[];
let parquet: DuckDBConnection;

beforeAll(async () => {
  portal = await startTestPortal();
  parquet = await openParquet();
  const tenants = [portal.tenants.alder];
  ({ cookie } = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants }));
  const listed = (await (await portal.fetch('GET /api/v1/reports', { cookie })).json()) as { reports: Report[] };
  reports = await Promise.all(
    listed.reports.map(async ({ id }) => {
      return (await (await portal.fetch('GET /api/v1/reports/:id', { cookie, id })).json()) as Report;
    }),
  );
});
afterAll(async () => {
  parquet?.closeSync();
  await portal?.close();
});

async function rowsOf(statement: string): Promise<Cell[][]> {
  return (await parquet.runAndReadAll(statement)).getRowsJson() as Cell[][];
}

const sqlOf = (name: string): string => {
  const text = OWN_SQL[name] ?? REFERENCE_SQL[name];
  if (text === undefined) throw new Error(`There is no reference formula of '${name}'.`);
  return text;
};
const dimensionSql = (name: string): string => {
  const text = REFERENCE_DIMENSIONS[name];
  if (text === undefined) throw new Error(`There is no reference expression of '${name}'.`);
  return `(${text})`;
};
const literal = (value: Cell) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
const asText = (field: string, values: readonly unknown[]) =>
  `CAST(${dimensionSql(field)} AS VARCHAR) IN (${values.map((value) => literal(String(value))).join(', ')})`;

/** A filter of a document, as conditions that all have to hold. */
function filterSql(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  if ('all' in filter) return filter.all.flatMap(filterSql);
  if (!('field' in filter) || !('values' in filter)) throw new Error('A filter of a kind that this test lacks.');
  const { field, op, values } = filter;
  if (op === 'in') return [asText(field, values)];
  if (op === 'gte') return [`${dimensionSql(field)} >= ${String(values[0])}`];
  throw new Error(`A filter with '${op}', which this test lacks.`);
}

/** Whose figures a run shows, as conditions. */
interface Scope {
  peers: string[];
  subject: string[];
}

async function scopeOf({ subject, peers, defaultPeers, filter }: ReportDocument, state: Partial<ReportState>) {
  const chosen = Object.entries(state.filters ?? {}).map(([field, values]) => asText(field, values));
  if (!subject) return { peers: [...filterSql(filter), ...chosen], subject: [] };
  const own = `CU_NUMBER = ${state.subject ?? HOME}`;
  const scope: Scope = { peers: chosen, subject: [own] };
  if (state.peers === 'all' || Object.keys(state.filters ?? {}).some((field) => peers.includes(field))) return scope;
  const [value] = await rowsOf(
    `SELECT ${defaultPeers!.like.map((field) => `CAST(${dimensionSql(field)} AS VARCHAR)`).join(', ')} FROM cu WHERE ${own}`,
  );
  scope.peers = [...defaultPeers!.like.map((field, place) => asText(field, [value![place]])), INSURED];
  return scope;
}

const whereOf = (conditions: readonly string[]) => conditions.join(' AND ') || 'TRUE';

function differs(ours: Cell | undefined, theirs: Cell): boolean {
  if (ours === null || ours === undefined || theirs === null) return (ours ?? null) !== theirs;
  if (typeof ours === 'boolean' || Number.isNaN(Number(theirs))) return String(ours) !== String(theirs);
  // Amounts are exact texts: not a dollar is lost.
  if (typeof ours === 'string') return Number(ours) !== Number(theirs);
  return Math.abs(ours - Number(theirs)) > 1e-9 * Math.max(1, Math.abs(Number(theirs)));
}

const keyOf = (values: readonly (readonly [name: string, value: Cell])[]) =>
  JSON.stringify(values.map(([name, value]) => [name, String(value)]).toSorted());

/** Plain SQL's figures by some dimensions, in groups by their values. */
async function figuresBy(dimensions: readonly string[], measures: readonly string[], conditions: readonly string[]) {
  const shown = [...dimensions.map(dimensionSql), ...measures.map(sqlOf)].join(', ');
  const by = dimensions.length > 0 ? ` GROUP BY ${dimensions.map((_, place) => place + 1).join(', ')}` : '';
  const rows = await rowsOf(`SELECT ${shown} FROM cu WHERE ${whereOf(conditions)}${by}`);
  return new Map(
    rows.map((row) => [
      keyOf(dimensions.map((name, place) => [name, row[place]!] as const)),
      new Map(measures.map((name, place) => [name, row[dimensions.length + place]!] as const)),
    ]),
  );
}

/** Compares each cell of an aggregate, with its totals and its other members, with plain SQL. */
async function checkAggregate(
  at: string,
  { columns, rows, totals, meta }: QueryResult,
  { dimensions, measures, conditions }: { dimensions: string[]; measures: string[]; conditions: string[] },
): Promise<string[]> {
  const wrong: string[] = [];
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const groups = new Map<string, Awaited<ReturnType<typeof figuresBy>>>();
  const expected = async (values: readonly (readonly [string, Cell])[], without: readonly string[]) => {
    const by = values.map(([name]) => name);
    const cached = JSON.stringify([by.toSorted(), without]);
    if (!groups.has(cached)) groups.set(cached, await figuresBy(by, measures, [...conditions, ...without]));
    return groups.get(cached)!.get(keyOf(values));
  };
  const levelOf = (row: readonly Cell[], name: string) => {
    const level = place(`${name}.level`);
    return level < 0 ? 'member' : String(row[level]);
  };
  const shown = columns.flatMap((column, index) => {
    const measure = column.pivot?.field ?? column.name;
    return column.role === 'measure' && measures.includes(measure) ? [{ measure, index, pivot: column.pivot }] : [];
  });
  const missing = measures.filter((name) => !shown.some(({ measure }) => measure === name));
  wrong.push(...missing.map((name) => `${at}: no column of ${name}`));
  const own = dimensions.filter((name) => place(name) >= 0);
  const checkRow = async (row: readonly Cell[], members: readonly (readonly [string, Cell])[], without: string[]) => {
    for (const { measure, index, pivot } of shown) {
      const across = (pivot?.members ?? []).flatMap(({ of, value, level }) =>
        level === 'member' ? [[of, value] as const] : [],
      );
      const figures = await expected([...members, ...across], without);
      const theirs = figures?.get(measure) ?? null;
      if (differs(row[index], theirs))
        wrong.push(`${at} ${keyOf(members)} ${measure}: ${String(row[index])}, not ${String(theirs)}`);
    }
  };
  for (const row of rows) {
    const members = own.flatMap((name) =>
      levelOf(row, name) === 'member' ? [[name, row[place(name)]!] as const] : [],
    );
    const without = own
      .filter((name) => levelOf(row, name) === 'other')
      .map((name) => {
        const listed = rows.filter((item) => levelOf(item, name) === 'member').map((item) => item[place(name)]);
        return `NOT ${asText(name, listed)}`;
      });
    await checkRow(row, members, without);
  }
  if (totals) await checkRow(totals, [], []);
  const inFull = rows.filter((row) => own.every((name) => levelOf(row, name) === 'member'));
  const isPartial = meta.truncated || rows.some((row) => own.some((name) => levelOf(row, name) === 'other'));
  const all = own.length > 0 ? await figuresBy(own, [measures[0]!], conditions) : null;
  if (all && !isPartial && all.size !== inFull.length) wrong.push(`${at}: ${inFull.length} groups, not ${all.size}`);
  const share = place('share_of_whole');
  if (share >= 0) {
    const value = place(measures[0]!);
    const whole = (row: readonly Cell[]) =>
      rows
        .filter((item) => own.length < 2 || item[place(own[0]!)] === row[place(own[0]!)])
        .reduce((sum, item) => sum + Number(item[value]), 0);
    for (const row of rows)
      if (differs(row[share], Number(row[value]) / whole(row))) wrong.push(`${at}: share ${String(row[share])}`);
  }
  return wrong;
}

/** Compares the subject's values, and quartiles of its peers, with plain SQL. */
async function checkBenchmark(at: string, { columns, rows }: QueryResult, measures: readonly string[], scope: Scope) {
  const wrong: string[] = [];
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  if (rows.length !== measures.length) wrong.push(`${at}: ${rows.length} measures`);
  for (const row of rows) {
    const measure = String(row[0]);
    const each = `SELECT ${sqlOf(measure)} AS value FROM cu WHERE ${whereOf(scope.peers)} GROUP BY ${BY_INSTITUTION}`;
    const [own] = await rowsOf(`SELECT ${sqlOf(measure)} FROM cu WHERE ${whereOf(scope.subject)}`);
    const [peers] = await rowsOf(
      `SELECT count(value), quantile_cont(value::DOUBLE, 0.25), quantile_cont(value::DOUBLE, 0.5), quantile_cont(value::DOUBLE, 0.75) FROM (${each})`,
    );
    const names = ['value', 'peers', 'p25', 'median', 'p75'];
    for (const [index, theirs] of [own![0]!, ...peers!].entries()) {
      const ours = row[place(names[index]!)];
      if (differs(ours, theirs)) wrong.push(`${at} ${measure} ${names[index]}: ${String(ours)}, not ${String(theirs)}`);
    }
  }
  return wrong;
}

/** Compares the number of institutions in each bucket with plain SQL. */
async function checkDistribution(at: string, { rows }: QueryResult, measure: string, scope: Scope) {
  const each = await rowsOf(
    `SELECT (${sqlOf(measure)})::DOUBLE FROM cu WHERE ${whereOf(scope.peers)} GROUP BY ${BY_INSTITUTION}`,
  );
  const values = each.flatMap(([value]) => (value === null ? [] : [Number(value)]));
  // A bucket includes its lower bound; the last one its upper one, too.
  const counts = rows.map(([lower, upper], index) => {
    const isLast = index === rows.length - 1;
    return values.filter(
      (value) =>
        (lower === null || value >= Number(lower)) &&
        (upper === null || value < Number(upper) || (isLast && value <= Number(upper))),
    ).length;
  });
  const ours = rows.map((row) => Number(row[2]));
  const total = ours.reduce((sum, count) => sum + count, 0);
  if (total !== values.length) return [`${at}: ${total} institutions, not ${values.length}`];
  // A value at a bound can be on either side of it, in binary.
  const apart = counts.reduce((sum, count, index) => sum + Math.abs(count - ours[index]!), 0);
  return apart > 2 ? [`${at}: ${JSON.stringify(ours)}, not ${JSON.stringify(counts)}`] : [];
}

async function checkRows(
  at: string,
  tile: TileOf<'rows'>,
  { rows, count }: QueryResult & { count?: number },
  scope: Scope,
) {
  const charter = tile.columns.indexOf('charter');
  const columns = tile.columns.map((name) => (REFERENCE_DIMENSIONS[name] ? dimensionSql(name) : `(SELECT ${sqlOf(name)} FROM cu one WHERE one.CU_NUMBER = cu.CU_NUMBER)`)); // prettier-ignore
  const charters = rows.map((row) => String(row[charter])).join(', ');
  const expected = await rowsOf(`SELECT CU_NUMBER, ${columns.join(', ')} FROM cu WHERE CU_NUMBER IN (${charters})`);
  const byCharter = new Map(expected.map(([key, ...row]) => [String(key), row]));
  const [total] = await rowsOf(`SELECT count(*) FROM cu WHERE ${whereOf(scope.peers)}`);
  const wrong = Number(total![0]) === count ? [] : [`${at}: ${count} rows, not ${String(total![0])}`];
  for (const row of rows)
    for (const [index, cell] of row.slice(0, tile.columns.length).entries()) {
      const theirs = byCharter.get(String(row[charter]))![index]!;
      if (differs(cell, theirs)) wrong.push(`${at} ${tile.columns[index]}: ${String(cell)}, not ${String(theirs)}`);
    }
  const [order] = tile.order;
  const by = tile.columns.indexOf(order!.field);
  const sorted = rows.map((row) => Number(row[by]));
  if (sorted.some((value, index) => index > 0 && value > sorted[index - 1]!)) wrong.push(`${at}: not in order`);
  return wrong;
}

async function checkRanking(
  at: string,
  results: Results,
  measure: string,
  better: string,
  limit: number,
  scope: Scope,
) {
  const [direction, { columns, rows }] = [better === 'lower' ? 'ASC' : 'DESC', results['ranking']!.result];
  const expected = await rowsOf(
    `SELECT CU_NUMBER, ${sqlOf(measure)} AS value FROM cu WHERE ${whereOf(scope.peers)} GROUP BY 1 ORDER BY 2 ${direction} NULLS LAST LIMIT ${limit}`,
  );
  const value = columns.findIndex(({ name }) => name === measure);
  const wrong = rows.length === expected.length ? [] : [`${at}: ${rows.length} ranks, not ${expected.length}`];
  for (const [index, row] of rows.entries())
    if (differs(row[value], expected[index]![1]!))
      wrong.push(`${at} rank ${index + 1}: ${String(row[value])}, not ${String(expected[index]![1])}`);
  return [...wrong, ...(await checkBenchmark(at, results['benchmark']!.result, [measure], scope))];
}

type TileEvent = Extract<ReportEvent, { type: 'tile' }>;
type Results = TileEvent['results'];

async function checkTile(
  { document, fields }: Report,
  tile: Exclude<Tile, { kind: 'text' | 'image' }>,
  { results, measure, minimum }: { results: Results; measure: string | null; minimum: string | undefined },
  scope: Scope,
): Promise<string[]> {
  const at = tile.id;
  const only = (slot: string) => results[slot]!.result;
  switch (tile.kind) {
    case 'kpis':
      return checkBenchmark(at, only('benchmark'), tile.measures, scope);
    case 'classification':
      return checkBenchmark(at, only('benchmark'), [tile.measure, ...(tile.companions ?? [])], scope);
    case 'distribution': {
      const shown = tile.measure ?? measure!;
      const wrong = await checkDistribution(at, only('distribution'), shown, scope);
      return document.subject ? [...wrong, ...(await checkBenchmark(at, only('benchmark'), [shown], scope))] : wrong;
    }
    case 'ranking': {
      const shown = tile.measure ?? measure!;
      const { better } = fields.measures.find(({ name }) => name === shown)!;
      const peers = minimum === undefined ? scope.peers : [...scope.peers, `ACCT_010 >= ${LEAST_ASSETS[minimum]}`];
      return checkRanking(at, results, shown, better, tile.limit, { ...scope, peers });
    }
    case 'mix': {
      const measures = [tile.whole, ...tile.parts];
      const wrong = await Promise.all(
        (['subject', 'peers'] as const).map((slot) =>
          checkAggregate(`${at}.${slot}`, only(slot), { dimensions: [], measures, conditions: scope[slot] }),
        ),
      );
      return wrong.flat();
    }
    case 'rows':
      return checkRows(at, tile, only('rows'), scope);
    case 'figures':
    case 'chart':
    case 'table': {
      const requests =
        tile.kind === 'table'
          ? [...tile.dimensions, ...(tile.columns ?? [])]
          : tile.kind === 'chart'
            ? [tile.category, tile.series].filter((request) => request !== undefined)
            : [];
      const whose = tile.of === 'subject' ? scope.subject : scope.peers;
      const conditions = [...whose, ...filterSql(tile.filter)];
      return checkAggregate(at, only(tile.kind), {
        dimensions: requests.map(columnOf),
        measures: [...tile.measures],
        conditions,
      });
    }
  }
}

async function eventsOf(id: string, state: Partial<ReportState>): Promise<ReportEvent[]> {
  const response = await portal.fetch('POST /api/v1/reports/:id/run', { cookie, id, body: state });
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportEvent);
}

/** Runs each page of a report; returns what differs from plain SQL, and the tiles without a figure. */
async function checkReport(report: Report, state: Partial<ReportState>) {
  const scope = await scopeOf(report.document, state);
  const found = { wrong: [] as string[], empty: [] as string[], tiles: 0 };
  for (const { id: page, rows } of report.document.pages) {
    const events = await eventsOf(report.id, { ...state, page });
    const [choices] = events;
    if (choices?.type !== 'choices') throw new Error('A run begins with its choices.');
    for (const tile of rows.flatMap(({ tiles }) => tiles)) {
      if (!hasFigures(tile)) continue;
      const event = events.find((item): item is TileEvent => item.type === 'tile' && item.tile === tile.id);
      if (!event) {
        found.wrong.push(`${tile.id} failed: ${JSON.stringify(events.filter(({ type }) => type === 'tile-failed'))}`);
        continue;
      }
      found.tiles += 1;
      const measure = state.measure ?? report.document.measures[0] ?? null;
      const seen = { results: event.results, measure, minimum: choices.minimums[tile.id] };
      found.wrong.push(...(await checkTile(report, tile, seen, scope)));
      const isEmpty = ({ columns, rows: cells }: QueryResult) =>
        !cells.some((row) => row.some((cell, place) => columns[place]!.role !== 'dimension' && cell !== null));
      for (const [slot, { result }] of Object.entries(event.results))
        if (isEmpty(result)) found.empty.push(`${tile.id}.${slot}`);
    }
  }
  return found;
}

const NAMES = [
  'Board scorecard',
  'Capital adequacy',
  'Credit quality',
  'Earnings',
  'Liquidity and funding',
  'Loan portfolio and concentration',
  'Membership and outreach',
  'Peer comparison',
  'Shares and deposits',
  'State overview',
  'Supervisory watch list',
];
const named = (name: string) => reports.find(({ document }) => document.title.en === name)!;

test('the sample has these reports, the board scorecard first', () => {
  expect(reports.map(({ document }) => document.title.en)).toEqual(NAMES);
});

describe.each(NAMES)('%s', (name) => {
  test('shows in every tile what plain SQL computes, as it opens', async () => {
    const { wrong, empty, tiles } = await checkReport(named(name), {});
    expect(wrong).toEqual([]);
    expect(empty).toEqual([]);
    expect(tiles).toBeGreaterThanOrEqual(7);
  });

  test('shows in every tile what plain SQL computes, with other selections', async () => {
    const { document } = named(name);
    const measure = document.measures.at(-1)!;
    const states: Partial<ReportState>[] = document.subject
      ? [
          { subject: '5536', peers: 'all', measure },
          { subject: '17990', filters: { state: ['OR', 'WA'], peer_group: ['4', '5'] } },
        ]
      : [{ measure, filters: { state: ['TX', 'CA', 'IL'], peer_group: ['3', '5'] } }];
    for (const state of states) expect((await checkReport(named(name), state)).wrong).toEqual([]);
  });

  test('is composed in full rows, in both languages, and says what its figures are not', () => {
    const { document, fields } = named(name);
    const texts = tilesOf(document).flatMap((tile) => [
      ...(tile.title ? [tile.title] : []),
      ...('subtitle' in tile && tile.subtitle ? [tile.subtitle] : []),
      ...(tile.kind === 'text' ? [tile.text] : []),
    ]);
    for (const text of [document.title, document.purpose, ...texts]) expect(text.tr, text.en).toBeTruthy();
    for (const { rows } of document.pages)
      for (const { id, tiles } of rows)
        expect([id, tiles.reduce((sum, { width }) => sum + width, 0)]).toEqual([id, 12]);
    const ratios = new Set(fields.measures.filter(({ format }) => format.unit === 'percent').map((item) => item.name));
    for (const tile of tilesOf(document)) {
      if (tile.kind !== 'chart') continue;
      const isOfParts = tile.stack !== 'none' || ['pie', 'treemap', 'funnel', 'waterfall'].includes(tile.shape);
      expect(isOfParts && tile.measures.some((item) => ratios.has(item)), tile.id).toBe(false);
      if (tile.shape === 'pie') expect(tile.category ? 1 : tile.measures.length).toBeLessThanOrEqual(6);
    }
    if (name !== 'Board scorecard') expect(tilesOf(document).filter(({ kind }) => kind === 'text')).toHaveLength(2);
  });
});

test('each of them can be exported', async () => {
  for (const { id } of reports) {
    const body = { format: 'xlsx', state: {} };
    const response = await portal.fetch('POST /api/v1/reports/:id/export', { cookie, id, body });
    expect([id, response.status]).toEqual([id, 200]);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  }
});

test('a difference of one dollar would be detected', async () => {
  const report = named('State overview');
  const events = await eventsOf(report.id, { page: 'overview' });
  const event = events.find((item): item is TileEvent => item.type === 'tile' && item.tile === 'by-state')!;
  const { result } = event.results['table']!;
  const place = result.columns.findIndex(({ name }) => name === 'total_assets');
  const rows = result.rows.map((row, index) =>
    row.map((cell, at) => (index === 7 && at === place ? String(BigInt(String(cell)) + 1n) : cell)),
  );
  const checked = { dimensions: ['state'], measures: ['total_assets', 'net_worth_ratio'], conditions: [INSURED] };
  expect(await checkAggregate('table', result, checked)).toEqual([]);
  expect(await checkAggregate('table', { ...result, rows }, checked)).toHaveLength(1);
});
