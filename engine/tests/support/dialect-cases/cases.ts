import type { DialectCase } from './case.ts';
import { DATASET_CASES } from './dataset-cases.ts';
import { FILTER_CASES } from './filter-cases.ts';
import { GROUPING_CASES } from './grouping-cases.ts';
import { MEMBER_CASES } from './member-cases.ts';
import { PERIOD_CASES } from './period-cases.ts';
import { STATEMENT_CASES } from './statement-cases.ts';

/** One of each kind; every other query combines these. */
export const DIALECT_CASES: readonly DialectCase[] = [
  ...FILTER_CASES,
  ...PERIOD_CASES,
  ...GROUPING_CASES,
  ...DATASET_CASES,
  ...STATEMENT_CASES,
  ...MEMBER_CASES,
];
