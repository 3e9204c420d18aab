import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { DataSheet } from './data-sheet.tsx';
import type { SheetColumn } from './sheet-column.ts';

afterEach(cleanup);

const COLUMNS: SheetColumn[] = [
  { id: 'id', title: 'id', width: 100, numeric: true, pinned: true },
  { id: 'name', title: 'name', width: 100, sort: 'ascending' },
  { id: 'note', title: 'note', width: 100 },
];
const VALUES = ['null', 'a\tb', '=1+1'];

function show(rows = 5) {
  const onOpenRow = vi.fn<(row: number) => void>();
  const onColumnsInView = vi.fn<(ids: readonly string[]) => void>();
  render(
    <Rise>
      <DataSheet
        label="Rows"
        columns={COLUMNS}
        rowCount={rows}
        firstRow={101}
        rowLabel={(number) => `Open row ${number}`}
        cell={(row, column) =>
          column === 2 && row === 0
            ? { text: '', mark: 'null' }
            : { text: column === 0 ? String(row) : VALUES[row % 3]! }
        }
        copied={(row, column) => (column === 0 ? String(row) : VALUES[row % 3]!)}
        renderHead={({ title }) => <b>{title}</b>}
        headHeight={40}
        onOpenRow={onOpenRow}
        openRow={null}
        onColumnsInView={onColumnsInView}
      />
    </Rise>,
  );
  return { onOpenRow, onColumnsInView };
}

const cell = (row: number, column: number) =>
  document.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)!;

function copyFrom(element: HTMLElement): string {
  let text = '';
  fireEvent.copy(element, { clipboardData: { setData: (_: string, value: string) => (text = value) } });
  return text;
}

it('numbers its rows, says how columns are sorted and marks what is no text', () => {
  const { onColumnsInView } = show();
  expect(screen.getByRole('grid', { name: 'Rows' }).getAttribute('aria-rowcount')).toBe('6');
  expect(screen.getByRole('button', { name: 'Open row 101' })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: 'name' }).getAttribute('aria-sort')).toBe('ascending');
  expect(cell(0, 2).querySelector('span')?.textContent).toBe('null');
  expect(cell(1, 2).querySelector('span')).toBeNull();
  expect(onColumnsInView).toHaveBeenLastCalledWith(['id', 'name', 'note']);
});

it('is one stop; arrows move, Shift extends, copying takes the range as tab-separated values', async () => {
  show();
  expect(document.querySelectorAll('[role="gridcell"][tabindex="0"]')).toHaveLength(1);
  cell(0, 0).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(cell(1, 1));
  expect(copyFrom(cell(1, 1))).toBe('a b');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowLeft}{/Shift}');
  expect(copyFrom(cell(2, 0))).toBe('1\ta b\n2\t=1+1');
  expect(document.querySelectorAll('[data-selected]')).toHaveLength(4);
  await userEvent.keyboard('{Control>}{End}{/Control}');
  expect(document.activeElement).toBe(cell(4, 2));
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement).toBe(cell(4, 2));
});

it('opens a row by its number and by Enter', async () => {
  const { onOpenRow } = show();
  await userEvent.click(screen.getByRole('button', { name: 'Open row 103' }));
  expect(onOpenRow).toHaveBeenLastCalledWith(2);
  cell(0, 0).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(onOpenRow).toHaveBeenLastCalledWith(1);
});

it('renders few of many rows', () => {
  show(100_000);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('100001');
  expect(document.querySelectorAll('[role="row"]').length).toBeLessThan(100);
});
