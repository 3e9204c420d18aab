import { createRandom } from '../../generate/random.ts';
import type { Group } from '../../group.ts';
import type { FaqCategory } from './faqs.ts';
import type { GuideCategory } from './guides.ts';

const both = ([en, tr]: readonly [string, string]) => ({ en, tr });
const idOf = (name: string) => createRandom(`help: ${name}`).uuid();

/** The texts are fetched when somebody asks for help. */
const faqs = async () => (await import('./faqs.ts')).FAQS.map(faqsOf);
const guides = async () => (await import('./guides.ts')).GUIDES;

function faqsOf({ slug, title, faqs }: FaqCategory) {
  const id = idOf(`questions about ${slug}`);
  return {
    id,
    slug,
    title: both(title),
    faqs: faqs.map(([question, answer]) => ({
      id: idOf(question[0]),
      categoryId: id,
      question: both(question),
      answer: both(answer),
    })),
  };
}

function guidesOf({ slug, title, guides }: GuideCategory) {
  const id = idOf(`guides about ${slug}`);
  return {
    id,
    slug,
    title: both(title),
    guides: guides.map(([own, name, subtitle]) => ({
      id: idOf(`${slug}/${own}`),
      categoryId: id,
      slug: own,
      title: both(name),
      subtitle: both(subtitle),
    })),
  };
}

/** As HTML: what it is about, then the steps in order. The texts are ours and hold none. */
function contentOf([, , subtitle, steps]: GuideCategory['guides'][number]) {
  const inLanguage = (place: 0 | 1) =>
    `<p>${subtitle[place]}</p><ol>${steps.map((step) => `<li>${step[place]}</li>`).join('')}</ol>`;
  return { en: inLanguage(0), tr: inLanguage(1) };
}

export const helpCenter: Group<'helpCenter'> = {
  name: 'helpCenter',
  seed: () => ({}),
  problems: () => [],
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
        const place = category?.guides.findIndex(([slug]) => slug === guideSlug) ?? -1;
        if (!category || place < 0) return null;
        const told = guidesOf(category);
        return { ...told, guides: [{ ...told.guides[place]!, content: contentOf(category.guides[place]!) }] };
      },
    },
  },
};
