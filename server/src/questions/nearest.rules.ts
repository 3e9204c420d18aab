import type { Lexicon } from './lexicon.rules.ts';
import type { MatchedWords } from './matches.rules.ts';

const MOST = 4;

/** Measures whose names share the rarest words with a question, best first. */
export function nearestMeasures(
  { matches }: MatchedWords,
  { datasets }: Lexicon,
): { dataset: string; measure: string }[] {
  const named = new Set(matches.flatMap((words) => [...words.keys()]).filter((word) => word.length > 2));
  if (named.size === 0) return [];
  const counts = new Map<string, number>();
  for (const { phrases } of datasets)
    for (const { words, meaning } of phrases)
      if (meaning.kind === 'measure') for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = datasets
    .filter(({ isCombined }) => !isCombined)
    .flatMap((dataset) =>
      dataset.phrases.flatMap(({ words, meaning }) => {
        if (meaning.kind !== 'measure') return [];
        const shared = words
          .filter((word) => named.has(word))
          .reduce((sum, word) => sum + 1 / (counts.get(word) ?? 1), 0);
        return shared > 0
          ? [{ dataset: dataset.name, measure: meaning.name, score: shared / Math.sqrt(words.length) }]
          : [];
      }),
    )
    .toSorted((a, b) => b.score - a.score);
  const seen = new Set<string>();
  return scored
    .filter(({ dataset, measure }) => {
      const key = `${dataset} ${measure}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST);
}
