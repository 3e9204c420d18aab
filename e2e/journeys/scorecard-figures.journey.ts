import { formatFigure, CallReport, CARDS, SAMPLE } from '../support/call-report.ts';
import { expect, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { card, followLink, openScorecard, percentileOf, stateTable, tile } from '../support/scorecard.ts';
import { FULL_SWEEP, inTurn } from '../support/sweep.ts';

let report: CallReport;
test.beforeAll(async () => {
  report = await CallReport.open();
});

test('every card of institutions of all sizes equals SQL on the NCUA files', async ({ page }) => {
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  for (const charter of await report.chartersOfAllSizes(FULL_SWEEP ? 5 : 3)) {
    await followLink(page, `${address}?institution=${charter}`);
    const ownPeers = await report.defaultPeersOf(charter);
    for (const figure of CARDS) {
      const { value, median, peers, percentile } = await report.compareWithPeers(figure, charter, ownPeers);
      const shown = card(page, figure.title);
      const what = `${figure.title} of ${charter}`;
      await expect(shown.getByText(formatFigure(value, figure), { exact: true }).first(), what).toBeVisible();
      await expect(
        shown.getByText(formatFigure(median, figure), { exact: true }).last(),
        `median of ${what}`,
      ).toBeVisible();
      await expect(shown, `percentile of ${what}`).toContainText(
        percentileOf(peers.toLocaleString('en-US'), Math.round(percentile!)),
      );
    }
  }
});

test('a filter narrows the peers, and every card follows', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst, '?institution=5536&state=VA,MD&charter_type=1');
  for (const figure of CARDS) {
    const { value, median, peers } = await report.compareWithPeers(
      figure,
      '5536',
      "STATE IN ('VA', 'MD') AND CU_TYPE = 1",
    );
    const shown = card(page, figure.title);
    await expect(shown.getByText(formatFigure(value, figure), { exact: true }).first()).toBeVisible();
    await expect(shown.getByText(formatFigure(median, figure), { exact: true }).last()).toBeVisible();
    await expect(shown).toContainText(percentileOf(String(peers)));
  }
});

test('the screen shows what the API returns', async ({ page }) => {
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  const run = await page.request.post(`/api/v1${address}/run`, { headers: { 'x-rise-request': '1' }, data: {} });
  const lines = (await run.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; tile?: string; results?: Record<string, { result: Result }> });
  interface Result {
    columns: { name: string }[];
    rows: (string | number | null)[][];
    totals?: (string | number | null)[];
  }
  expect(lines.at(-1)!.type).toBe('done');
  const resultOf = (id: string, slot: string) => lines.find((line) => line.tile === id)!.results![slot]!.result;

  const ranking = resultOf('ranking', 'ranking');
  const names = ranking.rows.map((row) => String(row[ranking.columns.findIndex(({ name }) => name === 'name')]));
  const bars = tile(page, 'Ranking').getByRole('table').getByRole('rowheader');
  await expect(bars).toHaveText([...names, 'VERMONT']);

  const spread = resultOf('spread', 'distribution');
  const members = spread.rows.map((row) => row[spread.columns.findIndex(({ name }) => name === 'members')]);
  const counts = tile(page, 'Distribution of peers').getByRole('table').locator('tbody tr td:nth-of-type(1)');
  await expect(counts).toHaveText(members.map((count) => Number(count).toLocaleString('en-US')));

  const table = resultOf('by-state', 'table');
  const shown = await stateTable(page);
  expect(shown.rows).toHaveLength(table.rows.length);
  const at = (name: string) => table.columns.findIndex((column) => column.name === name);
  const assets = shown.rows.map((row) => row[3]!.replace(/\D/g, ''));
  expect(assets.toSorted()).toEqual(table.rows.map((row) => String(row[at('total_assets')])).toSorted());
});

test('totals of amounts are sums, totals of ratios are computed from their components', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  const peers = await report.defaultPeersOf('24405');
  const { head, rows, total } = await stateTable(page);
  const column = (title: string) => head.findIndex((text) => text.startsWith(title));
  const amounts = [
    ['Institutions', 'count(*)'],
    ['Members', 'sum(ACCT_083)'],
    ['Assets', 'sum(ACCT_010)'],
    ['Loans', 'sum(ACCT_025B)'],
    ['Shares', 'sum(ACCT_018)'],
  ] as const;
  const toInteger = (text: string) => BigInt(text.replace(/[^\d−]/g, '').replace('−', '-'));
  for (const [title, sql] of amounts) {
    const sum = rows.map((row) => toInteger(row[column(title)]!)).reduce((a, b) => a + b, 0n);
    expect(toInteger(total[column(title)]!), title).toBe(sum);
    expect(String(sum), title).toBe(String(await report.total(`(${sql})::BIGINT`, peers)));
  }
  for (const figure of CARDS.filter(({ unit }) => unit === 'percent')) {
    const index = column(figure.title);
    if (index < 0) continue;
    const recomputed = Number(await report.total(`(${figure.sql})::DOUBLE`, peers));
    expect(total[index], figure.title).toBe(formatFigure(recomputed, figure));
    const average = rows.reduce((sum, row) => sum + Number.parseFloat(row[index]!.replace('−', '-')), 0) / rows.length;
    expect(total[index], `${figure.title} is no average`).not.toBe(`${average.toFixed(2)}%`);
  }
});

