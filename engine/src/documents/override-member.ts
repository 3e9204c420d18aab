/** A named member of a model, as written or as parsed. */
export type Member = Record<string, unknown> & { name: string };

/** Keys that define how a measure is computed. A change of kind inherits none of them. */
const COMPUTES = [
  'columns',
  'expression',
  'where',
  'weight',
  'terms',
  'numerator',
  'denominator',
  'annualise',
  'share',
  'over',
];

/** A member with the properties that another states instead. A column replaces an expression, and the reverse. */
export function overrideMember(base: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const remaining = { ...base };
  if ('kind' in own) for (const key of COMPUTES) delete remaining[key];
  if ('expression' in own) {
    delete remaining.column;
    delete remaining.columns;
  }
  if ('column' in own || 'columns' in own) delete remaining.expression;
  if ('valid' in own) delete remaining.latest;
  if ('latest' in own) delete remaining.valid;
  return { ...remaining, ...own };
}
