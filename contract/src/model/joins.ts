import { z } from 'zod';
import { expression, identifier, joinName } from './names.ts';

/**
 * A table joined to a dataset, with at most one row for a row of the table it joins to: `table`, or an earlier join
 * named by `to`. `on` names the join columns; where their names differ, `column` of that table and `key` of this one.
 * `as` names the join, where a table is joined in several roles: columns are qualified by it. Only rows that satisfy
 * `where` match, a condition on the joined table's own columns; keys have to be unique among these.
 * `one_to_one`: no row is joined to several rows, so that its columns add up like those of the table it joins to.
 */
export const datasetJoin = z.strictObject({
  table: identifier,
  as: joinName.optional(),
  /** The shared definition that it is written from. */
  use: joinName.optional(),
  to: identifier.optional(),
  on: z.array(z.union([identifier, z.strictObject({ column: identifier, key: identifier })])).min(1),
  where: expression.optional(),
  relationship: z.enum(['many_to_one', 'one_to_one']).optional(),
});
