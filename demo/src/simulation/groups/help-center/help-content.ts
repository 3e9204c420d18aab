import type { Language } from '@rise/contract';
import { createRandom } from '../../generate/random.ts';
import type FAQS from './data/faqs.json';

interface Both<T> {
  readonly en: T;
  readonly tr: T;
}
/** A paragraph, the items of a list, a heading, or steps in order. */
type Block = string | readonly string[] | { readonly heading: string } | { readonly steps: readonly string[] };

interface GuideText {
  readonly slug: string;
  readonly title: { en: string; tr: string };
  readonly subtitle: { en: string; tr: string };
  readonly content: Both<readonly Block[]>;
}

export interface GuideData {
  readonly slug: string;
  readonly title: { en: string; tr: string };
  readonly guides: readonly GuideText[];
}

const idOf = (name: string) => createRandom(`help: ${name}`).uuid();

export function faqsOf({ slug, title, faqs }: (typeof FAQS)[number]) {
  const id = idOf(`questions about ${slug}`);
  return {
    id,
    slug,
    title,
    faqs: faqs.map((faq) => ({ id: idOf(faq.question.en), categoryId: id, ...faq })),
  };
}

export function guidesOf({ slug, title, guides }: GuideData) {
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

const listOf = (tag: 'ol' | 'ul', items: readonly string[]) =>
  `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`;

function blockToHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${block}</p>`;
  if ('heading' in block) return `<h2>${block.heading}</h2>`;
  return 'steps' in block ? listOf('ol', block.steps) : listOf('ul', block);
}

/** As HTML. Built-in texts contain no HTML except inline code, so none is escaped. */
export function contentOf({ content }: GuideText) {
  const inLanguage = (language: Language) => content[language].map(blockToHtml).join('');
  return { en: inLanguage('en'), tr: inLanguage('tr') };
}

/** The passages of a guide as plain text. */
export function textsOf({ content }: GuideText, language: Language): string[] {
  return content[language]
    .flatMap((block) => {
      if (typeof block === 'string') return [block];
      if ('heading' in block) return [block.heading];
      return 'steps' in block ? [...block.steps] : [...block];
    })
    .map((text) => text.replaceAll(/<\/?code>/g, ''));
}

/** The texts are loaded with the first help call. */
export const loadFaqs = async () => (await import('./data/faqs.json')).default.map(faqsOf);
export const loadGuides = async (): Promise<readonly GuideData[]> => (await import('./data/guides.json')).default;
