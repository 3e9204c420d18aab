import { sql } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import type { PlanField } from '../../plan/predicates.ts';
import { expressionSql } from './expression.ts';
import { typedValue } from './value-test.ts';

/** A field's value in its type. An exact number keeps the decimal places of its column. */
export function typedSql({ value, type }: Pick<PlanField, 'value' | 'type'>, dialect: Dialect): Sql {
  return typedValue(expressionSql(value, dialect), type, dialect);
}

/** The group key: the typed value, or the index of its bucket, so that buckets keep their order. */
export function keySql(field: PlanField, dialect: Dialect): Sql {
  if (!field.bands) return typedSql(field, dialect);
  const column = expressionSql(field.value, dialect);
  const steps: Sql[] = [];
  for (const [index, band] of field.bands.entries()) {
    const from = dialect.toDouble(sql`${band.from}`);
    if (index === 0 && band.from !== null) steps.push(sql`WHEN ${column} < ${from} THEN NULL`);
    if (index > 0) steps.push(sql`WHEN ${column} < ${from} THEN ${sql.raw(String(index - 1))}`);
  }
  return sql`CASE WHEN ${column} IS NULL THEN NULL ${sql.join(steps, sql.raw(' '))} ELSE ${sql.raw(String(field.bands.length - 1))} END`;
}

/** The displayed value of a key: the key itself, or the name of its bucket. */
export function shownSql(field: PlanField, key: Sql, dialect: Dialect): Sql {
  if (!field.bands) return key;
  const names = field.bands.map(
    (band, index) => sql`WHEN ${sql.raw(String(index))} THEN ${dialect.cast(sql`${band.value}`, 'string')}`,
  );
  return sql`CASE ${key} ${sql.join(names, sql.raw(' '))} END`;
}
