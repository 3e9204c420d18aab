import type { Cell, QueryResult, Report, Tile } from '@rise/contract';
import { DataGrid, type DataGridColumn, ErrorState, TableSkeleton } from '@rise/ui';
import { IconDownload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asFigure, dimensionNamed, recordsOf, valueTitle } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import { useIsViewedAs } from '../report-source.ts';
import type { TileRun } from '../report-run.ts';
import { RowsPager } from './rows-pager.tsx';
import { scaledColumns, WIDTHS } from './scaled-columns.ts';
import { type EmptyMessage, TileFrame } from './tile-frame.tsx';
import { useDownload } from './use-download.ts';
import { type List, useList } from './use-list.ts';
import classes from './rows-tile.module.css';

type RowsTile = Extract<Tile, { kind: 'rows' }>;
type Row = Record<string, Cell>;

/** Pixels; the first column is wider. */
const TEXT_WIDTH = 140;
/** Pixels: an amount below a hundred million. */
const AMOUNT_WIDTH = 124;

/** Rows one by one, a page at a time, in the order of a column; a row of the report's members opens its member. */
export function RowsTileView({ tile, run }: { tile: RowsTile; run: TileRun }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, isFrozen = false } = useOpenReport();
  const isViewedAs = useIsViewedAs();
  const list = useList(tile, run);
  const { result, query } = list;
  const { state, start } = useDownload();
  // By the first page of all, so that the other pages have the same units.
  const scaledBy = 'results' in run && run.results.rows ? recordsOf(run.results.rows.result) : [];
  const shown = columnsOf(report, { result, dataset: tile.dataset }, { t, localize });
  const columns = scaledColumns(shown, scaledBy, { report, t });
  const count = result?.count ?? 0;
  const opens =
    !isFrozen &&
    tile.of === 'peers' &&
    tile.dataset === undefined &&
    report.document.subject !== undefined &&
    tile.columns.includes(report.document.subject.key);
  return (
    <TileFrame
      tile={tile}
      run={list.run}
      {...(opens ? { subtitle: t('report.rows.subtitle') } : {})}
      skeleton={
        <Room rows={tile.pageSize}>
          <TableSkeleton rows={tile.pageSize} columns={Math.min(tile.columns.length, 8)} />
        </Room>
      }
      actions={
        query && count > 0 && !isFrozen && !isViewedAs
          ? [{ id: 'download', label: t('report.rows.download'), icon: IconDownload, onClick: () => start(query) }]
          : []
      }
      empty={() => (count > 0 ? null : emptyMessage(tile, t))}
      flat={() => ({
        columns: columns.map(({ title, format }) => ({ title, ...(format ? { format } : {}) })),
        rows: (result ? recordsOf(result) : []).map((row) => columns.map((column) => column.value(row) as Cell)),
      })}
    >
      {() => (
        <Room rows={tile.pageSize}>
          {state !== 'idle' && (
            <p role="status" className={state === 'failed' ? classes.failed : undefined}>
              {t(state === 'failed' ? 'report.rows.downloadFailed' : 'report.rows.downloading')}
            </p>
          )}
          {list.error || !result ? (
            <ErrorState {...errorText(list.error, t)} onRetry={list.retry} />
          ) : (
            <Page tile={tile} list={list} columns={columns} result={result} opens={opens} />
          )}
          <RowsPager
            page={list.choice.page ?? 1}
            pageSize={tile.pageSize}
            count={count}
            onPage={(page) => list.change({ ...list.choice, page })}
          />
        </Room>
      )}
    </TileFrame>
  );
}

const Room = ({ rows, children }: { rows: number; children: ReactNode }) => (
  <div className={classes.list} style={{ '--rows': rows } as CSSProperties}>
    {children}
  </div>
);

const emptyMessage = ({ of }: RowsTile, t: TFunction): EmptyMessage =>
  of === 'peers'
    ? { title: t('report.noPeers.title'), text: t('report.noPeers.text'), because: 'filters' }
    : { title: t('report.rows.none.title'), text: t('report.rows.none.text') };

interface PageProps {
  tile: RowsTile;
  list: List;
  columns: readonly DataGridColumn<Row>[];
  result: QueryResult;
  /** Whether a row opens its member. */
  opens: boolean;
}

function Page({ tile, list, columns, result, opens }: PageProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, subject, choose, about } = useOpenReport();
  const key = report.document.subject?.key ?? '';
  const rows = recordsOf(result);
  const places = new Map(rows.map((row, place) => [row, String(place)]));
  const own = opens ? rows.find((row) => String(row[key]) === subject?.key) : undefined;
  const { choice } = list;
  const usual = tile.order.find(({ field }) => tile.columns.includes(field));
  return (
    <DataGrid
      label={localize(tile.title)}
      columns={columns}
      rows={rows}
      rowKey={(row) => places.get(row)!}
      density="compact"
      sort={choice.sort ?? (usual ? { id: usual.field, direction: usual.direction } : null)}
      onSortChange={(sort) => list.change({ sort })}
      sortedElsewhere
      openRow={own ? places.get(own)! : null}
      empty={<p>{t('report.rows.noPage')}</p>}
      {...(about && { onAbout: (measure: string) => about(measure, tile.id) })}
      {...(opens ? { onRowOpen: (row: Row) => choose({ subject: String(row[key]) }) } : {})}
    />
  );
}

interface Words {
  t: TFunction;
  localize: ReturnType<typeof useLocalize>;
}

/** The columns of the grid: measures with their format, days and times as such, codes by their labels. */
function columnsOf(
  report: Report,
  { result, dataset }: { result: QueryResult | null; dataset: string | undefined },
  { t, localize }: Words,
): DataGridColumn<Row>[] {
  return (result?.columns ?? []).map(({ name, title, role, type, format }, place): DataGridColumn<Row> => {
    const common = { id: name, title: localize(title) };
    const figure = (row: Row) => asFigure(row[name]);
    if (role === 'measure' && format)
      return {
        ...common,
        value: figure,
        format,
        about: dataset === undefined,
        width: format.unit === 'currency' ? AMOUNT_WIDTH : WIDTHS[format.unit],
      };
    if (type === 'date' || type === 'timestamp') {
      const unit = type === 'date' ? 'date' : 'time';
      return { ...common, value: figure, format: { unit }, width: WIDTHS[unit] };
    }
    const dimension = dimensionNamed(report, name, dataset);
    const text = (value: Cell) =>
      typeof value === 'boolean' && !dimension?.values
        ? t(value ? 'report.rows.yes' : 'report.rows.no')
        : valueTitle(dimension, value, localize);
    return { ...common, value: (row) => text(row[name] ?? null), ...(place > 0 && { width: TEXT_WIDTH }) };
  });
}
