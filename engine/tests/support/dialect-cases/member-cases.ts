import { FIELDS } from '../random-queries.ts';
import { CHICAGO, queriesOf } from './case.ts';
import type { DialectCase } from './case.ts';
import { branchModel, DIMENSIONS } from './models.ts';

const WEIGHTED = `${FIELDS.measures}
      - { name: typical, kind: median, expression: grade, weight: balance.assets }
      - { name: high, kind: percentile, share: 0.95, expression: balance.assets, weight: balance.worth, where: "grade > 1" }`;
const HOURS = `${DIMENSIONS}
      - { name: hour, type: integer, expression: "HOUR(CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp))" }
      - { name: weekday, type: integer, expression: "WEEKDAY(CAST(CONCAT(CAST(day AS string), ' 23:30:00') AS timestamp))" }`;
const MEMBERS = branchModel({ dimensions: HOURS, measures: WEIGHTED }, '    entity: { key: id, name: name }\n');
const members = queriesOf(MEMBERS, 'book');

/** Weighted quantiles, times of day and members of an entity. */
export const MEMBER_CASES: readonly DialectCase[] = [
  members('weighted medians', { dimensions: ['open'], measures: ['typical', 'high'] }),
  members('weighted medians in subtotals and in a top', {
    dimensions: ['grade', 'open'],
    measures: ['typical', 'high'],
    subtotals: 'rollup',
    top: { dimension: 'grade', measure: 'typical', n: 2 },
  }),
  members(
    'hours and weekdays in a zone',
    { dimensions: ['hour', 'weekday'], measures: ['branches'] },
    { calendar: CHICAGO },
  ),
  members('a member of an entity', { kind: 'benchmark', member: 'a1', measures: ['assets', 'typical'] }),
];
