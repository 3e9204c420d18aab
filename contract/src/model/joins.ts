import { z } from 'zod';
import { expression, identifier, joinName } from './names.ts';

/**
 * Which row of a key matches: the one that is valid at the value of column `at` of the table joined to, as in a slowly
 * changing dimension of type 2, or a table of numeric ranges. Rows of a key must not overlap; null `from` and `until` are
 * open ends. `ends`: whether a row is still valid at `until`.
 */
const valid = z.strictObject({
  at: identifier,
  from: identifier,
  until: identifier,
  ends: z.enum(['inclusive', 'exclusive']).default('inclusive'),
  type: z.enum(['date', 'timestamp', 'number']).default('date'),
});

/**
 * Which row of a key matches: the latest one by column `by`, on or before the value of column `at` of the table joined
 * to (an as-of join), such as the rate of the day. `carry`: for how long after its day it applies.
 */
const latest = z
  .strictObject({
    at: identifier,
    by: identifier,
    carry: z.strictObject({ days: z.int().min(0).max(36_500) }).optional(),
    type: z.enum(['date', 'timestamp', 'number']).default('date'),
  })
  .refine(({ type, carry }) => type === 'date' || carry === undefined, {
    path: ['carry'],
    message: "'carry' counts days, so it needs the type 'date'. Leave one of them out.",
  });

/**
 * A table joined to a dataset, with at most one row for a row of the table it joins to: `table`, or an earlier join
 * named by `to`. `on` names the join columns; where their names differ, `column` of that table and `key` of this one.
 * `as` names the join, where a table is joined in several roles: columns are qualified by it. Only rows that satisfy
 * `where` match, a condition on the joined table's own columns; keys have to be unique among these. With `valid` or
 * `latest` a key has several rows, one of which matches; without a key, all rows are those of one.
 * `one_to_one`: no row is joined to several rows, so that its columns add up like those of the table it joins to.
 */
export const datasetJoin = z
  .strictObject({
    table: identifier,
    as: joinName.optional(),
    /** The shared definition that it is written from. */
    use: joinName.optional(),
    to: identifier.optional(),
    on: z.array(z.union([identifier, z.strictObject({ column: identifier, key: identifier })])).default([]),
    valid: valid.optional(),
    latest: latest.optional(),
    where: expression.optional(),
    relationship: z.enum(['many_to_one', 'one_to_one']).optional(),
  })
  .superRefine((join, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (join.valid && join.latest)
      issue('latest', "A join takes the valid row or the latest one. Leave 'valid' or 'latest' out.");
    if (join.on.length > 0) return;
    if (!join.valid && !join.latest) issue('on', "Name the columns that both tables have as 'on'.");
    if (join.relationship === 'one_to_one')
      issue('relationship', "Without 'on', all rows share the rows of the joined table. Leave 'relationship' out.");
  });
