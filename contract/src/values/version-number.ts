import { z } from 'zod';

/** The largest value of PostgreSQL's `integer`, which stores version numbers. */
const MOST = 2_147_483_647;

/** Number of a version, counted from 1. */
export const versionNumber = z.int().positive().max(MOST);
/** The same, or 0 before the first version. */
export const basisNumber = z.int().nonnegative().max(MOST);
/** A version's number in a query string. */
export const versionParameter = z.coerce.number().int().positive().max(MOST);
