import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { DataGrid, type DataGridProps } from './data-grid.tsx';
import type { DataGridColumn, DataGridSort } from './data-grid-column.ts';

interface Row {
  state: string;
  assets: string | null;
  ratio: number | null;
}

const ROWS: readonly Row[] = [
  { state: 'Ohio', assets: '9007199254740992', ratio: 0.1 },
  { state: 'Çankaya', assets: null, ratio: 0.3 },
  { state: 'Texas', assets: '9007199254740993', ratio: null },
  { state: 'Alaska', assets: '-5', ratio: 0.2 },
];

const COLUMNS: readonly DataGridColumn<Row>[] = [
  { id: 'state', title: 'State', value: (row) => row.state },
  { id: 'assets', title: 'Assets', unit: '$', value: (row) => row.assets, format: { unit: 'currency' }, about: true },
  { id: 'ratio', title: 'Ratio', value: (row) => row.ratio, format: { unit: 'percent', decimals: 1 }, sortable: false },
];

const show = (props: Partial<DataGridProps<Row>> = {}) =>
  render(
    <Rise>
      <DataGrid label="By state" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.state} {...props} />
    </Rise>,
  );

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent);
const head = (name: RegExp) => screen.getByRole('columnheader', { name });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the grid', () => {
  it('sorts exactly, greatest first, and leaves rows without a value last both ways', async () => {
    show();
    expect(head(/Assets/).getAttribute('aria-sort')).toBe('none');
    await userEvent.click(within(head(/Assets/)).getByRole('button'));
    expect(names()).toEqual(['Texas', 'Ohio', 'Alaska', 'Çankaya']);
    expect(head(/Assets/).getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(within(head(/Assets/)).getByRole('button'));
    expect(names()).toEqual(['Alaska', 'Ohio', 'Texas', 'Çankaya']);
    expect(head(/Assets/).getAttribute('aria-sort')).toBe('ascending');
  });

  it('sorts texts by locale', async () => {
    show();
    await userEvent.click(within(head(/State/)).getByRole('button'));
    expect(names()).toEqual(['Alaska', 'Çankaya', 'Ohio', 'Texas']);
  });

  it('has no sort buttons for unsortable columns, and calls back for external sorting', async () => {
    const onSortChange = vi.fn<(sort: DataGridSort) => void>();
    show({ sort: null, onSortChange });
    expect(within(head(/Ratio/)).queryByRole('button')).toBeNull();
    await userEvent.click(within(head(/Assets/)).getByRole('button'));
    expect(onSortChange).toHaveBeenCalledWith({ id: 'assets', direction: 'desc' });
    expect(names()).toEqual(['Ohio', 'Çankaya', 'Texas', 'Alaska']);
  });

  it('shows totals in a separate row and counts it', () => {
    show({ totals: { assets: '123456789012345678901', ratio: 0.25 } });
    const total = screen.getByRole('rowheader', { name: 'Total' }).closest('tr')!;
    expect(total.textContent).toBe('Total$123,456,789,012,345,678,90125.0%');
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('6');
  });

  it('shows a missing value as an en dash', () => {
    show();
    expect(screen.getAllByText('–')).toHaveLength(2);
  });

  it('opens “About this number” by keyboard, moving between cells with the arrows', async () => {
    const onAbout = vi.fn<(column: string, row: Row | null) => void>();
    show({ onAbout, totals: { assets: '1' } });
    screen.getByRole('rowheader', { name: 'Ohio' }).focus();
    await userEvent.keyboard('{ArrowRight}{Enter}');
    expect(onAbout).toHaveBeenLastCalledWith('assets', ROWS[0]);
    await userEvent.keyboard('{Control>}{End}{/Control}{ArrowLeft}{Enter}');
    expect(onAbout).toHaveBeenLastCalledWith('assets', null);
  });

  it('has one tab stop for all cells', () => {
    show({ onAbout: () => {} });
    const stops = screen.getByRole('grid').querySelectorAll('tbody [tabindex="0"]');
    expect(stops).toHaveLength(1);
  });

  it('renders only a part of many rows, with the total row count', () => {
    // happy-dom has no layout: give its boxes the height of the scrolling area.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640);
    const many = Array.from({ length: 1000 }, (_, index) => ({ state: `State ${index}`, assets: '1', ratio: 0.5 }));
    show({ rows: many });
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001');
    const drawn = screen.getAllByRole('rowheader').length;
    expect(drawn).toBeGreaterThan(5);
    expect(drawn).toBeLessThan(100);
  });

  it('keeps the focused cell when it is scrolled away, and continues from there by keyboard', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640);
    const many = Array.from({ length: 1000 }, (_, index) => ({ state: `State ${index}`, assets: '1', ratio: 0.5 }));
    show({ rows: many, defaultSort: null });
    const grid = screen.getByRole('grid');
    const cell = screen.getByRole('rowheader', { name: 'State 3' });
    act(() => cell.focus());
    const scroller = grid.parentElement!;
    scroller.scrollTop = 20_000;
    fireEvent.scroll(scroller);
    expect(screen.getAllByRole('rowheader').at(-1)!.textContent).toMatch(/^State 6\d\d$/);
    expect(document.activeElement).toBe(cell);
    const heights = [...grid.querySelectorAll<HTMLElement>('tbody > tr[aria-hidden]')].map((gap) => gap.style.height);
    expect(heights).toHaveLength(3);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('State 4');
    // happy-dom scrolls without an event.
    fireEvent.scroll(scroller);
    expect(scroller.scrollTop).toBeLessThan(640);
    act(() => (document.activeElement as HTMLElement).blur());
    expect(grid.querySelectorAll('tbody > tr[aria-hidden]')).toHaveLength(1);
  });

  describe('with more columns than fit', () => {
    const wide: readonly DataGridColumn<Row>[] = Array.from({ length: 30 }, (_, place) => ({
      id: `c${place}`,
      title: `Column ${place + 1}`,
      value: (row) => (place === 0 ? row.state : `${row.state} ${place + 1}`),
      width: 100,
    }));
    const showWide = () => {
      vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
      vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(3000);
      show({ columns: wide, totals: {} });
      return screen.getByRole('grid');
    };
    const drawn = (grid: HTMLElement, selector: string) =>
      [...grid.querySelectorAll(selector)].map((cell) => Number(cell.getAttribute('aria-colindex')));

    it('renders those in view with index and count, and keeps the width of the others', () => {
      const grid = showWide();
      expect(grid.getAttribute('aria-colcount')).toBe('30');
      const shown = drawn(grid, 'thead [aria-colindex]');
      expect(shown.length).toBeLessThan(15);
      expect(shown).toEqual(shown.map((_, place) => place + 1));
      for (const row of grid.querySelectorAll('tr')) {
        expect(drawn(row, '[aria-colindex]')).toEqual(shown);
        const left = [...row.querySelectorAll<HTMLTableCellElement>('[aria-hidden="true"][colspan]')];
        expect(left.map(({ colSpan }) => colSpan)).toEqual([30 - shown.length]);
      }
    });

    it('keeps the first one when scrolled to the last ones, and one tab stop', () => {
      const grid = showWide();
      const scroller = grid.parentElement!;
      scroller.scrollLeft = 2400;
      fireEvent.scroll(scroller);
      const shown = drawn(grid, 'thead [aria-colindex]');
      expect(shown[0]).toBe(1);
      expect(shown[1]).toBeGreaterThan(15);
      expect(shown.at(-1)).toBe(30);
      expect(grid.querySelectorAll('tbody [tabindex="0"]')).toHaveLength(1);
    });

    it('keeps the focused cell when it is scrolled away', () => {
      const grid = showWide();
      const cell = screen.getByRole('gridcell', { name: 'Ohio 3' });
      act(() => cell.focus());
      grid.parentElement!.scrollLeft = 2400;
      fireEvent.scroll(grid.parentElement!);
      const shown = drawn(grid, 'thead [aria-colindex]');
      expect(shown.slice(0, 2)).toEqual([1, 3]);
      expect(shown.at(-1)).toBe(30);
      expect(document.activeElement).toBe(cell);
      for (const row of grid.querySelectorAll('tr')) {
        const cells = [...row.children] as HTMLTableCellElement[];
        expect(cells.reduce((sum, { colSpan }) => sum + colSpan, 0)).toBe(30);
      }
    });

    it('moves by keyboard to one that was not rendered', async () => {
      const grid = showWide();
      // happy-dom does not scroll by itself.
      vi.spyOn(grid.parentElement!, 'scrollTo').mockImplementation((to) => {
        grid.parentElement!.scrollLeft = (to as ScrollToOptions).left!;
        fireEvent.scroll(grid.parentElement!);
      });
      screen.getByRole('rowheader', { name: 'Ohio' }).focus();
      await userEvent.keyboard('{End}');
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Ohio 30'));
      expect(document.activeElement?.getAttribute('aria-colindex')).toBe('30');
    });
  });

  it('shows rows as cards on a narrow screen, all columns in them, sorted as the table is', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: query.includes('960px'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    show({ narrowLayout: 'cards', defaultSort: { id: 'state', direction: 'asc' } });
    expect(screen.queryByRole('grid')).toBeNull();
    const cards = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(cards()[0]).toContain('Alaska');
    expect(cards()[0]).toContain('20.0%');
    await userEvent.click(screen.getByRole('button', { name: 'Sort descending' }));
    expect(cards()[0]).toContain('Texas');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Assets');
    expect(cards()[0]).toContain('Texas');
    expect(cards().at(-1)).toContain('Çankaya');
    vi.unstubAllGlobals();
  });

  it('explains an empty grid', () => {
    show({ rows: [] });
    expect(screen.getByText('No rows')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });
});

it('shows a large amount in its column’s scale, with the exact one as tooltip', () => {
  const scaled = COLUMNS.map((column) =>
    column.id === 'assets' ? { ...column, unit: '$ m', scale: { by: 1_000_000, decimals: 1 } } : column,
  );
  show({ columns: scaled, onAbout: () => undefined, totals: { assets: '18014398509481980' } });
  const [first] = screen.getAllByRole('button', { name: '9,007,199,254.7' });
  expect(first).toHaveProperty('title', '$9,007,199,254,740,992 · About this number');
  expect(screen.getByRole('button', { name: '18,014,398,509.5' })).toHaveProperty(
    'title',
    '$18,014,398,509,481,980 · About this number',
  );
});
