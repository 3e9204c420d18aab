import type { CallResult } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';

type Faqs = Extract<CallResult<'GET /api/apps/help-center/faqs'>, readonly unknown[]>;
type Guides = Extract<CallResult<'GET /api/apps/help-center/guides'>, readonly unknown[]>;
export type FaqCategory = Faqs[number];
export type Faq = FaqCategory['faqs'][number];
export type GuideCategory = Pick<Guides[number], 'id' | 'slug' | 'title' | 'guides'>;

/** A limit above the number of guides of any category. */
const ALL = 1000;
/** Number of guides per category on the overview page. */
export const FIRST = 5;

/** All questions: without a slug the call returns a list. */
export function useFaqs() {
  const query = useDemoQuery('helpCenter', 'GET /api/apps/help-center/faqs', { query: {} });
  return { query, faqs: query.data as Faqs | undefined };
}

export function useGuides() {
  const query = useDemoQuery('helpCenter', 'GET /api/apps/help-center/guides', { query: { limit: ALL } });
  return { query, guides: query.data as Guides | undefined };
}

export const guideHref = (category: { slug: string }, guide: { slug: string }) =>
  `/apps/help-center/guides/${category.slug}/${guide.slug}`;

export const faqHref = (id: string) => `/apps/help-center/faqs?open=${id}`;
