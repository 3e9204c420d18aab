/**
 * Disables an optimizer that returns wrong results: it merges subplans that differ only in the columns they read from
 * the same join, and one of them then gets the other's values (seen in 1.5.6; `secured-tables.test.ts` shows it).
 */
export const SAFE_OPTIMIZERS = "SET GLOBAL disabled_optimizers = 'common_subplan'";

/** DuckDB's errors about a number beyond its type. They depend on the rows, not on the statement. */
const OVERFLOW = /^(Out of Range|Conversion) Error/;

/** Whether DuckDB's message says that a number was too large. */
export const isOverflow = (message: string): boolean => OVERFLOW.test(message);
