import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { ExportButton } from './export-button.tsx';

const report = scorecard({});
/** The test DOM would follow the link, and be gone for all tests after it. */
let clicked: MockInstance<() => void>;
let answer: (init: RequestInit) => Promise<Response>;
const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => {
    if (input.startsWith('/assets/')) return translationServer(input);
    sent.push([`${init.method} ${input}`, JSON.parse(String(init.body))]);
    return answer(init);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function open() {
  const texts = await startTranslations({ language: 'en', fetch: translationServer });
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider>
        <ExportButton report={report} choices={{ subject: '68', filters: { state: ['VT'] }, wide: 'ranking' }} />
      </MantineProvider>
    </I18nextProvider>,
  );
  return screen.getByRole('button', { name: 'Export to Excel' });
}

it('downloads the report with the reader’s selections', async () => {
  const headers = { 'content-disposition': 'attachment; filename="scorecard.xlsx"' };
  answer = async () => new Response(new Uint8Array([1, 2, 3]), { headers });
  await userEvent.click(await open());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Export to Excel' })).toBeTruthy());
  expect(clicked.mock.contexts[0]).toMatchObject({ download: 'scorecard.xlsx' });
  const state = { subject: '68', filters: { state: ['VT'] } };
  expect(sent).toEqual([[`POST /api/v1/reports/${report.id}/export`, { format: 'xlsx', state }]]);
});

it('is canceled while it runs, and nothing is reported', async () => {
  const ended = vi.fn<() => void>();
  answer = ({ signal }) =>
    new Promise((_, reject) => {
      signal!.addEventListener('abort', () => {
        ended();
        reject(signal!.reason as Error);
      });
    });
  await userEvent.click(await open());
  expect(screen.getByRole('status').textContent).toMatch(/^Exporting…/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Export to Excel' })).toBeTruthy();
  expect(ended).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says which tile kept the report from being exported', async () => {
  const error = { code: 'QUERY_INVALID', message: '“By state” has more rows.', details: [], requestId: 'r' };
  answer = async () => Response.json({ error }, { status: 400 });
  await userEvent.click(await open());
  expect((await screen.findByRole('alert')).textContent).toBe('“By state” has more rows.');
});
