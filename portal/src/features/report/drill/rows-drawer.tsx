import type { AggregateQuery, Cell, CellAddress, QueryResult, Report, RowsQuery, RowsResult } from '@rise/contract';
import { levelColumn } from '@rise/contract/report-levels';
import { tilesOf } from '@rise/contract/report-pages';
import { DataGrid, type DataGridColumn, DetailDrawer, EmptyState, ErrorState, TableSkeleton } from '@rise/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { asFigure, dimensionNamed, recordsOf, titleOf, valueTitle } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { rowsBehindQuery } from '../report.queries.ts';
import { useReportSource } from '../report-source.ts';
import { RowsPager } from '../tiles/rows-pager.tsx';
import { memberLabel } from './opened-names.ts';
import type { ShownRows } from './opened.state.ts';
import { queryOf } from './member-actions.ts';
import classes from './drill.module.css';

const PAGE_SIZE = 50;

/** The rows behind a figure, with what each contributes to it. Open while the address names one. */
export function RowsDrawer({ run }: { run: RunState }) {
  const { choices } = useOpenReport();
  const { rows } = choices;
  // Another figure starts on its first page.
  return <ShownDrawer key={JSON.stringify(rows ?? null)} run={run} rows={rows ?? null} />;
}

function ShownDrawer({ run, rows }: { run: RunState; rows: ShownRows | null }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choose } = useOpenReport();
  const [page, setPage] = useState(1);
  const tileRun = rows ? run.tiles[rows.tile] : undefined;
  const answer = tileRun && 'results' in tileRun ? tileRun.results : null;
  const query = answer && queryOf(answer);
  const result = answer && (answer.chart ?? answer.table ?? answer.trend ?? answer.figures)?.result;
  const isCurrent = tileRun?.status === 'ready';
  const behind = rows && query && result && isCurrent ? rowsQueryOf(rows, query, result, page) : null;
  const { data, error, isError, refetch } = useQuery({
    ...rowsBehindQuery(report, behind, useReportSource()),
    placeholderData: keepPreviousData,
  });
  const dataset = tilesOf(report.document).flatMap((tile) =>
    tile.id === rows?.tile && 'dataset' in tile && tile.dataset !== undefined ? [tile.dataset] : [],
  )[0];
  const words = { t, language: i18n.language, localize };
  const names = (rows?.cell ?? []).map((member) => {
    if (member.value === null) return t(member.isOther ? 'report.other' : 'report.noValue');
    const request = query?.dimensions.find((one) => levelColumn(one) === member.field) ?? member.field;
    return memberLabel(report, { request, value: member.value, dataset }, words);
  });
  const title = rows && result ? localize(titleOf(report, result, rows.measure)) : t('report.drill.rows');
  return (
    <DetailDrawer
      opened={rows !== null}
      onClose={() => choose({ rows: undefined })}
      title={t('report.drill.rowsTitle', { measure: title })}
      subtitle={names.length > 0 ? names.join(' · ') : t('report.drill.allMembers')}
      size="wide"
    >
      {isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : data ? (
        <RowsPage data={data} title={title} dataset={dataset} page={page} onPage={setPage} />
      ) : rows && !run.running && tileRun && !query ? (
        <ErrorState title={t('report.about.unanswered.title')} message={t('report.about.unanswered.text')} />
      ) : (
        <TableSkeleton rows={10} columns={4} />
      )}
    </DetailDrawer>
  );
}

/** Members of the cell as their column has them: numbers as such. */
function rowsQueryOf(
  { measure, cell }: ShownRows,
  query: AggregateQuery,
  { columns }: QueryResult,
  page: number,
): RowsQuery {
  const typed = (field: string, value: string): Cell => {
    const type = columns.find(({ name }) => name === field)?.type;
    if (type === 'boolean') return value === 'true';
    return type === 'integer' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  };
  const address = cell.map(({ field, value, isOther }): CellAddress[number] => ({
    field,
    value: value === null ? null : typed(field, value),
    level: isOther ? 'other' : 'member',
  }));
  return { query, cell: address, measure, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

interface RowsPageProps {
  data: RowsResult;
  title: string;
  dataset: string | undefined;
  page: number;
  onPage: (page: number) => void;
}

function RowsPage({ data, title, dataset, page, onPage }: RowsPageProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  if (data.count === 0)
    return <EmptyState title={t('report.drill.noRows.title')} text={t('report.drill.noRows.text')} />;
  const rows = recordsOf(data).map((record, place) => ({ place, record }));
  const totals = totalsOf(data);
  return (
    <div className={classes.rows}>
      <DataGrid
        label={t('report.drill.rowsTitle', { measure: title })}
        columns={columnsOf(data, report, { dataset, t, localize })}
        rows={rows}
        rowKey={({ place }) => String(place)}
        totals={totals}
        totalsLabel={t('report.total')}
        density="compact"
        defaultSort={null}
        maxHeight={640}
      />
      <RowsPager page={page} pageSize={PAGE_SIZE} count={data.count} onPage={onPage} />
    </div>
  );
}

interface Row {
  place: number;
  record: Record<string, Cell>;
}

/** The totals are over all rows, not those of the page. */
function totalsOf({ columns, totals }: RowsResult): Record<string, string | number> | null {
  if (!totals) return null;
  return Object.fromEntries(
    columns.flatMap(({ name }, place) => {
      const value = totals[place];
      return value === null || value === undefined || typeof value === 'boolean' ? [] : [[name, value]];
    }),
  );
}

interface ColumnWords {
  dataset: string | undefined;
  t: TFunction;
  localize: ReturnType<typeof useLocalize>;
}

function columnsOf(
  { columns }: RowsResult,
  report: Report,
  { dataset, t, localize }: ColumnWords,
): DataGridColumn<Row>[] {
  return columns.flatMap(({ name, title, role, type, format }): DataGridColumn<Row>[] => {
    if (role === 'level') return [];
    const common = { id: name, title: localize(title), sortable: false };
    if (format) return [{ ...common, value: ({ record }) => asFigure(record[name]), format }];
    if (type === 'date' || type === 'timestamp')
      return [
        {
          ...common,
          value: ({ record }) => asFigure(record[name]),
          format: { unit: type === 'date' ? 'date' : 'time' },
        },
      ];
    if (type === 'decimal' || type === 'number')
      return [{ ...common, value: ({ record }) => asFigure(record[name]), format: { unit: 'number', decimals: 2 } }];
    const dimension = dimensionNamed(report, name, dataset);
    const text = (value: Cell) => {
      if (value === null) return '';
      if (typeof value === 'boolean' && !dimension?.values) return t(value ? 'report.rows.yes' : 'report.rows.no');
      return valueTitle(dimension, value, localize);
    };
    return [{ ...common, value: ({ record }) => text(record[name] ?? null), width: 150 }];
  });
}
