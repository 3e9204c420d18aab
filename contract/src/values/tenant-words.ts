/** `suspended`: nobody can sign in to it, and its schedules pause. `deleting`: the same, and it is deleted on a day. */
export const TENANT_STATES = ['active', 'suspended', 'deleting'] as const;

/** Tenants on a page of the list. */
export const TENANT_PAGE = 25;

/** Days over which queries and failed loads are counted. */
export const TENANT_USAGE_DAYS = 7;

/** Days over which background jobs are counted. */
export const TENANT_JOB_DAYS = 30;

/**
 * Background jobs that are counted by tenant: loads of data, also those of copies; copies from sources; exports that are
 * prepared; reports sent by subscriptions; mail.
 */
export const TENANT_JOB_KINDS = ['load', 'copy', 'export', 'subscription', 'mail'] as const;
export type TenantJobKind = (typeof TENANT_JOB_KINDS)[number];

/** `untested`: its connection was changed since its last test. */
export const PROVIDER_TROUBLES = ['failed', 'untested'] as const;

/** Also the value in the identity provider's claim. */
export const TENANT_SLUG = /^[a-z][a-z0-9-]{0,62}$/;

/** Who may write SQL in a tenant. */
export const SQL_ACCESS = ['nobody', 'administrators', 'everyone'] as const;
export type SqlAccess = (typeof SQL_ACCESS)[number];

/** Workspace templates that a new tenant starts with, at most. */
export const MAX_FIRST_TEMPLATES = 20;
