import { figureMarks, isHiddenColumn } from '@rise/contract/figure-formats';
import type { Cell, QueryResult, Report, ResultColumn, TileOf } from '@rise/contract';
import { DataGrid, type DataGridColumn, type MenuPlace, TableSkeleton } from '@rise/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { periodText } from '../../../figures/period-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { LevelPath } from '../drill/level-path.tsx';
import type { MarkMember } from '../drill/member-actions.ts';
import { type MarkMenu, useMarkMenu } from '../drill/use-mark-menu.tsx';
import { asFigure, dimensionNamed, valueTitle } from '../fields.ts';
import { withFilter } from '../peers.state.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer, TileRun } from '../report-run.ts';
import { filtersOf } from '../report.state.ts';
import { columnName, fieldOf, type Member, memberReader, type Words } from './result-labels.ts';
import { scaledColumns, WIDTHS } from './scaled-columns.ts';
import { TileFrame } from './tile-frame.tsx';
import classes from './table-tile.module.css';

type TableTile = TileOf<'table'>;
const MAX_HEIGHT = 520;

/** A row of the table: its cells by column, and the members that it is of. */
interface Row {
  key: string;
  cells: Record<string, Cell>;
  /** As in the result. */
  figures: readonly Cell[];
  members: Record<string, Member>;
  /** Whether it totals others. */
  isSubtotal: boolean;
}

/** Measures by dimensions, with totals in the last row; a row filters the report by its value. */
export function TableTileView({ tile, run, height }: { tile: TableTile; run: TileRun; height?: number | undefined }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { report, choices, resolved, choose, about, isFilteredByMarks } = useOpenReport();
  const words = { t, language: i18n.language, localize };
  const [first] = tile.dimensions;
  const field = fieldOf(first!);
  const isPlain = tile.dimensions.length === 1 && tile.columns === undefined && typeof first === 'string';
  const dimension = dimensionNamed(report, field, tile.dataset);
  const title = dimension ? localize(dimension.title) : field;
  const isFilter = isFilteredByMarks && isPlain && tile.dataset === undefined && filtersOf(report).includes(field);
  const names = tile.dimensions.map((request) => ({ name: columnName(request), field: fieldOf(request) }));

  const marks = useMarkMenu(tile, run);
  const membersOf = (row: Row): MarkMember[] =>
    tile.dimensions.flatMap((request) => {
      const member = row.members[columnName(request)];
      return member ? [{ request, member }] : [];
    });
  const read = (answer: Answer) => readTable(answer, { tile, names, report, words });
  return (
    <>
      <TileFrame
        tile={tile}
        run={run}
        choice={<LevelPath id={tile.id} dataset={tile.dataset} />}
        {...(isFilter ? { subtitle: t('report.table.subtitle', { dimension: title }) } : {})}
        skeleton={<TableSkeleton rows={10} columns={Math.min(tile.measures.length + names.length, 8)} />}
        empty={(answer) =>
          read(answer).rows.length === 0
            ? { title: t('report.noRows.title'), text: t('report.noRows.text'), because: 'filters' }
            : null
        }
        flat={(answer) => {
          const { columns, rows, totals } = read(answer);
          return {
            columns: columns.map(({ title: name, format }) => ({ title: name, ...(format ? { format } : {}) })),
            rows: [
              ...rows.map((row) => columns.map((column) => column.value(row) as Cell)),
              ...(totals
                ? [columns.map(({ id }, place) => (place === 0 ? t('report.total') : (totals[id] ?? null)))]
                : []),
            ],
          };
        }}
      >
        {(answer) => {
          const { columns, rows, totals } = read(answer);
          return (
            <DataGrid
              label={localize(tile.title)}
              columns={columns}
              rows={rows}
              rowKey={({ key }) => key}
              totals={totals}
              totalsLabel={t('report.total')}
              density="compact"
              {...(isPlain && !tile.order && !hasOwnOrder(dimension, localize)
                ? { defaultSort: { id: names[0]!.name, direction: 'asc' as const } }
                : { defaultSort: null })}
              maxHeight={height ?? MAX_HEIGHT}
              {...(about && { onAbout: (measure: string) => about(measure, tile.id) })}
              {...(marks.open && {
                rowMenu: rowMenuOf(tile, { open: marks.open, membersOf, result: answer.table?.result, t }),
              })}
              {...(isFilter
                ? {
                    onRowOpen: (row: Row) => {
                      const { value } = row.members[names[0]!.name]!;
                      if (value !== null)
                        choose(withFilter(report, choices, resolved?.peers ?? null, { field, values: [value] }));
                    },
                  }
                : {})}
            />
          );
        }}
      </TileFrame>
      {marks.menu}
    </>
  );
}

interface RowMenuParts {
  open: NonNullable<MarkMenu['open']>;
  membersOf: (row: Row) => MarkMember[];
  result: QueryResult | undefined;
  t: TFunction;
}

