import { CallReport } from '../support/call-report.ts';
import { openStreamProxy } from '../support/stream-proxy.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import {
  allTilesReady,
  card,
  followLink,
  openScorecard,
  percentileOf,
  signInForScorecard,
  tile,
  TILES,
} from '../support/scorecard.ts';

test('an institution is found by its name, and by its charter number', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  const picker = page.getByRole('combobox', { name: 'Credit union' });
  await expect(picker).toHaveValue('VERMONT');

  await picker.click();
  await picker.fill('navy fed');
  await page.getByRole('option', { name: /NAVY FEDERAL/ }).click();
  await expect(page).toHaveURL(/[?&]institution=5536(&|$)/);
  await expect(picker).toHaveValue(/NAVY FEDERAL/);

  await picker.click();
  await picker.fill('61189');
  await page.getByRole('option', { name: /ARRHA/ }).click();
  await expect(page).toHaveURL(/[?&]institution=61189(&|$)/);
  await allTilesReady(page);
  await expect(card(page, 'Net worth ratio')).toContainText('6.99%');

  await picker.click();
  await picker.fill('no such credit union');
  await expect(page.getByText('Nothing found for “no such credit union”')).toBeVisible();
  await picker.press('Escape');
  await expect(picker).toHaveValue('ARRHA');
});

test('the smallest of all 4,374 institutions can be found', async ({ page }) => {
  const report = await CallReport.open();
  const [smallest] = await report.rows(
    'SELECT CU_NUMBER::VARCHAR AS charter, CU_NAME AS name FROM cu WHERE ACCT_010 > 0 ORDER BY ACCT_010 LIMIT 1',
  );
  await openScorecard(page, PEOPLE.alderAnalyst);
  const picker = page.getByRole('combobox', { name: 'Credit union' });
  await picker.click();
  await picker.fill(String(smallest!['charter']));
  await page.getByRole('option', { name: new RegExp(`#${String(smallest!['charter'])}\\b`) }).click();
  await expect(picker).toHaveValue(String(smallest!['name']));
});

test('filters are part of the address: they survive a reload, change with back, and are cleared at once', async ({
  page,
}) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Compare with all' }).click();
  await expect(page).toHaveURL(/[?&]peers=all(&|$)/);
  await allTilesReady(page);
  const filters = page.getByRole('group', { name: 'Filters' });
  await filters.getByRole('button', { name: /^State/ }).click();
  await page.getByLabel('State: Find a value').fill('cali');
  await page.getByRole('option', { name: 'California' }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]state=CA(&|$)/);
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText(percentileOf('243'));

  await filters.getByRole('button', { name: /^Peer group/ }).click();
  await page.getByRole('option', { name: /^6 – / }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/[?&]peer_group=6(&|$)/);
  await allTilesReady(page);
  const narrowed = await card(page, 'Assets').innerText();
  expect(narrowed).not.toMatch(percentileOf('243'));

  await page.reload();
  await allTilesReady(page);
  await expect(filters.getByRole('button', { name: /^State.*California/ })).toBeVisible();
  expect(await card(page, 'Assets').innerText()).toBe(narrowed);

  await page.goBack();
  await expect(page).not.toHaveURL(/peer_group/);
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText(percentileOf('243'));

  await filters.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/state=/);
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText('of 4,374');
});

test('the peers are those of the institution’s own group until others are chosen', async ({ page }) => {
  const report = await CallReport.open();
  const count = async (charter: string) =>
    Number(await report.total('count(*)::INTEGER', await report.defaultPeersOf(charter))).toLocaleString('en-US');
  const peers = page.getByRole('status').filter({ hasText: 'Peers:' });
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  await expect(peers).toHaveText('Peers: Peer group: 6 – $500 million and over · federally insured');
  await expect(card(page, 'Assets')).toContainText(percentileOf(await count('24405')));

  // A smaller institution has other peers; one that is not federally insured is compared with its whole group.
  const [small] = await report.rows(
    'SELECT CU_NUMBER::VARCHAR AS charter FROM cu WHERE Peer_Group = 3 AND CU_TYPE = 2 ORDER BY ACCT_010 LIMIT 1',
  );
  await followLink(page, `${address}?institution=${String(small!['charter'])}`);
  await expect(peers).toHaveText('Peers: Peer group: 3 – $10 to 50 million · federally insured');
  await expect(card(page, 'Assets')).toContainText(percentileOf(await count(String(small!['charter']))));
  const [uninsured] = await report.rows(
    'SELECT CU_NUMBER::VARCHAR AS charter, CU_NAME AS name FROM cu WHERE CU_TYPE = 3 ORDER BY ACCT_010 DESC LIMIT 1',
  );
  const charter = String(uninsured!['charter']);
  await followLink(page, `${address}?institution=${charter}`);
  await expect(peers).not.toContainText('federally insured');
  await expect(page.getByRole('note')).toContainText(`does not apply to ${String(uninsured!['name'])} itself`);
  await expect(card(page, 'Assets')).toContainText(percentileOf(await count(charter)));

  await page.getByRole('button', { name: 'Compare with all' }).click();
  await allTilesReady(page);
  await expect(peers).toHaveText('Peers: all institutions');
  await expect(card(page, 'Assets')).toContainText('of 4,374');
  await page.reload();
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText('of 4,374');
  await page.getByRole('button', { name: 'Back to default peers' }).click();
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText(percentileOf(await count(charter)));
});

