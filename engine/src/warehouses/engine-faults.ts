/**
 * Keeps DuckDB from a step that answers wrongly: subplans that differ only in which columns they take of the same join
 * are put together, and one of them is answered with the other's values (seen in 1.5.6; `secured-tables.test.ts` shows it).
 */
export const WITHOUT_FAULTS = "SET GLOBAL disabled_optimizers = 'common_subplan'";
