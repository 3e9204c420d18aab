/** How something is: as it should be, to be looked at, or not working. */
export const HEALTH_STATES = ['good', 'attention', 'bad'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** What is checked once for the installation, in the order of the page. */
export const INSTALLATION_CHECKS = [
  'servers',
  'versions',
  'read-only',
  'database',
  'database-size',
  'transaction',
  'connections',
  'audit-seal',
  'audit-chain',
  'audit-shipping',
  'jobs-late',
  'jobs-dead',
  'mail-waiting',
  'mail-failed',
  'search',
  'backup',
] as const;
export type InstallationCheck = (typeof INSTALLATION_CHECKS)[number];

/** What each server says of itself; times and shares are those of the last 15 minutes. */
export const SERVER_CHECKS = [
  'event-loop',
  'memory',
  'disk',
  'queries',
  'request-time',
  'request-errors',
  'query-time',
  'cache',
] as const;
export type ServerCheck = (typeof SERVER_CHECKS)[number];

/** Kinds of background jobs that are stored in the database. */
export const JOB_KINDS = [
  'import',
  'copy',
  'subscription',
  'alert',
  'export',
  'webhook',
  'mail',
  'parameters',
  'model-test',
  'domain',
  'deletion',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Days for which jobs that were given up are listed. */
export const DEAD_JOB_DAYS = 30;

/** Failed jobs on a page of their list. */
export const DEAD_JOB_PAGE = 20;
