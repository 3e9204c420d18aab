/** A Wednesday. Fixed, so that results do not depend on the day the tests run. */
export const NOW = new Date('2026-03-18T10:30:00.000Z');
export const SEED = 'conformance';
