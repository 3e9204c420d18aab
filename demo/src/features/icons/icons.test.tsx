import { RiseProvider } from '@rise/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { TextsProvider } from '@rise/shell/texts';
import { i18n, startTexts } from '../../i18n/texts.ts';
import { IconGrid } from './icon-grid.tsx';
import { IconPanel } from './icon-panel.tsx';
import { iconSet } from './icon-sets.ts';

const NAMES = Array.from({ length: 2122 }, (_, index) => `icon-${index}`);
const BODY = '<path fill="currentColor" d="M0 0h24v24H0z"/>';
const SHAPES = Object.fromEntries(NAMES.map((name) => [name, BODY]));

beforeAll(() => startTexts('en'));
beforeEach(() => {
  // Room for five tiles side by side, and four rows.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(5 * 144 + 16);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(5 * 144 + 16);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4 * 144);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(4 * 144);
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(425 * 144 + 16);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Catalog({ names = NAMES, first = null }: { names?: readonly string[]; first?: string | null }) {
  const [chosen, choose] = useState(first);
  return (
    <IconGrid
      label="Icons"
      names={names}
      shapes={SHAPES}
      box={24}
      size={24}
      chosen={chosen}
      opensAt={first}
      onChoose={choose}
    />
  );
}

const tile = (name: string) => screen.getByRole('gridcell', { name });
const press = (key: string, ctrlKey = false) => fireEvent.keyDown(document.activeElement!, { key, ctrlKey });
const focusedName = () => document.activeElement?.getAttribute('aria-label');

test('only visible icons are rendered, and assistive technology gets the total count', () => {
  render(<Catalog />);
  expect(screen.getAllByRole('gridcell').length).toBeLessThan(200);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('425');
  expect(screen.getByRole('grid').getAttribute('aria-colcount')).toBe('5');
});

test('arrow keys move through rows and columns; Enter or a click selects', async () => {
  render(<Catalog />);
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toEqual([tile('icon-0')]);
  tile('icon-0').focus();
  for (const [key, name] of [
    ['ArrowRight', 'icon-1'],
    ['ArrowDown', 'icon-6'],
    ['End', 'icon-9'],
    ['Home', 'icon-5'],
    ['ArrowLeft', 'icon-4'],
    ['ArrowUp', 'icon-4'],
  ] as const) {
    press(key);
    expect(focusedName()).toBe(name);
  }
  press('Enter');
  expect(tile('icon-4').getAttribute('aria-selected')).toBe('true');
  fireEvent.click(tile('icon-7'));
  expect(tile('icon-7').getAttribute('aria-selected')).toBe('true');
  expect(tile('icon-4').getAttribute('aria-selected')).toBe('false');
  press('End', true);
  await waitFor(() => expect(focusedName()).toBe('icon-2121'));
  press('Home', true);
  await waitFor(() => expect(focusedName()).toBe('icon-0'));
});

test('an address that names an icon opens at it', async () => {
  render(<Catalog first="icon-1500" />);
  await waitFor(() => expect(tile('icon-1500').getAttribute('aria-selected')).toBe('true'));
});

const panel = (set: string, namespace: string, name: string, box = 24) =>
  render(
    <TextsProvider i18n={i18n}>
      <RiseProvider appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }} locale="en">
        <IconPanel set={iconSet(set)!} namespace={namespace} name={name} shape={{ box, body: BODY }} size={32} />
      </RiseProvider>
    </TextsProvider>,
  );

test('copies name and SVG and confirms it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  panel('heroicons-solid', 'heroicons_solid', 'squares-2x2', 20);
  expect(screen.getByText('heroicons_solid:squares-2x2')).toBeTruthy();
  expect(screen.getByText("import { Squares2X2Icon } from '@heroicons/react/20/solid';")).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Copy name' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('squares-2x2 copied'));
  fireEvent.click(screen.getByRole('button', { name: 'Copy SVG' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('SVG copied'));
  expect(writeText.mock.calls).toEqual([
    ['squares-2x2'],
    [`<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 20 20">${BODY}</svg>`],
  ]);
  vi.unstubAllGlobals();
});

test('does not confirm a copy that the browser blocked', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.stubGlobal('navigator', { ...navigator, clipboard: undefined });
  panel('material-twotone', '', 'home');
  fireEvent.click(screen.getByRole('button', { name: 'Copy name' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('does not allow copying'));
  vi.unstubAllGlobals();
});
