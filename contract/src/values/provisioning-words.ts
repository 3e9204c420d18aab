/** What of a provisioned person says who they are at sign-in. */
export const SUBJECT_ATTRIBUTES = ['externalId', 'userName'] as const;
export type SubjectAttribute = (typeof SUBJECT_ATTRIBUTES)[number];

/** The claim of a sign-in that has to equal it: the subject, or Entra's id of the person in its directory. */
export const SUBJECT_CLAIMS = ['sub', 'oid'] as const;
export type SubjectClaim = (typeof SUBJECT_CLAIMS)[number];

/**
 * `waiting`: has not signed in yet. `member`: is in the tenant. `inactive`: the provider has made them inactive. `blocked`: an
 * administrator of the tenant has disabled or removed them.
 */
export const PROVISIONED_STATES = ['waiting', 'member', 'inactive', 'blocked'] as const;
export type ProvisionedState = (typeof PROVISIONED_STATES)[number];

/** Tokens of one tenant that are neither revoked nor expired: the old one and the new one while they are exchanged. */
export const MAX_PROVISIONING_TOKENS = 2;
