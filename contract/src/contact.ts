import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { LANGUAGES } from './values/text.ts';
import { visibleLine } from './values/visible-text.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .regex(/^\P{Cc}*$/u, 'Use a single line.')
    .overwrite(visibleLine)
    .min(1)
    .max(most);

/** A message to the operators of this portal. */
export const contactMessage = z.strictObject({
  /** The sender. Required from visitors; ignored for signed-in users, whose account is used. */
  name: line(100).optional(),
  email: z.email().max(254).optional(),
  subject: line(150),
  message: z
    .string()
    .trim()
    .min(1)
    .max(5000)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Use plain text.'),
  /** Language for the reply, where it differs from Accept-Language. */
  language: z.enum(LANGUAGES).optional(),
  /** Honeypot: invisible to people. A message that fills it in is acknowledged and discarded. */
  website: z.string().max(500).default(''),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactRoutes = {
  'POST /api/v1/contact': defineRoute({
    summary: 'Send a message to the operators of this portal',
    permission: 'public',
    tenant: 'none',
    audit: { action: 'contact.send', when: 'denied' },
    input: { body: contactMessage },
    output: z.object({ received: z.literal(true) }),
    limit: 'contact',
    errors: ['RATE_LIMITED'],
  }),
} as const;
