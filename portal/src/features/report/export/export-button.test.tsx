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
      <MantineProvider env="test">
        <ExportButton report={report} choices={{ subject: '68', filters: { state: ['VT'] }, wide: 'ranking' }} />
      </MantineProvider>
    </I18nextProvider>,
  );
}

const button = () => screen.findByRole('button', { name: 'Export' });

async function choose(format: string) {
  await userEvent.click(await button());
  await userEvent.click(await screen.findByRole('menuitem', { name: format }));
}

const SENT_TO = `POST /api/v1/reports/${report.id}/export`;

it('downloads the report with the reader’s selections', async () => {
  const headers = { 'content-disposition': 'attachment; filename="scorecard.xlsx"' };
  answer = async () => new Response(new Uint8Array([1, 2, 3]), { headers });
  await open();
  await choose('Excel (.xlsx)');
  await waitFor(() => expect(clicked.mock.contexts[0]).toMatchObject({ download: 'scorecard.xlsx' }));
  await button();
  const state = { subject: '68', filters: { state: ['VT'] } };
  expect(sent).toEqual([[SENT_TO, { format: 'xlsx', state }]]);
});

it.each([
  ['PDF (A4)', 'a4'],
  ['PDF (Letter)', 'letter'],
])('prints it as %s', async (name, paper) => {
  answer = async () => new Response(new Uint8Array([1, 2, 3]));
  await open();
  await choose(name);
  await waitFor(() => expect(clicked.mock.contexts[0]).toMatchObject({ download: `${report.id}.pdf` }));
  expect(sent).toEqual([[SENT_TO, expect.objectContaining({ format: 'pdf', paper })]]);
});

it('writes it as slides', async () => {
  answer = async () => new Response(new Uint8Array([1, 2, 3]));
  await open();
  await choose('PowerPoint (.pptx)');
  await waitFor(() => expect(clicked.mock.contexts[0]).toMatchObject({ download: `${report.id}.pptx` }));
  expect(sent).toEqual([[SENT_TO, expect.objectContaining({ format: 'pptx' })]]);
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
  await open();
  await choose('PDF (A4)');
  expect((await screen.findByRole('status')).textContent).toMatch(/^Exporting…/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await button();
  expect(ended).toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says which tile kept the report from being exported', async () => {
  const error = { code: 'QUERY_INVALID', message: '“By state” has more rows.', details: [], requestId: 'r' };
  answer = async () => Response.json({ error }, { status: 400 });
  await open();
  await choose('Excel (.xlsx)');
  expect((await screen.findByRole('alert')).textContent).toBe('“By state” has more rows.');
});
