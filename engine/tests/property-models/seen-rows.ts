import { dayNumber } from './days.ts';
import { sum, withoutNulls } from './aggregate.ts';
import type { VisibleRow, Value } from './aggregate.ts';
import type { DimensionKey } from './query.ts';
import { QUOTED_FOR } from './generate-warehouse.ts';
import type { Fact, GeneratedWarehouse, Row } from './generate-warehouse.ts';

/** The rows of a fact that the reader may see, with masks applied. */
export function visibleRows(warehouse: GeneratedWarehouse, fact: Fact): VisibleRow[] {
  const masked = (name: Fact['masked'][number]) => fact.masked.includes(name);
  const unitOf = (row: Row) => warehouse.units.find(({ tenant, id }) => tenant === 'alder' && id === row.unit);
  const hostOf = ({ number }: Row) =>
    warehouse.units.find(({ tenant, id, places }) => tenant === 'alder' && id === number && (places ?? 0) > 20);
  const headOf = (row: Row) => {
    const head = unitOf(row)?.head ?? null;
    return warehouse.heads.find(({ tenant, id }) => tenant === 'alder' && id === head);
  };
  /** What the unit was on the row's day. */
  const pastOf = ({ unit, day }: Row) =>
    warehouse.histories.find(
      (item) =>
        item.tenant === 'alder' &&
        item.unit === unit &&
        !item.draft &&
        day !== null &&
        (item.since === null || item.since <= day) &&
        (item.until === null || day <= item.until),
    ) ?? null;
  /** The code's last quote up to the row's day, unless it is too old. */
  const quoteOf = ({ code, day }: Row) => {
    if (day === null) return null;
    const before = warehouse.quotes.filter((item) => item.tenant === 'alder' && item.code === code && item.day <= day);
    const last = before.toSorted((one, other) => (one.day < other.day ? 1 : -1))[0];
    return last && dayNumber(day) - dayNumber(last.day) <= QUOTED_FOR ? last : null;
  };
  const passes = (row: Row) =>
    fact.rules.every((rule) => {
      switch (rule) {
        case 'small':
          return row.number !== null && row.number < 4;
        case 'own codes':
          return row.code !== null && warehouse.codes.includes(row.code);
        case 'flagged':
          return row.flag === true;
        case 'unit a or none':
          return (unitOf(row)?.name ?? null) === 'a' || (unitOf(row)?.name ?? null) === null;
        case 'past a or none':
          return (pastOf(row)?.name ?? null) === 'a' || (pastOf(row)?.name ?? null) === null;
      }
    });
  const seen = fact.rows
    .filter((row) => row.tenant === 'alder' && passes(row))
    .map((row): Omit<VisibleRow, 'began' | 'held' | 'months_since' | 'average'> => {
      const number = masked('number') ? null : row.number;
      const unit = fact.joined ? (unitOf(row) ?? null) : null;
      // Which row it is would tell the masked day.
      const past = fact.joined && !masked('day') && !masked('since') ? pastOf(row) : null;
      const quote = fact.joined && !masked('day') ? quoteOf(row) : null;
      return {
        id: row.id,
        branch: fact.joined ? (masked('unit name') ? null : (unitOf(row)?.name ?? null)) : row.branch,
        region: fact.joined ? (headOf(row)?.name ?? null) : null,
        host: fact.joined && !masked('unit name') ? (hostOf(row)?.name ?? null) : null,
        past: past?.name ?? null,
        quote: quote?.name ?? null,
        code: masked('code') ? null : row.code,
        flag: row.flag,
        currency: masked('currency') ? null : row.currency,
        size: number === null || number < 2 ? null : number < 5 ? 'some' : 'many',
        day: masked('day') ? null : row.day,
        money: masked('money') ? null : row.money,
        number,
        joined: {
          'unit.places': unit && { row: unit, figure: unit.places, currency: unit.currency },
          'past.seats': past && { row: past, figure: past.seats },
          'quote.rate': quote && { row: quote, figure: quote.rate },
        },
      };
    });
  return seen.map((row) => ({ ...row, ...perCode(row, seen), average: averageOf(row, seen) }));
}

type Balance = Pick<VisibleRow, 'code' | 'day' | 'money'>;

/** The average of a row's money and that of its code at the prior year-end; the row's own where there is none. */
function averageOf({ code, day, money }: Balance, seen: readonly Balance[]): number | null {
  if (money === null) return null;
  const yearEnd = day === null ? null : `${Number((day as string).slice(0, 4)) - 1}-12-31`;
  const before = code === null ? [] : seen.filter((row) => row.code === code && row.day === yearEnd);
  return (money + (sum(withoutNulls(before.map((row) => row.money))) ?? money)) / 2;
}

/** What is computed for a row's code, from all rows that the reader sees. */
function perCode(
  { code, day }: Pick<VisibleRow, 'code' | 'day'>,
  seen: readonly Pick<VisibleRow, 'code' | 'day' | 'flag'>[],
) {
  if (code === null) return { began: null, held: null, months_since: null };
  const rows = seen.filter((row) => row.code === code);
  const first = withoutNulls(rows.map((row) => row.day as string | null)).toSorted()[0] ?? null;
  const months = (of: string) => Number(of.slice(0, 4)) * 12 + Number(of.slice(5, 7));
  return {
    began: first,
    held: rows.filter(({ flag }) => flag === true).length,
    months_since: first === null || day === null ? null : months(day as string) - months(first),
  };
}

/** A row's value of a dimension. */
export const keyOf = (row: VisibleRow, name: DimensionKey): Value => {
  const day = row.day as string | null;
  if (name === 'month') return day && `${day.slice(0, 7)}-01`;
  if (name === 'year') return day && `${day.slice(0, 4)}-01-01`;
  if (name === 'began_month') return row.began && `${(row.began as string).slice(0, 7)}-01`;
  return row[name];
};
