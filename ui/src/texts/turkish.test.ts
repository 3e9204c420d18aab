import { expect, it } from 'vitest';
import { englishPanelTexts } from './panel-texts.ts';
import { englishTexts } from './ui-texts.ts';
import { turkishTexts } from './turkish.ts';

/** Texts that are the same in both languages. */
const SAME = new Set(['copyright', 'assistantName']);

const english = new Map(Object.entries({ ...englishTexts, ...englishPanelTexts }));
const turkish = new Map<string, string>(Object.entries(turkishTexts));
const placesOf = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted();

it('has the same keys and placeholders as English', () => {
  expect([...turkish.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  for (const [key, text] of english) {
    expect(text.trim(), key).not.toBe('');
    expect(turkish.get(key)?.trim(), key).not.toBe('');
    expect(placesOf(turkish.get(key)), key).toEqual(placesOf(text));
  }
});

it('leaves nothing in English', () => {
  expect([...english].filter(([key, text]) => turkish.get(key) === text).map(([key]) => key)).toEqual([...SAME]);
});
