import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sendCall } from '../../client/client.ts';
import { showPage } from '../../testing/show-page.tsx';
import FinanceDashboardPage from './finance-dashboard.page.tsx';
import type { Finance } from './finance.ts';
import TransactionsPage from './transactions.page.tsx';

const HOME = '/dashboards/finance';
const ALL = '/dashboards/finance/transactions';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const finance = async () => (await sendCall('GET /api/dashboards/finance')) as Finance;
const grid = (name: string) => screen.findByRole('grid', { name });
/** Waits for a card that has loaded its data. */
const card = (name: string) =>
  waitFor(() => {
    const element = screen.getByRole('region', { name });
    expect(element.getAttribute('aria-busy')).toBe('false');
    return element;
  });
/** The cell texts of a column. */
const column = (table: HTMLElement, index: number) =>
  [...table.querySelectorAll(`tbody [data-column="${index}"]`)].map((cell) => cell.textContent);
/** "−$1,249.00" as cents. */
const cents = (text: string) => Number(text.replace('−', '-').replaceAll(/[^\d-]/g, ''));
const saved = () => {
  const blobs: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:saved';
  });
  return () => blobs.at(-1)!.text();
};

test('the rows of the full list add up to its total, and those of a statement to its amount', async () => {
  await showPage(TransactionsPage, ALL);
  const { recentTransactions, previousStatement } = await finance();
  const table = await grid('Transactions');
  const shown = column(table, 3).map((text) => cents(text));
  expect(shown).toHaveLength(recentTransactions.length);
  const total = shown.reduce((sum, amount) => sum + amount, 0);
  expect(cents(table.querySelector('tfoot')!.textContent)).toBe(total);
  cleanup();

  await showPage(TransactionsPage, `${ALL}?statement=previous`);
  const statement = await grid('Transactions');
  const spent = column(statement, 3).reduce((sum, text) => sum - cents(text), 0);
  expect(spent).toBe(Math.round(previousStatement.spent * 100));
});

test('finds transactions by any word, ignoring case, and stores the search in the address', async () => {
  const { address } = await showPage(TransactionsPage, ALL, 'tr');
  fireEvent.change(await screen.findByRole('searchbox', { name: 'İşlemlerde ara' }), { target: { value: 'SIGORTA' } });
  expect(new Set(column(await grid('İşlemler'), 2))).toEqual(new Set(['Sigorta']));
  await waitFor(() => expect(address()).toBe(`${ALL}?q=SIGORTA`));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '1.249,00' } });
  expect(column(await grid('İşlemler'), 2)).toEqual(['Mobilya']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'mobilya 640' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Filtreleri temizle' }));
  expect((await grid('İşlemler')).querySelectorAll('tbody tr').length).toBeGreaterThan(20);
});

test('sorts the latest transactions, and a link preserves the order', async () => {
  const { address } = await showPage(FinanceDashboardPage, HOME);
  const table = await grid('Recent transactions');
  fireEvent.click(within(table).getByRole('button', { name: /Amount/ }));
  await waitFor(() => expect(address()).toBe(`${HOME}?sort=amount-desc`));
  const falling = column(table, 3).map((text) => cents(text));
  expect(falling).toEqual(falling.toSorted((one, other) => other - one));
  expect(falling.length).toBeGreaterThan(5);
  fireEvent.click(within(table).getByRole('button', { name: /Name/ }));
  await waitFor(() => expect(address()).toBe(`${HOME}?sort=name-asc`));
  const names = column(table, 2);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
});

test('a shorter period shows fewer days and the growth within them', async () => {
  await showPage(FinanceDashboardPage, `${HOME}?period=month`);
  const { accountBalance } = await finance();
  const shown = await card('Account balance');
  const days = () => within(shown).getAllByRole('row').length - 1;
  expect(days()).toBe(11);
  const actual = accountBalance.series[1]!.data;
  const growth = (actual.at(-1)!.y / actual.at(-11)!.y - 1) * 100;
  expect(shown.textContent).toContain(`${Math.abs(growth).toFixed(1)}%`);

  fireEvent.click(within(shown).getByRole('button', { name: 'Period of the balance: Last 30 days' }));
  fireEvent.click(await within(shown).findByRole('menuitemradio', { name: 'Last 12 months' }));
  await waitFor(() => expect(days()).toBe(actual.length));
  expect(shown.textContent).toContain(`${accountBalance.growRate.toFixed(1)}%`);
});

test("a statement's menu exports its transactions and prints it", async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const text = saved();
  await showPage(FinanceDashboardPage, HOME);
  const { currentStatement } = await finance();
  const shown = await card('Current statement');
  expect(shown.textContent).toContain('Due');
  fireEvent.click(within(shown).getByRole('button', { name: /Current statement/ }));
  fireEvent.click(await within(shown).findByRole('menuitem', { name: /Download transactions/ }));
  const lines = (await text()).trim().split('\r\n').slice(1);
  const spent = lines.reduce((sum, line) => sum - Number(line.split(',').at(-2)), 0);
  expect(spent).toBeCloseTo(currentStatement.spent, 9);

  fireEvent.click(within(shown).getByRole('button', { name: /Current statement/ }));
  fireEvent.click(await within(shown).findByRole('menuitem', { name: 'Print statement' }));
  expect(print).toHaveBeenCalledOnce();
  const sheet = screen.getByRole('heading', { level: 1, name: 'Current statement' });
  expect(cents(sheet.parentElement!.querySelector('tfoot td')!.textContent)).toBe(
    Math.round(currentStatement.spent * 100),
  );
  fireEvent(window, new Event('afterprint'));
  expect(sheet.isConnected).toBe(false);
});

test('the budget warns only of exceeded limits', async () => {
  await showPage(FinanceDashboardPage, HOME);
  const { budget } = await finance();
  const shown = await card('Budget');
  const warned = within(shown)
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.includes('over your limit'));
  expect(warned.map((row) => within(row).getByRole('heading').textContent)).toEqual(['Bills']);
  expect(warned[0]!.textContent).toContain(`$${(budget.bills - budget.billsLimit).toFixed(2)} over your limit`);
});
