import type { AssistantUse } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const USE: AssistantUse = {
  hasModel: true,
  hasPrices: true,
  limits: { assistantTokens: 2_000_000, assistantCost: null },
  month: { tokens: 500_000, cost: 1.25 },
  days: [
    { day: '2026-01-20', questions: 12, people: 3, inputTokens: 9000, outputTokens: 1200, cost: 0.0123, helpful: 4, unhelpful: 1 }, // prettier-ignore
  ],
  reasons: { wrong: 0, 'off-topic': 2, outdated: 0, unclear: 0 },
};
const open = async (use: Partial<AssistantUse> = {}) => {
  server.answers['GET /api/v1/assistant-use'] = () => Response.json({ ...USE, ...use });
  await openPortal('/assistant-usage', person('tenant.admin'));
  await screen.findByRole('heading', { name: 'This month' });
};

it('shows the month with its limits, the days, and why answers did not help', async () => {
  await open();
  expect(screen.getByText('500,000 of 2,000,000')).toBeTruthy();
  expect(screen.getByText('$1.25, without a limit')).toBeTruthy();
  const row = screen.getAllByRole('row')[1]!;
  expect(within(row).getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['12', '3', '9,000', '1,200', '4', '1', '$0.0123']); // prettier-ignore
  expect(screen.getByText('It misses my question').nextElementSibling?.textContent ?? '').toBe('2');
});

it('says that nothing was asked, that there is no model, and that prices are not known', async () => {
  await open({ days: [], hasModel: false, reasons: { wrong: 0, 'off-topic': 0, outdated: 0, unclear: 0 } });
  expect(screen.getByText('No questions in the last 30 days')).toBeTruthy();
  expect(screen.getByText(/No language model is connected here/)).toBeTruthy();
  expect(screen.queryByText('Why answers did not help')).toBeNull();
});

it('does not know costs without prices', async () => {
  await open({ hasPrices: false });
  expect(screen.getByText('Not known: the operator has set no prices')).toBeTruthy();
  expect(screen.queryByRole('columnheader', { name: 'Cost (US$)' })).toBeNull();
});
