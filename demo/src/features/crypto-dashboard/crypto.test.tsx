import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { sendCall } from '../../client/client.ts';
import { showPage } from '../../testing/show-page.tsx';
import CryptoDashboardPage from './crypto-dashboard.page.tsx';
import type { Crypto } from './crypto.ts';

afterEach(cleanup);

const HOME = '/dashboards/crypto';
/** Tests are as wide as a tablet, where the panel is a dialog. */
const openPanel = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('updates each field from the other and shows the result', async () => {
  await showPage(CryptoDashboardPage, HOME);
  await openPanel('Watchlist and converter');
  const { prices } = (await sendCall('GET /api/dashboards/crypto')) as Crypto;
  type(await box('Amount in BTC'), '2');
  const usd = await box('Amount in USD');
  expect(Number(usd.value)).toBeCloseTo(2 * prices.btc, 2);
  type(usd, '1000');
  const coins = (await box('Amount in BTC')).value;
  expect(coins).toBe(String(Number((1000 / prices.btc).toFixed(8))));
  expect(screen.getByRole('status').textContent).toContain(`For $1,000.00 you would get ${coins} BTC.`);
});

test('parses decimal commas in Turkish and rejects selling more than is owned', async () => {
  await showPage(CryptoDashboardPage, `${HOME}?side=sell&coin=eth`, 'tr');
  await openPanel('İzleme listesi ve çevirici');
  const { prices } = (await sendCall('GET /api/dashboards/crypto')) as Crypto;
  type(await box('ETH tutarı'), '0,5');
  const usd = (await box('USD tutarı')).value;
  expect(Number(usd.replace(',', '.'))).toBeCloseTo(prices.eth / 2, 1);
  type(await box('ETH tutarı'), '6,26');
  await waitFor(() => expect(screen.getByText('Bu, 6,25 ETH olan bakiyenizden fazla.')).toBeTruthy());
  type(await box('ETH tutarı'), '0.5');
  expect(screen.getByText('Bu bir sayı değil. Ondalıklar 0,5 gibi yazılır.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Bakiyenin tamamını kullan' }));
  expect((await box('ETH tutarı')).value).toBe('6,25');
  expect(screen.getByRole('status').textContent).toContain('İşlem sonrası bakiye: 0 ETH');
});
