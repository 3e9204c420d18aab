/** Conversations stored per person and tenant beside pinned ones, pinned ones, and characters of a title. */
export const CONVERSATION_LIMITS = { stored: 200, pinned: 50, title: 120 } as const;
/** Days after which a conversation that is idle and not pinned is deleted, and for which a deleted one can be restored. */
export const CONVERSATION_DAYS = { idle: 365, deleted: 1 } as const;

/** Why an answer did not help. */
export const RATING_REASONS = ['wrong', 'off-topic', 'outdated', 'unclear'] as const;
export type RatingReason = (typeof RATING_REASONS)[number];
