import type { Cell } from '@rise/contract';
import { DataGrid, type DataGridColumn } from '@rise/ui';
import { asFigure } from '../fields.ts';
import type { FlatTable } from './flat-table.ts';

interface Row {
  key: string;
  cells: readonly (Cell | undefined)[];
}

/** A tile's figures as rows, with what they are called, in place of its drawing. */
export function FlatTableView({ label, table, height }: { label: string; table: FlatTable; height: number }) {
  const columns = table.columns.map(({ title, format }, place): DataGridColumn<Row> => ({
    id: String(place),
    title,
    value: ({ cells }) => (format ? asFigure(cells[place]) : text(cells[place])),
    ...(format ? { format } : { width: 200 }),
  }));
  const rows = table.rows.map((cells, place): Row => ({ key: String(place), cells }));
  return (
    <DataGrid
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      density="compact"
      defaultSort={null}
      maxHeight={height}
    />
  );
}

const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));
