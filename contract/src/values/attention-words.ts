/** `now`: people are affected. `soon`: they will be unless something is done. `note`: good to know. In this order. */
export const ATTENTION_LEVELS = ['now', 'soon', 'note'] as const;
export type AttentionLevel = (typeof ATTENTION_LEVELS)[number];

/** What people above the tenants are shown, in the order in which it is listed within a level. */
export const ATTENTION_KINDS = [
  'check',
  'server',
  'provider',
  'jobs',
  'limit',
  'domain',
  'deletion',
  'own-visit',
  'invitation',
  'announcement',
  'suspended',
  'visits',
] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/** Lines of one kind and level; how many more there are is counted. */
export const ATTENTION_LINES = 5;

/** The part of a limit from which it is worth a look, before it is reached. */
export const NEAR_LIMIT = 0.9;
