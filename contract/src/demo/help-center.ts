import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { moment } from './fields.ts';

const category = z.object({ id: z.uuid(), slug: z.string(), title: z.string() });
const faq = z.object({ id: z.uuid(), categoryId: z.uuid(), question: z.string(), answer: z.string() });
const guide = z.object({
  id: z.uuid(),
  categoryId: z.uuid(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
});

/** A question or a guide that matches a search. */
const hit = z.object({
  id: z.uuid(),
  type: z.enum(['faq', 'guide']),
  title: z.string(),
  category: z.object({ slug: z.string(), title: z.string() }),
  /** Of a guide. */
  slug: z.string().nullable(),
  /** The passage that matches, as text. */
  excerpt: z.string(),
});

/** What a visitor writes into the support form. */
const supportDraft = z.object({
  name: z.string().max(100),
  email: z.string().max(200),
  subject: z.string().max(200),
  message: z.string().max(5000),
});
const written = z.string().trim().min(1);
const supportRequest = z.object({
  name: written.max(100),
  email: z.email().max(200),
  subject: written.max(200),
  message: written.max(5000),
});
const supportMessage = supportRequest.extend({ id: z.uuid(), sentAt: moment });

/** Whether a visitor found a question or a guide helpful. */
const vote = z.object({ id: z.uuid(), isHelpful: z.boolean() });

const categoryWithFaqs = category.extend({ faqs: z.array(faq) });
const categoryWithGuides = category.extend({ guides: z.array(guide) });
const categoryPreview = categoryWithGuides.extend({ visibleGuides: z.int(), totalGuides: z.int() });

export const helpCenterCalls = {
  'GET /api/apps/help-center/faqs': {
    summary: 'Questions and answers of all categories, or of the one with the slug',
    query: z.object({ slug: z.string().optional() }),
    output: z.union([z.array(categoryWithFaqs), categoryWithFaqs, z.null()]),
  },
  'GET /api/apps/help-center/guides': {
    summary: 'The first guides of each category, or all guides of the one with the slug',
    query: z.object({ slug: z.string().optional(), limit: z.coerce.number().int().min(0).default(5) }),
    output: z.union([z.array(categoryPreview), z.strictObject(categoryWithGuides.shape), z.null()]),
  },
  'GET /api/apps/help-center/guide': {
    summary: 'A category with one of its guides; its content is HTML',
    query: z.object({ categorySlug: z.string(), guideSlug: z.string() }),
    output: category.extend({ guides: z.tuple([guide.extend({ content: z.string(), updatedAt: moment })]) }).nullable(),
  },
  'GET /api/apps/help-center/search': {
    summary: 'Questions and guides with all words of the query, best first; blank finds none',
    query: z.object({ query: z.string() }),
    output: z.array(hit),
  },
  'GET /api/apps/help-center/votes': { summary: 'Which questions and guides were helpful', output: z.array(vote) },
  'PATCH /api/apps/help-center/vote': {
    summary: 'Say whether a question or a guide was helpful, or take that back with null; returns all votes',
    body: z.object({ id: z.uuid(), isHelpful: z.boolean().nullable() }),
    output: z.array(vote),
  },
  'GET /api/apps/help-center/support/draft': { summary: 'The message being written', output: supportDraft },
  'PATCH /api/apps/help-center/support/draft': {
    summary: 'Save what is being written; returns the merged draft',
    body: z.object({ draft: supportDraft.partial() }),
    output: supportDraft,
  },
  'GET /api/apps/help-center/support/messages': {
    summary: 'The messages sent to support, newest first',
    output: z.array(supportMessage),
  },
  'POST /api/apps/help-center/support/message': {
    summary: 'Send a message to support; the draft is empty after that',
    body: z.object({ message: supportRequest }),
    output: supportMessage,
  },
} as const satisfies DemoCallTable;

/** The texts are built in; what visitors write and vote is stored. */
export const helpCenterState = z.object({
  draft: supportDraft,
  messages: z.array(supportMessage),
  votes: z.array(vote),
});
