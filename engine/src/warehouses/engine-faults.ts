/**
 * Disables an optimizer that returns wrong results: it merges subplans that differ only in the columns they read from
 * the same join, and one of them then gets the other's values (seen in 1.5.6; `secured-tables.test.ts` shows it).
 */
export const SAFE_OPTIMIZERS = "SET GLOBAL disabled_optimizers = 'common_subplan'";

/**
 * Disables an optimizer whose time grows with the square of a statement's columns: casting 1,000 of them takes 14 seconds
 * to plan with it, and 5 without.
 */
export const WIDE_OPTIMIZERS = "SET GLOBAL disabled_optimizers = 'common_subplan,common_subexpressions'";

/**
 * Levels of an expression that DuckDB reads. The time it takes to bind one grows with the cube of its depth, cannot be
 * interrupted, and takes 20 seconds at its own limit of 1000.
 */
export const MAX_EXPRESSION_DEPTH = '300';

/** DuckDB's error about a text that is no number, day or truth value. */
const UNFIT_TEXT = /^Conversion Error: Could not convert string/;

/** DuckDB's errors about a number beyond its type. They depend on the rows, not on the statement. */
const OVERFLOW = /^(Out of Range|Conversion) Error/;

/** Whether DuckDB's message says that a text cannot be converted. */
export const isUnfitText = (message: string): boolean => UNFIT_TEXT.test(message);

/** Whether DuckDB's message says that the memory limit was reached. */
export const isOutOfMemory = (message: string): boolean => message.startsWith('Out of Memory Error');

/** Whether DuckDB's message says that a number was too large. */
export const isOverflow = (message: string): boolean => OVERFLOW.test(message);

/** Whether DuckDB's message says that an expression nests deeper than it parses. */
export const isTooDeep = (message: string): boolean => /expression depth limit/i.test(message);

/** Whether a reader's last words say that it held too much memory: the watchdog's own, or those of Node's heap. */
export const ranOutOfMemory = (words: string): boolean => /Out of memory|heap out of memory/i.test(words);
