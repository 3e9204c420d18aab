import type { Language } from '@rise/contract';

/** The first of the languages a browser asks for that we speak, English otherwise. `wish` outranks the header. */
export function languageOf(wish: string | undefined, acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((item) => {
      const [tag = '', quality] = item.trim().split(/;\s*q=/);
      return { tag, weight: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  for (const tag of [...(wish ?? '').split(/\s+/), ...ranked]) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'tr') return language;
  }
  return 'en';
}
