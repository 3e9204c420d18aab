import { z } from 'zod';

/** Of a part of a model. */
export const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use lower-case letters, digits and _');
/** Of a table or column of the warehouse. */
export const identifier = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'Name a table or column of the warehouse');
/** Of a table joined to a dataset. */
export const joinName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,62}$/, 'Use letters, digits and _, beginning with a letter');

/** A column of a source table. In a dataset, `table` is the name of the join that has it. */
export const columnRef = z.strictObject({ table: identifier, column: identifier });

/**
 * A value computed from columns in the model's SQL-like expression language, for example
 * `CASE WHEN balance.days_late >= 60 THEN balance.amount END`. Columns of joined tables are qualified.
 */
export const expression = z.string().trim().min(1).max(4000);