/** The menu of a row; opened at a figure, it is of that one: its measure and, in a pivot, its column. */
function rowMenuOf(tile: TableTile, { open, membersOf, result, t }: RowMenuParts) {
  return {
    label: (row: Row) => {
      const labels = membersOf(row).map(({ member }) => member.label);
      return t('report.drill.rowMenu', { row: labels.join(' · ') });
    },
    onOpen: (row: Row, at: string | null, place: MenuPlace) => {
      const column = result?.columns.find(({ name }) => name === at);
      const pivoted = column?.pivot?.members ?? [];
      const across = pivoted.flatMap(({ of, value, level }): MarkMember[] => {
        const request = tile.columns?.find((one) => columnName(one) === of);
        if (!request || level === 'all') return [];
        const text = value === null || value === undefined ? null : String(value);
        return [{ request, member: { label: text ?? t('report.noValue'), value: text, isOther: level === 'other' } }];
      });
      const measure = tile.measures.find((name) => name === (column?.pivot?.field ?? column?.name));
      open([...membersOf(row), ...across], measure === undefined ? tile.measures : [measure], place);
    },
  };
}

interface Reading {
  tile: TableTile;
  /** Columns of its dimensions, with their fields. */
  names: readonly { name: string; field: string }[];
  report: Report;
  words: Words;
}

/** The columns of the grid, its rows and its totals. */
function readTable({ table }: Answer, { tile, names, report, words }: Reading) {
  if (!table) return { columns: [], rows: [], totals: null };
  const { localize, t } = words;
  const { result } = table;
  const dimensionOf = (name: string) => dimensionNamed(report, name, tile.dataset);
  const rows = rowsOf(result, names, dimensionOf, words);
  const totals = totalsOf(result);
  const marks = figureMarks(tile, result);
  const columns = result.columns.flatMap((column, place): DataGridColumn<Row>[] => {
    const { name, title: text, role, format, pivot } = column;
    if (role === 'level' || isHiddenColumn(tile, column)) return [];
    const mark = marks.get(place);
    if (role === 'dimension')
      return [
        {
          id: name,
          title: localize(text),
          value: (row) => row.members[name]?.label ?? '',
          width: 164,
          render: (row) => (
            <span {...(row.isSubtotal ? { className: classes.subtotal } : {})}>{row.members[name]?.label ?? ''}</span>
          ),
          ...(tile.subtotals ? { sortable: false } : {}),
        },
      ];
    return [
      {
        id: name,
        title: column.pivot ? pivotTitle(column, { tile, dimensionOf, words }) : localize(text),
        value: (row) => asFigure(row.cells[name]),
        ...(mark && { mark: ({ figures: cells }: Row) => mark(cells) }),
        ...(format ? { format, width: WIDTHS[format.unit] } : {}),
        ...(pivot === undefined && { about: true }),
        ...(tile.subtotals ? { sortable: false } : {}),
      },
    ];
  });
  const figures = totals ? [...rows.map(({ cells }) => cells), totals] : rows.map(({ cells }) => cells);
  return { columns: scaledColumns(columns, figures, { report, t }), rows, totals };
}

interface PivotWords {
  tile: TableTile;
  dimensionOf: (field: string) => ReturnType<typeof dimensionNamed>;
  words: Words;
}

/** The members of a pivot's column, and its measure where there are several. */
function pivotTitle({ pivot, title }: ResultColumn, { tile, dimensionOf, words }: PivotWords): string {
  const { t, language, localize } = words;
  const names = pivot!.members.map(({ of, value, level }) => {
    if (level === 'all') return t('report.total');
    if (level === 'other') return t('report.other');
    if (value === null) return t('report.noValue');
    const request = tile.columns?.find((column) => columnName(column) === of);
    if (request !== undefined && typeof request !== 'string')
      return periodText(String(value), request.grain, { t, language });
    return valueTitle(dimensionOf(of), value, localize);
  });
  // A total over all members of several dimensions is one.
  const distinct = names.every((name) => name === t('report.total')) ? names.slice(0, 1) : names;
  if (tile.measures.length === 1) return distinct.join(' · ');
  // The engine's title ends with that of the measure.
  const measure = localize(title).split(' · ').at(-1) ?? '';
  return [...distinct, measure].join(' · ');
}

/** Whether the model lists the values in another order than that of their labels, as buckets are; rows come in it. */
function hasOwnOrder(dimension: ReturnType<typeof dimensionNamed>, localize: ReturnType<typeof useLocalize>): boolean {
  const labels = (dimension?.values ?? []).map(({ title }) => localize(title));
  return labels.some((label, index) => index > 0 && label.localeCompare(labels[index - 1]!) < 0);
}

function rowsOf(
  result: QueryResult,
  names: readonly { name: string; field: string }[],
  dimensionOf: (field: string) => ReturnType<typeof dimensionNamed>,
  words: Parameters<typeof memberReader>[3],
): Row[] {
  const readers = names.flatMap(({ name, field }) => {
    const read = memberReader(result, name, dimensionOf(field), words);
    return read ? [{ name, read }] : [];
  });
  return result.rows.map((row, place) => {
    const members = Object.fromEntries(readers.map(({ name, read }) => [name, read(row)]));
    return {
      key: String(place),
      cells: Object.fromEntries(result.columns.map(({ name }, index) => [name, row[index] ?? null])),
      figures: row,
      members,
      isSubtotal: Object.values(members).some(({ isAll }) => isAll),
    };
  });
}

/** The total of each column with figures. */
function totalsOf({ columns, totals }: QueryResult): Record<string, string | number> | null {
  if (!totals) return null;
  return Object.fromEntries(
    columns.flatMap(({ name, role }, place) => {
      const value = totals[place];
      const isFigure = role !== 'dimension' && role !== 'level' && value !== null && typeof value !== 'boolean';
      return isFigure && value !== undefined ? [[name, value]] : [];
    }),
  );
}
