import { wordsBesideEntity, type Lexicon } from './lexicon.rules.ts';
import { isGrammarWord, type MatchedWords } from './matches.rules.ts';

const MOST = 4;

/** Measures whose names share the rarest words with a question, best first. */
export function nearestMeasures(
  { tokens, words: spoken, matches }: MatchedWords,
  { datasets }: Lexicon,
): { dataset: string; measure: string }[] {
  // “last year” says nothing of “Shares, under 1 year”.
  const meant = matches.flatMap((words, at) =>
    tokens[at]!.isNumber || isGrammarWord(spoken[at]!)
      ? []
      : [...words].map(([word, { quality }]) => ({ word, quality })),
  );
  const named = new Map(meant.filter(({ word }) => word.length > 2).map(({ word, quality }) => [word, quality]));
  if (named.size === 0) return [];
  const plain = datasets.filter(({ isCombined }) => !isCombined);
  const measures = plain.flatMap((dataset) =>
    dataset.phrases.flatMap(({ words, meaning, quality }) => {
      if (meaning.kind !== 'measure') return [];
      return [{ dataset: dataset.name, measure: meaning.name, quality, words: wordsBesideEntity(words, dataset) }];
    }),
  );
  const counts = new Map<string, number>();
  for (const { words } of measures) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = measures
    .map(({ dataset, measure, quality, words }) => {
      const shared = words.filter((word) => named.has(word));
      const weight = shared.reduce((sum, word) => sum + named.get(word)! / Math.sqrt(counts.get(word) ?? 1), 0);
      return { dataset, measure, score: shared.length === 0 ? 0 : (quality * weight * shared.length) / words.length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const seen = new Set<string>();
  return scored
    .filter(({ dataset, measure }) => {
      const key = `${dataset} ${measure}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST);
}
