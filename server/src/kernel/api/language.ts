import type { Language } from '@rise/contract';

/** The first supported language of the header, otherwise English. `chosen` takes precedence over the header. */
export function languageOf(chosen: string | undefined, acceptLanguage: string | undefined): Language {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((item) => {
      const [tag = '', quality] = item.trim().split(/;\s*q=/);
      return { tag, weight: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
  for (const tag of [...(chosen ?? '').split(/\s+/), ...ranked]) {
    const language = tag.toLowerCase().split('-')[0];
    if (language === 'en' || language === 'tr') return language;
  }
  return 'en';
}