test('a ranking of all has a minimum size, which the reader can change', async ({ page }) => {
  const report = await CallReport.open();
  const best = async (least: number) => {
    const ratio = 'trunc(Acct_997::DOUBLE / ACCT_010 * 10000)';
    const rows = await report.rows(
      `SELECT CU_NAME AS name FROM cu WHERE ACCT_010 >= ${least} AND ACCT_010 > 0 ORDER BY ${ratio} DESC LIMIT 1`,
    );
    return String(rows[0]!['name']);
  };
  const address = await openScorecard(page, PEOPLE.alderAnalyst, '?peers=all');
  const ranking = tile(page, 'Ranking');
  const least = ranking.getByLabel('Asset size from');
  await expect(least.locator('option:checked')).toHaveText('$10 to 50 million');
  const first = ranking.getByRole('table').getByRole('rowheader').first();
  await expect(first).toHaveText(await best(10_000_000));

  await least.selectOption('$100 to 500 million');
  await expect(page).toHaveURL(/[?&]from\.ranking=100m_500m(&|$)/);
  await allTilesReady(page);
  await expect(first).toHaveText(await best(100_000_000));
  await page.reload();
  await allTilesReady(page);
  await expect(first).toHaveText(await best(100_000_000));
  await least.selectOption('No minimum');
  await allTilesReady(page);
  await expect(first).toHaveText(/^(FAIR BREAK|HAVEN)$/);

  // A filter on the size replaces the minimum.
  await followLink(page, `${address}?asset_band=under_10m`);
  await expect(least).toHaveCount(0);
});

test('a row of the state table narrows the report to that state', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  await tile(page, 'By state').getByRole('button', { name: 'Hawaii', exact: true }).click();
  await expect(page).toHaveURL(/[?&]state=HI(&|$)/);
  await allTilesReady(page);
  const report = await CallReport.open();
  const narrowed = await report.total('count(*)::INTEGER', `STATE = 'HI' AND ${await report.defaultPeersOf('24405')}`);
  await expect(card(page, 'Assets')).toContainText(percentileOf(String(narrowed)));
  await expect(page.getByText('Peers: State: Hawaii · Peer group: 6')).toBeVisible();
});

test('the measure of ranking and distribution is chosen, and a bar opens its institution', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  await page.getByLabel('Compare by').selectOption({ label: 'Loan-to-share' });
  await expect(page).toHaveURL(/[?&]measure=loan_to_share(&|$)/);
  await allTilesReady(page);
  const ranking = tile(page, 'Ranking');
  await expect(ranking.getByRole('figure')).toHaveAccessibleName(/loan/i);
  const first = await ranking.getByRole('table').getByRole('rowheader').first().innerText();
  await ranking.getByRole('listitem').first().getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]institution=\d+/);
  await expect(page.getByRole('combobox', { name: 'Credit union' })).toHaveValue(first);
});

test('filters without matches show a notice and offer to clear them', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst, '?state=GU&peer_group=1');
  await expect(tile(page, 'Ranking')).toContainText('No peers match the filters');
  await tile(page, 'Ranking').getByRole('button', { name: 'Clear filters' }).click();
  await allTilesReady(page);
  await expect(card(page, 'Assets')).toContainText('of 4,374');
});

test('an institution that is not in the data is reported', async ({ page }) => {
  const address = await signInForScorecard(page, PEOPLE.alderAnalyst);
  await page.goto(`${address}?institution=99999999`);
  await expect(page.getByText('There is no “99999999” in this data')).toBeVisible();
});

test('tiles fill as their lines arrive: a slow one delays no other', async ({ page }) => {
  const address = await signInForScorecard(page, PEOPLE.alderAnalyst);
  const proxy = await openStreamProxy(({ type, tile: id }) =>
    id === 'loan-mix' || type === 'done' ? 'withhold' : 'pass',
  );
  await page.goto(`${proxy.url}${address}?institution=5536`);
  for (const title of TILES.filter((name) => name !== 'Loan mix'))
    await expect(tile(page, title)).toHaveAttribute('aria-busy', 'false');
  await expect(tile(page, 'Ranking').getByRole('figure')).toBeVisible();
  await expect(tile(page, 'Loan mix')).toHaveAttribute('aria-busy', 'true');
  await expect(tile(page, 'Loan mix').getByRole('figure')).toBeHidden();
  proxy.release();
  await expect(tile(page, 'Loan mix')).toHaveAttribute('aria-busy', 'false');
  await expect(tile(page, 'Loan mix').getByRole('figure')).toBeVisible();
  await proxy.close();
});

test('a broken stream keeps the tiles that arrived, shows an error in the others, and can be retried', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/net::ERR_(INCOMPLETE_CHUNKED_ENCODING|CONNECTION_RESET|EMPTY_RESPONSE)/);
  const address = await signInForScorecard(page, PEOPLE.alderAnalyst);
  let lines = 0;
  const proxy = await openStreamProxy(() => {
    lines += 1;
    // After the line of the choices and two tiles, up to the last line of the first run.
    return lines > 3 && lines <= TILES.length + 2 ? 'withhold' : 'pass';
  });
  await page.goto(`${proxy.url}${address}`);
  await expect(page.locator('section[aria-busy="false"]')).toHaveCount(2);
  proxy.cut();
  const retry = page.getByRole('region').getByRole('button', { name: 'Try again' });
  await expect(retry).toHaveCount(TILES.length - 2);
  await retry.first().click();
  await allTilesReady(page);
  await expect(retry).toHaveCount(0);
  await proxy.close();
});

test('the list of reports is searched, and the search is part of the address', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/reports');
  const search = page.getByRole('searchbox', { name: 'Search by title or purpose' });
  await search.fill('nothing has this name');
  await expect(page.getByText('No matching reports')).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=nothing/);
  await search.fill('scorecard');
  await expect(page.getByRole('grid').getByText('Board scorecard', { exact: true })).toBeVisible();
});
