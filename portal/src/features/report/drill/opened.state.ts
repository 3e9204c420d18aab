import { openedLevels, type OpenedMember } from '@rise/contract/report-levels';
import type { Report } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';

/** Members that are open, from the outermost, by tile. */
export type Opened = Record<string, OpenedMember[]>;

/** The figure whose rows are listed: its tile, its measure and the members it is of, by column. */
export interface ShownRows {
  tile: string;
  measure: string;
  cell: { field: string; value: string | null; isOther?: boolean }[];
}

const PREFIX = 'open.';
const COLUMN = /^[a-z][a-z0-9_]{0,90}$/;
const MOST = 10;

/** Reads the members that are open in tiles, each as `level=value`; those of levels that a tile lacks are ignored. */
export function readOpened(params: SearchParams, { levels }: Report, split: (text: string) => string[]): Opened {
  const found = Object.entries(levels).flatMap(([tile, paths]): [string, OpenedMember[]][] => {
    const members = split(params[`${PREFIX}${tile}`] ?? '').flatMap((text): OpenedMember[] => {
      const at = text.indexOf('=');
      return at > 0 ? [{ to: text.slice(0, at), value: text.slice(at + 1) }] : [];
    });
    const areOpen = members.length > 0 && members.length <= MOST && members.every(({ value }) => value !== '');
    return areOpen && openedLevels(paths, members) ? [[tile, members]] : [];
  });
  return Object.fromEntries(found);
}

/** The inverse of `readOpened`. */
export function writeOpened(opened: Opened = {}, join: (values: string[]) => string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(opened)
      .filter(([, members]) => members.length > 0)
      .map(([tile, members]) => [`${PREFIX}${tile}`, join(members.map(({ to, value }) => `${to}=${value}`))]),
  );
}

/** Reads `tile:measure`, followed by the figure's members: `column=value`, `column!` without a value, `column*` for the others. */
export function readRows(text: string | undefined, split: (text: string) => string[]): ShownRows | null {
  const [of = '', ...members] = split(text ?? '');
  const [tile = '', measure = '', ...rest] = of.split(':');
  if (tile === '' || !COLUMN.test(measure) || rest.length > 0) return null;
  const cell = members.flatMap((member): ShownRows['cell'] => {
    const [, field, mark, value] = /^([a-z0-9_]+)([=!*])(.*)$/su.exec(member) ?? [];
    if (field === undefined || !COLUMN.test(field) || (mark === '=') !== (value !== '')) return [];
    return [{ field, value: mark === '=' ? value! : null, ...(mark === '*' && { isOther: true }) }];
  });
  return cell.length === members.length && cell.length <= 20 ? { tile, measure, cell } : null;
}

/** The inverse of `readRows`. */
export const writeRows = ({ tile, measure, cell }: ShownRows, join: (values: string[]) => string): string =>
  join([
    `${tile}:${measure}`,
    ...cell.map(({ field, value, isOther }) =>
      value === null ? `${field}${isOther ? '*' : '!'}` : `${field}=${value}`,
    ),
  ]);
