/** Who decides that someone above the tenants may enter one: its standing consent, an administrator each time, or nobody. */
export const SUPPORT_ACCESS = ['always', 'consent', 'never'] as const;
export type SupportAccess = (typeof SUPPORT_ACCESS)[number];

/**
 * `requested`: waits for an administrator. `allowed`: can be used once. `active`: the person is in the tenant. `expired`:
 * nobody decided, or it was not used, for a day.
 */
export const SUPPORT_VISIT_STATES = [
  'requested',
  'allowed',
  'active',
  'ended',
  'declined',
  'withdrawn',
  'expired',
] as const;
export type SupportVisitState = (typeof SUPPORT_VISIT_STATES)[number];

/** How long a visit may last, in minutes. */
export const SUPPORT_MINUTES = [15, 30, 60, 120, 240] as const;

export const LONGEST_SUPPORT_REASON = 500;

/** Hours in which a request can be decided on, and a visit that was allowed can begin. */
export const SUPPORT_HOURS = 24;

/** Visits on a page of a tenant's list. */
export const SUPPORT_PAGE = 25;
