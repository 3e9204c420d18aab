import type { Cell, Level, LocalizedText, ResultColumn } from '@rise/contract';
import { fieldsWithLevels, levelName } from '../plan/levels.ts';
import type { AggregatePlan } from '../plan/plan.ts';

type Members = NonNullable<ResultColumn['pivot']>['members'];

export interface PivotRows {
  columns: ResultColumn[];
  rows: Cell[][];
  totals: Cell[] | null;
  columnsTruncated: boolean;
  rowsTruncated: boolean;
}

const WORDS = {
  none: { en: '(none)', tr: '(boş)' },
  other: { en: 'Other', tr: 'Diğer' },
  all: { en: 'Total', tr: 'Toplam' },
} as const;

function titleOf({ value, level, title }: Members[number]): LocalizedText {
  if (level !== 'member') return WORDS[level];
  return title ?? (value === null ? WORDS.none : { en: String(value) });
}

function joined(titles: readonly LocalizedText[]): LocalizedText {
  const en = titles.map((title) => title.en).join(' · ');
  return titles.some(({ tr }) => tr) ? { en, tr: titles.map((title) => title.tr ?? title.en).join(' · ') } : { en };
}

/** Arranges the cells of a pivot by their row and column numbers. Missing cells are null. */
export function assemblePivot(plan: AggregatePlan, cells: readonly Cell[][]): PivotRows {
  const { pivot, fields, columns } = plan;
  const { columns: across, limit, totals, titles, rows: kinds } = pivot!;
  const place = new Map(columns.map(({ name }, index) => [name, index + 2]));
  const levels = new Set(fieldsWithLevels(plan));
  const levelOf = (cell: Cell[], field: string): Level =>
    levels.has(field) ? (cell[place.get(levelName(field))!] as Level) : 'member';
  const down = fields.map(({ name }) => name).filter((name) => !across.includes(name));
  const shown = columns.filter(({ role }) => role !== 'dimension' && role !== 'level');
  const isTotal = (cell: Cell[]) => down.every((name) => levelOf(cell, name) === 'all');
  const membersOf = (cell: Cell[]): Members =>
    across.map((of) => {
      const value = cell[place.get(of)!]!;
      const known = titles[fields.findIndex(({ name }) => name === of)]!;
      const title = known.find((item) => item.value === value)?.title ?? null;
      return { of, value, level: levelOf(cell, of), title };
    });

  const heads = cells.filter((cell) => cell[1] !== null && isTotal(cell));
  const width = Math.min(heads.length, limit);
  const all: Members = across.map((of) => ({ of, value: null, level: 'all', title: null }));
  const groups = [...heads.slice(0, width).map(membersOf), ...(totals ? [all] : [])];
  const leads = columns.filter(
    ({ name, role, of }) =>
      (role === 'dimension' && down.includes(name)) ||
      (role === 'level' && down.includes(of!) && (kinds.length > 1 || of === plan.top?.field)),
  );
  const wide = groups.flatMap((members, index) =>
    shown.map((column): ResultColumn => {
      const own = index === width ? all.slice(0, 1) : members;
      const title = joined([...own.map(titleOf), ...(shown.length > 1 ? [column.title] : [])]);
      const name = `${column.name}.${index === width ? 'all' : index + 1}`;
      return { ...column, name, title, pivot: { field: column.name, members } };
    }),
  );

  const lead = (cell: Cell[]) => leads.map(({ name }) => cell[place.get(name)!]!);
  const put = (row: Cell[], cell: Cell[]) => {
    const column = cell[1] === null ? width : Number(cell[1]) - 1;
    if (column > width || (column === width && (cell[1] !== null || !totals))) return;
    for (const [index, { name }] of shown.entries())
      row[leads.length + column * shown.length + index] = cell[place.get(name)!]!;
  };
  const empty = (start: Cell[]): Cell[] => [...start, ...wide.map(() => null)];
  const rows = new Map<number, Cell[]>();
  const total = empty(leads.map(({ role }) => (role === 'level' ? 'all' : null)));
  for (const cell of cells) {
    if (isTotal(cell)) put(total, cell);
    if (cell[0] === null) continue;
    const at = Number(cell[0]);
    const row = rows.get(at) ?? empty(lead(cell));
    rows.set(at, row);
    put(row, cell);
  }
  const last = plan.offset + plan.limit;
  const listed = [...rows].filter(([at]) => at > plan.offset && at <= last).toSorted(([a], [b]) => a - b);
  return {
    columns: [...leads, ...wide],
    rows: listed.map(([, row]) => row),
    totals: plan.totals ? total : null,
    columnsTruncated: heads.length > limit,
    rowsTruncated: [...rows.keys()].some((at) => at > last),
  };
}
