import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { LANGUAGES } from './values/text.ts';
import { BULK_PART, PERSON_PROBLEMS } from './values/people.ts';
import { listedPerson, rights } from './users.ts';

/** Where an invitation goes. */
export const invitee = {
  email: z.email('Enter an email address such as name@example.org.').max(320, 'Use at most 320 characters.'),
  /** Of the mail, where the person has not chosen a language here; omitted: the tenant’s, or else English. */
  language: z.enum(LANGUAGES).optional(),
};

/** Whom an administrator invites, and with which rights. */
export const newInvitation = z.strictObject({
  ...invitee,
  roles: rights.roles.min(1, 'Choose at least one role.'),
  groups: rights.groups.default([]),
  attributes: rights.attributes.default({}),
});
export type NewInvitation = z.input<typeof newInvitation>;

/** An invitation that was sent. */
export const sentInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  expiresAt: z.iso.datetime(),
  /** What to give to the person, where no mail server is set up; null where a mail brings it. Shown once. */
  link: z.string().nullable(),
});
export type SentInvitation = z.infer<typeof sentInvitation>;

/** What became of one of many invitations. */
const invitationResult = z.object({
  email: z.string(),
  /** Why it was not sent; null where it was. */
  problem: z.enum(PERSON_PROBLEMS).nullable(),
  /** As of `sentInvitation`; null where it was not sent, too. */
  link: z.string().nullable(),
});
export type InvitationResult = z.infer<typeof invitationResult>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const invitationRoutes = {
  'POST /api/v1/invitations': defineRoute({
    ...administration,
    summary: 'Invite someone to the tenant by mail',
    audit: { action: 'invitation.create', when: 'always' },
    input: { body: newInvitation },
    output: sentInvitation,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/invitations/bulk': defineRoute({
    ...administration,
    summary: `Invite up to ${BULK_PART} people by mail; each has a result of their own`,
    audit: { action: 'invitation.create-many', when: 'always' },
    input: { body: z.strictObject({ invitations: z.array(newInvitation).min(1).max(BULK_PART) }) },
    output: z.object({ results: z.array(invitationResult) }),
    errors: [],
  }),
  'GET /api/v1/invitations/:id': defineRoute({
    ...administration,
    summary: 'Read an invitation that is open',
    audit: { action: 'invitation.view', when: 'denied' },
    input: { params: byId },
    output: listedPerson,
    errors: [],
  }),
  'POST /api/v1/invitations/:id/resend': defineRoute({
    ...administration,
    summary: 'Send an invitation again, with a new link; the link before it no longer works',
    audit: { action: 'invitation.resend', when: 'always' },
    input: { params: byId },
    output: sentInvitation,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/invitations/:id': defineRoute({
    ...administration,
    summary: 'Revoke an invitation; its link no longer works',
    audit: { action: 'invitation.revoke', when: 'always' },
    input: { params: byId },
    output: z.object({ id: z.uuid() }),
    errors: [],
  }),
} as const;
