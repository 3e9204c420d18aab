import { MantineProvider } from '@mantine/core';
import type { ReportView, ReportViews } from '@rise/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { ViewsMenu } from './views-menu.tsx';

/** The test DOM has no layout, so a menu's target would count as scrolled out of view, and the menu as hidden. */
const VISIBLE = { defaultProps: { hideDetached: false } };
const SHOWN = { components: { Menu: VISIBLE, Popover: VISIBLE } };

const report = scorecard({});
const PATH = `/api/v1/reports/${report.id}`;
const view = (name: string, more: Partial<ReportView> = {}): ReportView => ({
  id: `018f3a52-7d1c-7000-8000-0000000000${name.length}`,
  name,
  state: { filters: {} },
  shared: false,
  author: 'ada@alder.example',
  isOwn: true,
  isDefault: false,
  can: { delete: true },
  ...more,
});
const vermont = view('Vermont', { state: { filters: { state: ['VT'] } } });
const board = view('Board meeting', {
  state: { subject: '68', filters: {} },
  shared: true,
  isOwn: false,
  author: 'boss@alder.example',
  can: { delete: false },
});

let views: ReportViews;
const sent: [string, unknown][] = [];
beforeEach(() => {
  views = { views: [board, vermont], can: { share: false } };
  sent.length = 0;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input.startsWith('/assets/')) return translationServer(input);
    if (init?.method !== undefined && init.method !== 'GET')
      sent.push([`${init.method} ${input}`, init.body === undefined ? null : JSON.parse(String(init.body))]);
    return Response.json(views);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(filters: Record<string, string[]> = {}) {
  const texts = await startTranslations({ language: 'en', fetch: translationServer });
  const onChoose = vi.fn<(state: unknown) => void>();
  render(
    <I18nextProvider i18n={texts}>
      <MantineProvider theme={SHOWN}>
        <QueryClientProvider client={new QueryClient()}>
          <ViewsMenu report={report} choices={{ filters }} onChoose={onChoose} />
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>,
  );
  return { onChoose };
}
async function manage(): Promise<HTMLElement> {
  await userEvent.click(screen.getByRole('button', { name: 'Views' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save or manage views' }));
  return screen.findByRole('dialog', { name: 'Views' });
}

describe('views of a report', () => {
  it('are chosen in a menu, which says which one is shown', async () => {
    const { onChoose } = await open({ state: ['VT'] });
    await userEvent.click(await screen.findByRole('button', { name: 'Vermont' }));
    expect((await screen.findByRole('menuitemradio', { checked: true })).textContent).toBe('Vermont');
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Board meeting' }));
    expect(onChoose).toHaveBeenCalledWith(board.state);
    await userEvent.click(screen.getByRole('button', { name: 'Vermont' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'As published' }));
    expect(onChoose).toHaveBeenLastCalledWith({ filters: {} });
  });

  it('are saved from what is on the page, with a name', async () => {
    await open({ state: ['NH'] });
    const drawer = await manage();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save view' }));
    expect(within(drawer).getByText('Enter a name.')).toBeTruthy();
    await userEvent.type(within(drawer).getByRole('textbox'), 'Vermont');
    expect(within(drawer).getByText('Replaces your view of this name.')).toBeTruthy();
    // A shared view is a right of those who edit the workspace.
    expect(within(drawer).queryByRole('switch')).toBeNull();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(sent).toEqual([
        [`POST ${PATH}/views`, { name: 'Vermont', state: { filters: { state: ['NH'] } }, shared: false }],
      ]),
    );
  });

  it('say which one the report opens with, and are deleted by those who may', async () => {
    await open();
    const drawer = await manage();
    await userEvent.click(within(drawer).getByRole('radio', { name: /^Board meeting/ }));
    await userEvent.click(within(drawer).getByRole('button', { name: 'Delete Vermont' }));
    expect(within(drawer).queryByRole('button', { name: 'Delete Board meeting' })).toBeNull();
    await waitFor(() =>
      expect(sent).toEqual([
        [`PUT ${PATH}/default-view`, { view: board.id }],
        [`DELETE ${PATH}/views/${vermont.id}`, null],
      ]),
    );
  });
});