test('the net worth ratio is truncated, never rounded up into a better class', async ({ page }) => {
  const [ratio] = await report.rows('SELECT Acct_997::DOUBLE / ACCT_010 AS ratio FROM cu WHERE CU_NUMBER = 61189');
  expect(Number(ratio!['ratio'])).toBeGreaterThan(0.069_99);
  expect(Number(ratio!['ratio']).toFixed(4)).toBe('0.0700');
  await openScorecard(page, PEOPLE.alderAnalyst, '?institution=61189');
  await expect(card(page, 'Net worth ratio')).toContainText('6.99%');
  await expect(card(page, 'Net worth ratio')).toContainText('Adequately capitalized');
  const here = tile(page, 'Net worth classification').getByRole('listitem').filter({ hasText: 'is here: 6.99%' });
  await expect(here).toContainText('Adequately capitalized');
});

test('the class applies to federally insured institutions, and shows its further conditions', async ({ page }) => {
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  const open = async (charter: string) => {
    await followLink(page, `${address}?institution=${charter}`);
    return tile(page, 'Net worth classification');
  };
  const [uninsured] = await report.rows(
    'SELECT CU_NUMBER::VARCHAR AS charter FROM cu WHERE CU_TYPE = 3 ORDER BY ACCT_010 DESC LIMIT 1',
  );
  await expect(await open(String(uninsured!['charter']))).toContainText('federally insured credit unions only');
  await expect(card(page, 'Net worth ratio')).not.toContainText('capitalized');

  // Well capitalized by net worth, and by risk-based capital only adequately.
  const [complex] = await report.rows(
    `SELECT CU_NUMBER::VARCHAR AS charter, ACCT_RB0172::DOUBLE / 10000 AS ratio FROM cu
     JOIN '${SAMPLE}/fs220r.parquet' USING (CU_NUMBER)
     WHERE CU_TYPE IN (1, 2) AND ACCT_RB0172 BETWEEN 800 AND 999 AND Acct_998 >= 700 ORDER BY ACCT_RB0172 LIMIT 1`,
  );
  const classified = await open(String(complex!['charter']));
  await expect(classified.getByRole('listitem').filter({ hasText: 'is here' })).toContainText('Well capitalized');
  const line = classified.locator('dl > div').filter({ hasText: 'Risk-based capital ratio' });
  await expect(line).toContainText(`${(Number(complex!['ratio']) * 100).toFixed(2)}%`);
  await expect(line).toContainText('Adequately capitalized');
  await expect(line).toContainText('the lower class of the two applies');

  // Its own ratio, of average assets, is of a better class.
  const filed = (await open('9411')).locator('dl > div').filter({ hasText: 'as reported' });
  await expect(filed).toContainText('7.07%');
  await expect(filed).toContainText('Well capitalized');

  const [elected] = await report.rows(
    `SELECT CU_NUMBER::VARCHAR AS charter FROM cu JOIN '${SAMPLE}/fs220r.parquet' USING (CU_NUMBER)
     WHERE ACCT_LR0001 = 1 ORDER BY ACCT_010 DESC LIMIT 1`,
  );
  await expect((await open(String(elected!['charter']))).getByRole('note')).toContainText('CCULR');
  const [young] = await report.rows(
    `SELECT CU_NUMBER::VARCHAR AS charter FROM cu
     WHERE CU_TYPE = 1 AND YEAR_OPENED > 2015 AND ACCT_010 < 10000000 ORDER BY ACCT_010 DESC LIMIT 1`,
  );
  await expect((await open(String(young!['charter']))).getByRole('note')).toContainText('new credit unions');
});

const CLASSES = [
  ['24405', 'Well capitalized'],
  ['63940', 'Adequately capitalized'],
  ['68228', 'Undercapitalized'],
  ['24813', 'Significantly undercapitalized'],
  ['13559', 'Critically undercapitalized'],
  ['2796', 'Critically undercapitalized'],
] as const;
test('each class of net worth has the regulator’s name', async ({ page }) => {
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  for (const [charter, title] of inTurn(CLASSES, 0)) {
    await followLink(page, `${address}?institution=${charter}`);
    const here = tile(page, 'Net worth classification').getByRole('listitem').filter({ hasText: 'is here' });
    await expect(here.getByText(title, { exact: true }), charter).toBeVisible();
  }
});
