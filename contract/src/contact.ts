import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { LANGUAGES } from './text.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'Write it in one line.');

/** A message to those who run this portal. */
export const contactMessage = z.strictObject({
  /** Who writes; a visitor must say it, of a signed-in person it is known and what is typed is not read. */
  name: line(100).optional(),
  email: z.email().max(254).optional(),
  subject: line(150),
  message: z
    .string()
    .trim()
    .min(1)
    .max(5000)
    .regex(/^[\P{Cc}\n\r\t]*$/u, 'Write plain text.'),
  /** The language to answer in, where it is not the one that the browser asks for. */
  language: z.enum(LANGUAGES).optional(),
  /** A trap: people do not see the field, so only programs fill it in. What carries it is thanked for and forgotten. */
  website: z.string().max(500).default(''),
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactRoutes = {
  'POST /api/v1/contact': defineRoute({
    summary: 'Write to those who run this portal',
    permission: 'public',
    tenant: 'none',
    audit: { action: 'contact.send', when: 'denied' },
    input: { body: contactMessage },
    output: z.object({ received: z.literal(true) }),
    limit: 'contact',
    errors: ['RATE_LIMITED'],
  }),
} as const;
