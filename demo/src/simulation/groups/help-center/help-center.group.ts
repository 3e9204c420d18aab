import type { Language } from '@rise/contract';
import { createRandom } from '../../generate/random.ts';
import type { Group } from '../../group.ts';
import type FAQS from './data/faqs.json';
import type GUIDES from './data/guides.json';

type FaqCategory = (typeof FAQS)[number];
type GuideCategory = (typeof GUIDES)[number];

const idOf = (name: string) => createRandom(`help: ${name}`).uuid();

/** The texts are loaded with the first help call. */
const faqs = async () => (await import('./data/faqs.json')).default.map(faqsOf);
const guides = async () => (await import('./data/guides.json')).default;

function faqsOf({ slug, title, faqs }: FaqCategory) {
  const id = idOf(`questions about ${slug}`);
  return {
    id,
    slug,
    title,
    faqs: faqs.map((faq) => ({ id: idOf(faq.question.en), categoryId: id, ...faq })),
  };
}

function guidesOf({ slug, title, guides }: GuideCategory) {
  const id = idOf(`guides about ${slug}`);
  return {
    id,
    slug,
    title,
    guides: guides.map((guide) => ({
      id: idOf(`${slug}/${guide.slug}`),
      categoryId: id,
      slug: guide.slug,
      title: guide.title,
      subtitle: guide.subtitle,
    })),
  };
}

/** As HTML: the subject, then the steps in order. Our texts contain no HTML, so none is escaped. */
function contentOf({ subtitle, steps }: GuideCategory['guides'][number]) {
  const inLanguage = (language: Language) =>
    `<p>${subtitle[language]}</p><ol>${steps.map((step) => `<li>${step[language]}</li>`).join('')}</ol>`;
  return { en: inLanguage('en'), tr: inLanguage('tr') };
}

export const helpCenter: Group<'helpCenter'> = {
  name: 'helpCenter',
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'GET /api/apps/help-center/faqs': {
      read: async (_, { query: { slug } }) => {
        const categories = await faqs();
        return slug === undefined ? categories : (categories.find((one) => one.slug === slug) ?? null);
      },
    },
    'GET /api/apps/help-center/guides': {
      read: async (_, { query: { slug, limit } }) => {
        const categories = (await guides()).map(guidesOf);
        if (slug !== undefined) return categories.find((one) => one.slug === slug) ?? null;
        return categories.map((category) => ({
          ...category,
          visibleGuides: limit,
          totalGuides: category.guides.length,
          guides: category.guides.slice(0, limit),
        }));
      },
    },
    'GET /api/apps/help-center/guide': {
      read: async (_, { query: { categorySlug, guideSlug } }) => {
        const category = (await guides()).find(({ slug }) => slug === categorySlug);
        const index = category?.guides.findIndex(({ slug }) => slug === guideSlug) ?? -1;
        if (!category || index < 0) return null;
        const output = guidesOf(category);
        return { ...output, guides: [{ ...output.guides[index]!, content: contentOf(category.guides[index]!) }] };
      },
    },
  },
};
