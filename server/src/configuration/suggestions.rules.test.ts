import { expect, test } from 'vitest';
import { fingerprint, pairKey, similarity, Suggester, type SuggestionSources } from './suggestions.rules.ts';

const target = (value: string, ...titles: string[]) => ({ value, titles });
const sources = (more: Partial<SuggestionSources> = {}): SuggestionSources => ({
  earlier: new Map(),
  mapped: [],
  targets: ['auto', 'card', 'transfer', 'late'].map((value) => target(value)),
  rules: [],
  others: new Map(),
  rejected: new Set(),
  ...more,
});
const suggest = (code: string, more: Partial<SuggestionSources>) => new Suggester(sources(more)).suggest(code);

test('opposites and buckets that look alike are never suggested', () => {
  const mapped = (code: string, value: string) => ({ mapped: [{ code, value }] });
  expect(similarity('prevod na ucet', 'prevod z uctu')).toBeLessThan(0.95);
  expect(suggest('PREVOD NA UCET', mapped('PREVOD Z UCTU', 'transfer'))).toBeNull();
  expect(suggest('PREVOD Z UCTU', mapped('PREVOD NA UCET', 'transfer'))).toBeNull();
  expect(suggest('Late (31-120 days)', mapped('Late (16-30 days)', 'late'))).toBeNull();
  // Fewer than five letters: too short to say anything.
  expect(suggest('AUT1', mapped('AUT', 'auto'))).toBeNull();
});

test('the best source wins, and only what is certain is ticked', () => {
  const all: Partial<SuggestionSources> = {
    earlier: new Map([['Auto loan', { value: 'card', version: 3 }]]),
    mapped: [{ code: 'LOAN,  auto', value: 'auto' }],
    rules: [{ match: 'starts_with', pattern: 'auto', value: 'late', mode: 'suggest' }],
    others: new Map([['kind', new Map([['Auto loan', 'transfer']])]]),
  };
  expect(suggest('Auto loan', all)).toMatchObject({ value: 'card', reason: 'earlier', source: '3', ticked: true });
  const { earlier: _earlier, ...second } = all;
  expect(suggest('Auto loan', second)).toMatchObject({ value: 'auto', reason: 'same', ticked: true });
  const { mapped: _mapped, ...third } = second;
  expect(suggest('Auto loan', third)).toMatchObject({ value: 'late', reason: 'rule', source: 'auto', ticked: false });
  const { rules: _rules, ...fourth } = third;
  expect(suggest('Auto loan', fourth)).toMatchObject({
    value: 'transfer',
    reason: 'other',
    source: 'kind',
    ticked: false,
  });
  expect(suggest('Auto loans', { mapped: [{ code: 'Auto loan', value: 'auto' }] })).toMatchObject({
    value: 'auto',
    reason: 'similar',
    ticked: false,
  });
});

test('rejections are remembered, and the next best is suggested', () => {
  const rejected = new Set([pairKey('AUTO ', 'auto')]);
  expect(suggest('AUTO ', {})).toMatchObject({ value: 'auto', reason: 'same' });
  expect(suggest('AUTO ', { rejected })).toBeNull();
  const rules = [{ match: 'glob', pattern: 'a*o?', value: 'card', mode: 'suggest' }] as const;
  expect(suggest('AUTO ', { rejected, rules })).toMatchObject({ value: 'card', reason: 'rule' });
});

test('fingerprints ignore case, accents, blanks and the order of words, in Turkish too', () => {
  expect(fingerprint('  Kredi  TAŞIT ')).toBe(fingerprint('taşıt-kredi'));
  expect(fingerprint('IĞDIR')).toBe(fingerprint('ığdır'));
  expect(fingerprint(' ')).toBe('');
  // Texts of one fingerprint with different values say nothing.
  const mapped = [
    { code: 'vyber', value: 'auto' },
    { code: 'VYBER', value: 'card' },
  ];
  expect(suggest('Vyber', { mapped })).toBeNull();
  expect(suggest(' ', { mapped: [{ code: '  ', value: 'auto' }] })).toBeNull();
});

test('a pattern of many stars is matched at once', () => {
  const rules = [{ match: 'glob', pattern: `${'*a'.repeat(90)}*b`, value: 'card', mode: 'suggest' }] as const;
  expect(suggest('a'.repeat(200), { rules })).toBeNull();
});
