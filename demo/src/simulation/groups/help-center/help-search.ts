import type { Language } from '@rise/contract';
import { excerptOf, rankWords, wordsOf } from '../../words.ts';
import { type faqsOf, type GuideData, guidesOf, loadFaqs, loadGuides, textsOf } from './help-content.ts';

interface Document {
  readonly id: string;
  readonly type: 'faq' | 'guide';
  readonly title: string;
  readonly category: { slug: string; title: string };
  readonly slug: string | null;
  /** After the title, from the most important one on. */
  readonly texts: readonly string[];
}

function documents(faqs: ReturnType<typeof faqsOf>[], guides: readonly GuideData[], language: Language): Document[] {
  return [
    ...faqs.flatMap(({ slug, title, faqs: all }) =>
      all.map(({ id, question, answer }) => ({
        id,
        type: 'faq' as const,
        title: question[language],
        category: { slug, title: title[language] },
        slug: null,
        texts: [answer[language]],
      })),
    ),
    ...guides.flatMap((category) =>
      guidesOf(category).guides.map((guide, index) => ({
        id: guide.id,
        type: 'guide' as const,
        title: guide.title[language],
        category: { slug: category.slug, title: category.title[language] },
        slug: guide.slug,
        texts: [guide.subtitle[language], ...textsOf(category.guides[index]!, language)],
      })),
    ),
  ];
}

/** Questions and guides with all words of a query, those with the words in the title first. */
export async function findHelp(query: string, language: Language) {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return documents(await loadFaqs(), await loadGuides(), language)
    .flatMap(({ texts, ...document }) => {
      const rank = rankWords([document.title, ...texts], query);
      if (rank === null) return [];
      const count = (text: string) => words.filter((word) => rankWords([text], word) !== null).length;
      const passage = texts.toSorted((one, other) => count(other) - count(one))[0] ?? '';
      return [{ rank, hit: { ...document, excerpt: excerptOf(passage, query) } }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ hit }) => hit);
}
