import { z } from 'zod';
import type { DemoCallTable } from './call.ts';

const category = z.object({ id: z.uuid(), slug: z.string(), title: z.string() });
const faq = z.object({ id: z.uuid(), categoryId: z.uuid(), question: z.string(), answer: z.string() });
const guide = z.object({
  id: z.uuid(),
  categoryId: z.uuid(),
  slug: z.string(),
  title: z.string(),
  subtitle: z.string(),
});

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
    output: category.extend({ guides: z.tuple([guide.extend({ content: z.string() })]) }).nullable(),
  },
} as const satisfies DemoCallTable;

/** The texts are built in and read-only. */
export const helpCenterState = z.object({});
