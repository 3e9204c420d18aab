import type { z } from 'zod';

/**
 * A union whose alternatives are distinguished by a member that only they have, in this order: only the alternative that a
 * value means is read. Read as each, an invalid tree takes ten times as long as a valid one.
 */
export function ofMembers<T extends z.ZodType>(union: T, alternatives: readonly [string, z.ZodType][]): T {
  const readAsEach = union._zod.run;
  union._zod.run = (payload, context) => {
    const { value } = payload;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return readAsEach(payload, context);
    const meant = alternatives.find(([member]) => Object.hasOwn(value, member));
    return meant ? meant[1]._zod.run(payload, context) : readAsEach(payload, context);
  };
  return union;
}
