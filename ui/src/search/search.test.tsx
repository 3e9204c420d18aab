import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { SearchBar } from './search-bar.tsx';
import { splitHighlights, type SearchResult, type SearchSet, type SearchStatus } from './search-model.ts';
import { SearchPalette } from './search-palette.tsx';
import { SearchTools } from './search-tools.tsx';

const SETS: readonly SearchSet[] = [
  {
    id: 'pages',
    label: 'Pages',
    results: [
      { id: '1', title: 'Reports', href: '#reports', highlights: [[0, 3]] },
      { id: '2', title: 'Replies', detail: 'Announcements', href: '#replies' },
    ],
  },
  { id: 'people', label: 'People', results: [{ id: '1', title: 'Rebecca Stone', href: '#rebecca' }] },
];

const ACTIONS = [{ id: 'dark', label: 'Dark appearance', onRun: vi.fn<() => void>() }];

function Palette({ status = 'ready', onChosen }: { status?: SearchStatus; onChosen?: (result: SearchResult) => void }) {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState(true);
  return (
    <SearchPalette
      opened={opened}
      onClose={() => setOpened(false)}
      query={query}
      onQuery={setQuery}
      status={query === '' ? 'idle' : status}
      sets={SETS}
      recent={['liquidity']}
      actions={ACTIONS}
      onChosen={onChosen}
    />
  );
}

function Bar() {
  const [query, setQuery] = useState('');
  return <SearchBar query={query} onQuery={setQuery} status={query === '' ? 'idle' : 'ready'} sets={SETS} />;
}

const show = (children: React.ReactNode) => render(<Rise>{children}</Rise>);
const selected = () => screen.getByRole('option', { selected: true }).textContent;
const box = () => screen.findByRole('combobox', { name: 'Search everything' });

afterEach(cleanup);

describe('the palette', () => {
  it('groups results, selects the first, and wraps around with the arrows', async () => {
    show(<Palette />);
    await userEvent.type(await box(), 'dark');
    const list = screen.getByRole('listbox');
    expect(
      within(list)
        .getAllByRole('group')
        .map((group) => group.getAttribute('aria-label')),
    ).toEqual(['Pages', 'People', 'Actions']);
    expect(selected()).toBe('Reports');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBe('Rebecca Stone');
    expect((await box()).getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(selected()).toBe('Reports');
    await userEvent.keyboard('{ArrowUp}');
    expect(selected()).toBe('Dark appearance');
  });

  it('runs the command of a set, which comes after its results', async () => {
    const onRun = vi.fn<() => void>();
    const sets = [{ ...SETS[1]!, actions: [{ id: 'invite', label: 'Invite a colleague', onRun }] }];
    show(<SearchBar query="re" onQuery={vi.fn<(query: string) => void>()} status="ready" sets={sets} />);
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await box();
    await userEvent.keyboard('{ArrowDown}');
    expect(selected()).toBe('Invite a colleague');
    await userEvent.keyboard('{Enter}');
    expect(onRun).toHaveBeenCalledOnce();
  });

  it('opens with Enter, reports the result, and closes', async () => {
    const onChosen = vi.fn<(result: SearchResult) => void>();
    show(<Palette onChosen={onChosen} />);
    await userEvent.type(await box(), 're{ArrowDown}{Enter}');
    expect(onChosen).toHaveBeenCalledWith(SETS[0]!.results[1]);
    await waitFor(() => expect(screen.queryByRole('option', { name: /Replies/ })).toBeNull());
  });

  it('runs actions', async () => {
    show(<Palette status="empty" />);
    await userEvent.type(await box(), 'dark');
    expect(screen.getByText('Nothing found for “dark”')).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(ACTIONS[0]!.onRun).toHaveBeenCalledOnce();
  });

  it('offers recent searches before typing', async () => {
    show(<Palette />);
    expect((await screen.findByRole('group', { name: 'Recent searches' })).textContent).toContain('liquidity');
    await userEvent.type(await box(), '{Enter}');
    expect(((await box()) as HTMLInputElement).value).toBe('liquidity');
  });

  it.each([
    ['short', 'Type at least two characters'],
    ['error', 'The search failed. Try again.'],
  ] as const)('shows its state: %s', async (status, text) => {
    show(<Palette status={status} />);
    await userEvent.type(await box(), 'x');
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Reports' })).toBeNull();
  });
});

it('clears the recent searches, in the bar and in the palette, and the focus stays', async () => {
  const [key, find] = ['rise.test.recent', async () => [...SETS]];
  const recent = () => screen.queryByRole('group', { name: 'Recent searches' });
  for (const opened of [false, true]) {
    localStorage.setItem(key, '["liquidity"]');
    show(<SearchTools find={find} actions={ACTIONS} recentKey={key} palette={[opened, () => undefined]} />);
    if (!opened) await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(() => expect(recent()).not.toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(recent()).toBeNull();
    expect(document.activeElement).toBe(await box());
    expect(localStorage.getItem(key)).toBe('[]');
    cleanup();
  }
});

describe('the bar', () => {
  it('opens from its button with focus; Escape closes the results, then the bar', async () => {
    show(<Bar />);
    const magnifier = screen.getByRole('button', { name: 'Search' });
    await userEvent.click(magnifier);
    const input = await box();
    expect(document.activeElement).toBe(input);
    await userEvent.type(input, 're');
    expect(screen.getAllByRole('option')).toHaveLength(3);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(document.activeElement).toBe(magnifier);
  });
});

describe('matches', () => {
  it('are highlighted', () => {
    expect(
      splitHighlights('Liquidity report', [
        [0, 3],
        [10, 13],
      ]).map(({ text, marked: match }) => (match ? `[${text}]` : text)),
    ).toEqual(['[Liq]', 'uidity ', '[rep]', 'ort']);
    expect(splitHighlights('Plain').map(({ text }) => text)).toEqual(['Plain']);
  });
});
