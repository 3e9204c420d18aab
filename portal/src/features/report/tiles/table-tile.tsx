import type { Cell, Tile } from '@rise/contract';
import { DataGrid, type DataGridColumn, TableSkeleton } from '@rise/ui';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asFigure, dimensionNamed, measureNamed, recordsOf, totalsOf, valueTitle } from '../fields.ts';
import { withFilter } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import { filtersOf } from '../report.state.ts';
import type { TileRun } from '../report-run.ts';
import { scaledColumns, WIDTHS } from './scaled-columns.ts';
import { TileFrame } from './tile-frame.tsx';
import { type Answer } from '../report-run.ts';

type TableTile = Extract<Tile, { kind: 'table' }>;
type Row = Record<string, Cell>;
const MAX_HEIGHT = 520;

/** Measures by a dimension, with totals in the last row; a row filters the report by its value. */
export function TableTileView({ tile, run }: { tile: TableTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose, about } = useOpenReport();
  const { dimension: field } = tile;
  const dimension = dimensionNamed(report, field);
  const title = dimension ? localize(dimension.title) : field;
  const filterable = filtersOf(report).includes(field);
  const columns = useMemo<DataGridColumn<Row>[]>(
    () => [
      { id: field, title, value: (row) => valueTitle(dimension, row[field] ?? null, localize), width: 164 },
      ...tile.measures.map((name): DataGridColumn<Row> => {
        const measure = measureNamed(report, name);
        return {
          id: name,
          title: localize(measure.label ?? measure.title),
          value: (row) => asFigure(row[name]),
          format: measure.format,
          about: true,
          width: WIDTHS[measure.format.unit],
        };
      }),
    ],
    [field, title, dimension, tile.measures, report, localize],
  );
  const rows = ({ table }: Answer) => (table ? recordsOf(table.result) : []);
  const totals = ({ table }: Answer) => (table ? (totalsOf(table.result) as Record<string, string | number>) : null);
  const shown = (answer: Answer) => {
    const all = totals(answer);
    return scaledColumns(columns, all ? [...rows(answer), all] : rows(answer), { report, t });
  };
  const only = (row: Row) =>
    choose(withFilter(report, choices, resolved?.peers ?? null, { field, values: [String(row[field])] }));
  return (
    <TileFrame
      tile={tile}
      run={run}
      {...(filterable ? { subtitle: t('report.table.subtitle', { dimension: title }) } : {})}
      skeleton={<TableSkeleton rows={10} columns={Math.min(tile.measures.length + 1, 8)} />}
      empty={(answer) =>
        rows(answer).length === 0
          ? { title: t('report.noPeers.title'), text: t('report.noPeers.text'), because: 'filters' }
          : null
      }
      flat={(answer) => {
        const all = totals(answer);
        return {
          columns: columns.map(({ title: name, format }) => ({ title: name, ...(format ? { format } : {}) })),
          rows: [
            ...rows(answer).map((row) => columns.map((column) => column.value(row) as Cell)),
            ...(all ? [columns.map(({ id }) => (id === field ? t('report.total') : (all[id] ?? null)))] : []),
          ],
        };
      }}
    >
      {(answer) => (
        <DataGrid
          label={localize(tile.title)}
          columns={shown(answer)}
          rows={rows(answer)}
          rowKey={(row) => String(row[field])}
          totals={totals(answer)}
          totalsLabel={t('report.total')}
          density="compact"
          defaultSort={{ id: field, direction: 'asc' }}
          maxHeight={MAX_HEIGHT}
          onAbout={(measure) => about(measure, tile.id)}
          {...(filterable ? { onRowOpen: only } : {})}
        />
      )}
    </TileFrame>
  );
}
