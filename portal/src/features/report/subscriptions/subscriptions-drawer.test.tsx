import { MantineProvider } from '@mantine/core';
import type { ReportSubscription, ReportSubscriptions, SubscriptionRun } from '@rise/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { adoptSession } from '../../../session/session.ts';
import type { ReportChoices } from '../report.state.ts';
import { scorecard } from '../scorecard.fixture.ts';
import SubscriptionsDrawer from './subscriptions-drawer.tsx';

const report = scorecard({});
const PATH = `/api/v1/reports/${report.id}/subscriptions`;
const ADA = { account: '6a0c2d5e-1111-4222-8333-444455556666', name: 'Ada Alder', email: 'ada@alder.example' };
const BEN = { account: '6a0c2d5e-1111-4222-8333-444455557777', name: 'Ben Alder', email: 'ben@alder.example' };

const run = (more: Partial<SubscriptionRun>): SubscriptionRun => ({
  id: `018f3a52-7d1c-7000-8000-${String(Object.keys(more).length).padStart(12, '0')}`,
  slot: '2026-01-05T05:00:00.000Z',
  scheduled: true,
  status: 'sent',
  skipped: null,
  failure: null,
  dataVersion: 1,
  finishedAt: '2026-01-05T05:00:10.000Z',
  deliveries: [],
  ...more,
});
const mondays: ReportSubscription = {
  id: '018f3a52-7d1c-7000-8000-000000000001',
  report: report.id,
  title: 'Monday figures',
  rule: { every: 'week', on: 1, at: '08:00' },
  state: { filters: { state: ['VT'] } },
  attachments: ['xlsx'],
  onlyNew: true,
  webhook: null,
  revision: 3,
  zone: 'Europe/Istanbul',
  recipients: [ADA],
  outside: null,
  owner: ADA.email,
  isOwn: true,
  paused: null,
  next: ['2026-01-12T05:00:00.000Z', '2026-01-19T05:00:00.000Z', '2026-01-26T05:00:00.000Z'],
  lastRuns: [
    run({
      deliveries: [{ email: BEN.email, status: 'skipped', skipped: 'no-access', failure: null }],
    }),
    run({ slot: '2025-12-29T05:00:00.000Z', status: 'skipped', skipped: 'unchanged' }),
  ],
  can: { change: true, leave: false },
};

