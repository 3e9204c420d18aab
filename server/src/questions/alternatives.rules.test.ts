import { expect, test } from 'vitest';
import { similarMeasures } from './alternatives.rules.ts';
import type { DatasetLexicon, Phrase } from './lexicon.rules.ts';

const phrase = (name: string, ...words: string[]): Phrase => ({
  words,
  meaning: { kind: 'measure', name },
  quality: 1,
  isCode: false,
  isData: false,
});

const dataset = (phrases: readonly Phrase[], units: Readonly<Record<string, string>>) =>
  ({
    measures: new Map(Object.entries(units).map(([name, unit]) => [name, { name, format: { unit } }])),
    phrases,
  }) as unknown as DatasetLexicon;

test('similar measures share words, the same unit first', () => {
  const phrases = [
    phrase('loans', 'total', 'loans'),
    phrase('rate', 'loans', 'rate'),
    phrase('new_loans', 'new', 'loans'),
    phrase('assets', 'assets'),
  ];
  const units = { loans: 'currency', rate: 'percent', new_loans: 'currency', assets: 'currency' };
  expect(similarMeasures('loans', dataset(phrases, units))).toEqual(['new_loans', 'rate']);
});

test('the phrases are read once for all measures and questions, as each value of the data is one', () => {
  let reads = 0;
  const names = Array.from({ length: 50 }, (_, number) => `loans_${number}`);
  const phrases = new Proxy(
    names.map((name) => phrase(name, 'loans')),
    {
      get: (target, key) => {
        if (key === '0') reads += 1;
        return Reflect.get(target, key) as unknown;
      },
    },
  );
  const read = dataset(phrases, Object.fromEntries(names.map((name) => [name, 'currency'])));
  for (const name of names) expect(similarMeasures(name, read)).toHaveLength(8);
  expect(reads).toBe(1);
});
