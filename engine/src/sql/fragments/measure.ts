import { sql } from 'kysely';
import type { ResultColumn } from '@rise/contract';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { parseDecimal } from '../../plan/exact-decimal.ts';
import type { PlanMeasure, PlanTerm } from '../../plan/measures.ts';
import { expressionSql } from './expression.ts';

/** A factor is a plain decimal from the model (validated), written as a literal so that the arithmetic stays exact. */
function factorSql(factor: string, dialect: Dialect): Sql {
  if (!/^\d+(\.\d+)?$/.test(factor)) throw new TypeError(`Not a decimal: ${factor}`);
  return dialect.number(factor);
}

/** The weighted sum of aggregates; a null part counts as 0 unless all are null. */
function linearSql(terms: readonly PlanTerm[], from: string, dialect: Dialect): Sql {
  const aggregates = terms.map((term) => sql.id(from, term.aggregate));
  if (terms.length === 1 && terms[0]!.factor === '1') return aggregates[0]!;
  const parts = terms.map((term, index) => {
    const negative = term.factor.startsWith('-');
    const size = negative ? term.factor.slice(1) : term.factor;
    const sign = sql.raw(negative ? (index === 0 ? '-' : ' - ') : index === 0 ? '' : ' + ');
    const value = terms.length === 1 ? aggregates[index]! : sql`COALESCE(${aggregates[index]!}, 0)`;
    return size === '1' ? sql`${sign}${value}` : sql`${sign}${value} * ${factorSql(size, dialect)}`;
  });
  const total = sql.join(parts, sql.raw(''));
  if (terms.length === 1) return total;
  // Not COALESCE of all: ClickHouse takes decimals of one scale there only.
  const present = aggregates.map((aggregate) => sql`${aggregate} IS NOT NULL`);
  return sql`CASE WHEN ${sql.join(present, sql.raw(' OR '))} THEN ${total} END`;
}

/** Decimal places of amounts that a truncated ratio takes into account. */
const CUT_PLACES = 6;

function scaleOf(terms: readonly PlanTerm[]): number {
  return CUT_PLACES + Math.max(...terms.map((term) => parseDecimal(term.factor).scale));
}

/** A measure as displayed: sums as they add up, exact decimals exactly; ratios as doubles. */
export function shownMeasureSql(measure: PlanMeasure, from: string, dialect: Dialect, type: ResultColumn['type']): Sql {
  const value = measureSql(measure, from, dialect);
  return type === 'number' && measure.kind !== 'ratio' ? dialect.toDouble(value) : value;
}

/** A measure computed from the aggregates in `from`. A ratio divides sums, at any rollup level. */
export function measureSql(measure: PlanMeasure, from: string, dialect: Dialect): Sql {
  if (measure.kind === 'linear') return linearSql(measure.terms, from, dialect);
  if (measure.kind === 'plain') return sql.id(from, measure.aggregate);
  if (measure.kind === 'none') return dialect.toDouble(sql.raw('NULL'));
  if (measure.kind === 'checked') {
    const counts = [
      ...measure.none.map((name) => sql`COALESCE(${sql.id(from, name)}, 0) = 0`),
      ...measure.alike.map((name) => sql`COALESCE(${sql.id(from, name)}, 0) <= 1`),
    ];
    return sql`(CASE WHEN ${sql.join(counts, sql.raw(' AND '))} THEN ${measureSql(measure.of, from, dialect)} END)`;
  }
  if (measure.kind === 'derived') {
    const of = new Map(measure.of.map((item) => [item.name, item]));
    return expressionSql(measure.value, dialect, (_, name) =>
      dialect.toDouble(measureSql(of.get(name)!, from, dialect)),
    );
  }
  const top = linearSql(measure.numerator, from, dialect);
  const bottom = linearSql(measure.denominator, from, dialect);
  const numerator = measure.months !== null ? sql`(${top}) * 12` : top;
  const denominator = measure.months !== null ? sql`(${bottom}) * ${sql.id(from, measure.months)}` : bottom;
  if (measure.cutAt !== null) {
    const scale = Math.max(scaleOf(measure.numerator), scaleOf(measure.denominator));
    return dialect.cutRatio(numerator, denominator, scale, measure.cutAt);
  }
  return sql`${dialect.toDouble(numerator)} / NULLIF(${dialect.toDouble(denominator)}, 0)`;
}