let known: ReportSubscriptions;
const sent: [string, unknown][] = [];
beforeEach(() => {
  known = { subscriptions: [mondays], people: [ADA], zone: 'Europe/Istanbul', mail: true, outside: null, webhooks: [], can: { share: false } }; // prettier-ignore
  sent.length = 0;
  adoptSession({
    account: { id: ADA.account, email: ADA.email, firstName: 'Ada', lastName: 'Alder', avatar: null },
  } as Parameters<typeof adoptSession>[0]);
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.startsWith('/assets/')) return translationServer(input);
    if (init?.method !== undefined && init.method !== 'GET')
      sent.push([`${init.method} ${input}`, init.body === undefined ? null : JSON.parse(String(init.body))]);
    return Response.json(known);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(language: 'en' | 'tr' = 'en', filters: ReportChoices['filters'] = {}): Promise<HTMLElement> {
  const texts = await startTranslations({ language, fetch: translationServer });
  const noop = () => undefined;
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <SubscriptionsDrawer report={report} choices={{ filters }} onClose={noop} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return screen.findByRole('listitem', { name: 'Monday figures' });
}
const press = (within_: HTMLElement, name: string) => userEvent.click(within(within_).getByRole('button', { name }));

describe('subscriptions of a report', () => {
  it('say in words when they are sent, the next three times, and what became of the last', async () => {
    const item = await open();
    expect(within(item).getByText('Every Monday at 08:00, Europe/Istanbul')).toBeTruthy();
    const lines = within(item)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    // On the clocks of the tenant's zone.
    expect(lines.slice(0, 3)).toEqual([
      'Mon, Jan 12, 2026, 08:00',
      'Mon, Jan 19, 2026, 08:00',
      'Mon, Jan 26, 2026, 08:00',
    ]);
    expect(lines.slice(3)).toEqual([
      'Mon, Jan 5, 2026, 08:00: Sent; ben@alder.example: may not open the report',
      'Mon, Dec 29, 2025, 08:00: Skipped: the data is not new',
    ]);
    expect(item.textContent).toContain('As Excel workbook · Only when the data is new · With other selections');
  });

  it('are in Turkish, too', async () => {
    const item = await open('tr');
    expect(within(item).getByText('Her Pazartesi 08:00, Europe/Istanbul')).toBeTruthy();
    expect(item.textContent).toContain('Atlandı: veriler yeni değil');
  });

  it('are paused, sent at once, and deleted', async () => {
    const item = await open();
    await press(item, 'Send to me now');
    await press(item, 'Pause');
    await press(item, 'Delete');
    await waitFor(() =>
      expect(sent).toEqual([
        [`POST ${PATH}/${mondays.id}/send`, null],
        [`POST ${PATH}/${mondays.id}/pause`, { paused: true }],
        [`DELETE ${PATH}/${mondays.id}`, null],
      ]),
    );
  });

  it('are new with the selections on the page, and to oneself alone without the right to send to others', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'New subscription' }));
    expect(screen.queryByRole('combobox', { name: 'Recipients' })).toBeNull();
    const name = screen.getByRole('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    await userEvent.type(name, 'Month end');
    fireEvent.change(screen.getByRole('combobox', { name: 'Frequency' }), { target: { value: 'month' } });
    fireEvent.change(screen.getByRole('combobox', { name: 'Day of the month' }), { target: { value: 'last' } });
    await userEvent.click(screen.getByRole('checkbox', { name: 'As PDF' }));
    await userEvent.click(screen.getByRole('switch', { name: /^Only when the data is new/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() =>
      expect(sent).toEqual([
        [
          `POST ${PATH}`,
          {
            title: 'Month end',
            rule: { every: 'month', on: 'last', at: '08:00' },
            state: { filters: {} },
            attachments: ['pdf'],
            onlyNew: true,
            webhook: null,
            recipients: [ADA.account],
            outside: null,
          },
        ],
      ]),
    );
  });

  it('are changed as they were seen, and keep their selections', async () => {
    const operations = { id: '6a0c2d5e-1111-4222-8333-444455558888', name: 'Operations' };
    known = { ...known, can: { share: true }, people: [ADA, BEN], webhooks: [operations] };
    const item = await open();
    await press(item, 'Edit');
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '09:30' } });
    await userEvent.selectOptions(screen.getByLabelText('Send to a webhook'), 'Operations');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sent).toEqual([
        [
          `PATCH ${PATH}/${mondays.id}`,
          {
            title: 'Monday figures',
            rule: { every: 'week', on: 1, at: '09:30' },
            attachments: ['xlsx'],
            onlyNew: true,
            webhook: operations.id,
            recipients: [ADA.account],
            outside: null,
            basedOn: 3,
          },
        ],
      ]),
    );
  });

  it('go to addresses outside at allowed domains, with the rows that the page is limited to', async () => {
    const outside = { domains: ['auditors.example'], fields: ['state'] };
    known = { ...known, can: { share: true }, outside };
    await open('en', { state: ['VT'], city: ['Barre'] });
    await userEvent.click(screen.getByRole('button', { name: 'New subscription' }));
    const addresses = screen.getByLabelText('Addresses outside');
    await userEvent.type(addresses, 'Eva@auditors.example{Enter}eve@elsewhere.example');
    expect(screen.getByText(/^They see: .*VT|^They see: .*Vermont/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    expect(screen.getByText('At no domain that your organization allows: eve@elsewhere.example')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.clear(addresses);
    await userEvent.type(addresses, 'Eva@auditors.example');
    await userEvent.selectOptions(screen.getByLabelText('Language of their mail'), 'Türkçe');
    await userEvent.click(screen.getByRole('button', { name: 'Subscribe' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        [
          `POST ${PATH}`,
          { outside: { addresses: ['eva@auditors.example'], filters: { state: ['VT'] }, language: 'tr' } },
        ],
      ]),
    );
  });

  it('show addresses outside with the rows they see, and why one gets nothing', async () => {
    const gone = { address: 'eva@auditors.example', stopped: 'unsubscribed' as const };
    known = { ...known, subscriptions: [{ ...mondays, outside: { addresses: [gone], filters: { state: ['VT'] }, language: 'en' } }] }; // prettier-ignore
    const item = await open();
    expect(item.textContent).toMatch(
      /Outside: eva@auditors\.example \(was unsubscribed by its reader\) · they see \w+: V/,
    );
  });

  it('say where mail stays in the outbox because there is no mail server', async () => {
    known = { ...known, mail: false };
    await open();
    expect(screen.getByText(/^No mail server is set up here: mail stays in the outbox/)).toBeTruthy();
  });
});
