import type { Measure } from '@rise/contract';

/** How a semi-additive measure aggregates over days; undefined if it is additive. */
export const overOf = (measure: Measure) => ('over' in measure ? measure.over : undefined);
