import type { CallResult } from '../../client/client.ts';

export type Draft = CallResult<'GET /api/apps/help-center/support/draft'>;

/** The fields in page order. */
export const FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type Field = (typeof FIELDS)[number];
export type FieldIssue = 'required' | 'badEmail';

/** Catches typos only; whether the address exists is not checked. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** What keeps a message from being sent. */
export function findIssues(draft: Draft): Partial<Record<Field, FieldIssue>> {
  const blank = FIELDS.filter((field) => draft[field].trim() === '');
  return {
    ...(!EMAIL.test(draft.email.trim()) && { email: 'badEmail' as const }),
    ...Object.fromEntries(blank.map((field) => [field, 'required' as const])),
  };
}
