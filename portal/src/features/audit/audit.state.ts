import { AUDIT_GROUPS, AUDIT_OUTCOMES, type AuditGroup, type AuditOutcome } from '@rise/contract/audit-words';
import type { SearchParams } from '@rise/ui/search-params';

/** Presets by their length in days; `all` and `days` have none. */
export const RANGE_DAYS = { day: 1, week: 7, month: 30, quarter: 90, all: null, days: null } as const;
export type AuditRange = keyof typeof RANGE_DAYS;
export const AUDIT_RANGES = Object.keys(RANGE_DAYS) as AuditRange[];

/** What is listed and open, as stored in the address. */
export interface AuditState {
  /** A tenant, or `global`; null: the one that the person is in. */
  of: string | null;
  range: AuditRange;
  /** With the range `days`: local days, both included; null where the range is open. */
  from: string | null;
  to: string | null;
  person: string;
  group: AuditGroup | null;
  outcome: AuditOutcome | null;
  search: string;
  /** Records older than this one. */
  before: number | null;
  /** The record that is open. */
  record: number | null;
}

const MAX_TEXT = 200;
const DEFAULT_RANGE: AuditRange = 'month';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[1-9]\d{0,14}$/;

const text = (value: string | undefined) => (value ?? '').slice(0, MAX_TEXT);
const day = (value: string | undefined) =>
  value !== undefined && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : null;
const id = (value: string | undefined) => (value !== undefined && ID.test(value) ? Number(value) : null);

export function readAuditState(params: SearchParams): AuditState {
  return {
    of: params.of ?? null,
    range: AUDIT_RANGES.find((range) => range === params.range) ?? DEFAULT_RANGE,
    from: day(params.from),
    to: day(params.to),
    person: text(params.person),
    group: AUDIT_GROUPS.find((group) => group === params.group) ?? null,
    outcome: AUDIT_OUTCOMES.find((outcome) => outcome === params.outcome) ?? null,
    search: text(params.q),
    before: id(params.before),
    record: id(params.record),
  };
}

/** Defaults are omitted. */
export function writeAuditState(state: AuditState): Record<string, string> {
  const { of, range, from, to, person, group, outcome, search, before, record } = state;
  return {
    ...(of !== null && { of }),
    ...(range !== DEFAULT_RANGE && { range }),
    ...(range === 'days' && from !== null && { from }),
    ...(range === 'days' && to !== null && { to }),
    ...(person !== '' && { person }),
    ...(group !== null && { group }),
    ...(outcome !== null && { outcome }),
    ...(search !== '' && { q: search }),
    ...(before !== null && { before: String(before) }),
    ...(record !== null && { record: String(record) }),
  };
}

const HOUR = 3_600_000;
const atDay = (value: string, plus: number): string => {
  const [year, month, date] = value.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date + plus).toISOString();
};

/** The filter of the API: presets begin at a full hour, so that the same request serves an hour. */
export function toAuditFilter(state: AuditState, now: Date): Record<string, string> {
  const { of, range, from, to, person, group, outcome, search } = state;
  const days = RANGE_DAYS[range];
  const start = days === null ? null : new Date(Math.floor(now.getTime() / HOUR) * HOUR - days * 24 * HOUR);
  return {
    ...(of !== null && { of }),
    ...(start !== null && { from: start.toISOString() }),
    ...(range === 'days' && from !== null && { from: atDay(from, 0) }),
    ...(range === 'days' && to !== null && { to: atDay(to, 1) }),
    ...(person.trim() !== '' && { person: person.trim() }),
    ...(group !== null && { group }),
    ...(outcome !== null && { outcome }),
    ...(search.trim() !== '' && { search: search.trim() }),
  };
}
