import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { writeFormula } from '../../../figures/formula-text.ts';

async function write(language: 'en' | 'tr', formula: string): Promise<string> {
  const texts = await startTranslations({ language, fetch: translationServer });
  return writeFormula(formula, texts.t as TFunction);
}

describe('writeFormula', () => {
  it.each([
    ['041B ÷ 025B', '041B ÷ 025B', '041B ÷ 025B'],
    ['661A × 12 ÷ {months} ÷ 010', '661A × 12 ÷ months ÷ 010', '661A × 12 ÷ ay ÷ 010'],
    ['(719, {else} AS0048)', '(719, else AS0048)', '(719, yoksa AS0048)'],
    [
      '{last} sum(a) ÷ {average} sum(b)',
      'last day of sum(a) ÷ average day of sum(b)',
      'son günkü sum(a) ÷ günlük ortalama sum(b)',
    ],
    [
      '661A ÷ ((010 + {prior_year_end} 010) ÷ 2)',
      '661A ÷ ((010 + prior year-end 010) ÷ 2)',
      '661A ÷ ((010 + önceki yıl sonu 010) ÷ 2)',
    ],
    ['variance(a, {population})', 'variance(a, of the population)', 'variance(a, ana kütle için)'],
    ['median(a, {weighted} b)', 'median(a, weighted by b)', 'median(a, ağırlık: b)'],
    ['sum(a {where} a > 0)', 'sum(a where a > 0)', 'sum(a şu koşulla: a > 0)'],
    ["max(a {where} b = '{other}')", "max(a where b = '{other}')", "max(a şu koşulla: b = '{other}')"],
  ])('writes %s', async (formula, english, turkish) => {
    expect(await write('en', formula)).toBe(english);
    expect(await write('tr', formula)).toBe(turkish);
  });
});
