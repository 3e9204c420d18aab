import { formatFigure, CallReport, CARDS } from '../support/call-report.ts';
import { expect, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { card, openScorecard, tile } from '../support/scorecard.ts';

const drawer = 'Delinquency ratio';

test('a figure shows its formula, accounts, as-of date, version, filters and query', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst, '?institution=5536&state=CA,VA');
  await card(page, 'Delinquency')
    .getByRole('button', { name: /^About this number/ })
    .click();
  const about = page.getByRole('dialog', { name: drawer });
  await expect(about).toContainText('Loans 60 or more days past due (041B) ÷ total loans (025B).');
  await expect(about.getByText('041B ÷ 025B', { exact: true })).toBeVisible();
  await expect(about.locator('dt').filter({ hasText: /^041B$/ })).toBeVisible();
  await expect(about.locator('dd').filter({ hasText: /delinquent loans/i })).toBeVisible();
  await expect(about.locator('dt').filter({ hasText: /^025B$/ })).toBeVisible();
  await expect(about.locator('dd').filter({ hasText: /amount of loans and leases/i })).toBeVisible();
  await expect(about).toContainText('Dec 31, 2025');
  await expect(about).toContainText('1, loaded');
  await expect(about.getByText('Lending', { exact: true })).toBeVisible();
  await expect(about.getByRole('listitem').filter({ hasText: 'State is California' })).toContainText('Virginia');
  await expect(about.getByRole('group', { name: 'Semantic query' })).toContainText('"member": "5536"');
});

test('the SQL shown, run elsewhere on the NCUA files, returns the figure on the card', async ({ page }) => {
  const report = await CallReport.open();
  const query = '?institution=5536&state=CA,VA&about=delinquency_ratio&tile=key-figures';
  await openScorecard(page, PEOPLE.alderAnalyst, query);
  const text = await page.getByRole('dialog', { name: drawer }).getByRole('group', { name: 'SQL' }).innerText();
  const [sql, parameters] = text.split(/\n*-- parameters: /) as [string, string];
  // Values are bound parameters, never part of the SQL: the tenant predicate too.
  expect(sql).not.toMatch(/5536|'CA'|'VA'/);
  const values = JSON.parse(parameters) as string[];
  const { tenant } = (await (await page.request.get('/api/v1/session')).json()) as { tenant: { id: string } };
  expect(values).toContain(tenant.id);
  const [row] = await report.runAsWarehouse(sql, values, tenant.id);
  const delinquency = CARDS.find(({ title }) => title === 'Delinquency')!;
  const expected = await report.compareWithPeers(delinquency, '5536', "STATE IN ('CA', 'VA')");
  expect(Number(row!['value'])).toBeCloseTo(expected.value!, 12);
  expect(Number(row!['median'])).toBeCloseTo(expected.median!, 12);
  await expect(
    card(page, 'Delinquency').getByText(formatFigure(expected.value, delinquency), { exact: true }),
  ).toBeVisible();
});

test('a link to a figure opens its drawer; closing it keeps the report, and back opens it again', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst, '?about=delinquency_ratio&tile=key-figures');
  const about = page.getByRole('dialog', { name: drawer });
  await expect(about.getByText('041B ÷ 025B', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(page).not.toHaveURL(/about=/);
  await page.goBack();
  await expect(about).toBeVisible();
});

test('a total and a chart have a drawer too, and it shows the note of a measure', async ({ page }) => {
  await openScorecard(page, PEOPLE.alderAnalyst);
  const total = tile(page, 'By state').getByRole('row').last();
  await total.getByRole('gridcell').nth(6).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: drawer })).toContainText('041B ÷ 025B');
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Options for Distribution of peers' }).click();
  await page.getByRole('menuitem', { name: 'About: Net worth ratio' }).click();
  const about = page.getByRole('dialog', { name: 'Net worth ratio' });
  await expect(about).toContainText('Note:');
  await expect(about).toContainText('997 ÷ 010');
});
