/** `suspended`: nobody can sign in to it, and its schedules pause. `deleting`: the same, and it is deleted on a day. */
export const TENANT_STATES = ['active', 'suspended', 'deleting'] as const;

/** Tenants on a page of the list. */
export const TENANT_PAGE = 25;

/** Days over which queries and failed loads are counted. */
export const TENANT_USAGE_DAYS = 7;

/** Also the value in the identity provider's claim. */
export const TENANT_SLUG = /^[a-z][a-z0-9-]{0,62}$/;

/** Who may write SQL in a tenant. */
export const SQL_ACCESS = ['nobody', 'administrators', 'everyone'] as const;
export type SqlAccess = (typeof SQL_ACCESS)[number];

/** Workspace templates that a new tenant starts with, at most. */
export const MAX_FIRST_TEMPLATES = 20;
