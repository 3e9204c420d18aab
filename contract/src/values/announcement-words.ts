/** `draft`: not published. The others follow from the dates of a published announcement. */
export const ANNOUNCEMENT_STATES = ['draft', 'scheduled', 'active', 'ended'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
/** Announcements that one page of the list shows. */
export const ANNOUNCEMENT_PAGE = 20;
/** Characters of the content in one language, without its formatting. */
export const MAX_CONTENT = 4000;
