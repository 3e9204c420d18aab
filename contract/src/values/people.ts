/** Roles that a tenant's administrators give. */
export const TENANT_ROLES = ['tenant.user', 'tenant.admin'] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

/** Roles above the tenants, which global administrators give. */
export const GLOBAL_ROLES = ['global.support', 'global.admin'] as const;
export type GlobalRole = (typeof GLOBAL_ROLES)[number];

/**
 * Why something cannot be done with a person or an invitation, as the field of an error's detail: it would be oneself
 * (`self`), or the tenant's `last-administrator`, or the installation's `last-global-administrator`; nobody assigns them to the tenant any more (`unassigned`); they would have
 * no role (`roles`); another person has to take over what they own (`handOverTo`); they are a `member` already, `global` already, or `invited`; there
 * are too many invitations (`limit`), or all users of the tenant's plan are there (`seats`), or one was sent a moment ago (`recent`). `missing`: there is no such person here.
 */
export const PERSON_PROBLEMS = [
  'self',
  'last-administrator',
  'last-global-administrator',
  'unassigned',
  'roles',
  'handOverTo',
  'member',
  'global',
  'invited',
  'limit',
  'seats',
  'recent',
  'missing',
] as const;
export type PersonProblem = (typeof PERSON_PROBLEMS)[number];

/** People of one request of a change of many, so that it shows its progress. */
export const BULK_PART = 25;

/** Days in which an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** What a list of people can be sorted by. */
export const PEOPLE_ORDERS = ['name', 'seen'] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];
