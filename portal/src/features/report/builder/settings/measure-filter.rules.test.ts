import type { Having } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { enteredValue, storedValue } from '../../../../figures/entered-value.ts';
import { havingOf, limitsOfHaving } from './measure-filter.rules.ts';

const assets: Having = { measure: 'total_assets', op: 'gte', values: [1_000_000_000] };
const ratio: Having = { measure: 'net_worth_ratio', op: 'lt', values: ['0.07'] };

describe('limits of measures', () => {
  it('reads one condition or several, and writes them as they were', () => {
    for (const having of [assets, { all: [assets, ratio] }])
      expect(havingOf(limitsOfHaving(having) ?? [])).toEqual(having);
    expect(havingOf(limitsOfHaving(undefined) ?? [])).toBeNull();
  });

  it('leaves to files what is not a limit', () => {
    const others: Having[] = [
      { any: [assets, ratio] },
      { not: assets },
      { measure: 'total_assets', op: 'isNull', values: [] },
      { all: [assets, { all: [assets, ratio] }] },
    ];
    for (const having of others) expect(limitsOfHaving(having)).toBeNull();
  });

  it('takes percent as they are read, and stores the fraction exactly', () => {
    const percent = { unit: 'percent' };
    for (const entered of [7, 7.1, 0.57, 5.55])
      expect(enteredValue(storedValue(entered, percent), percent)).toBe(entered);
    expect(storedValue(7.1, percent)).toBe(0.071);
    expect(storedValue(1_000_000_000, { unit: 'currency' })).toBe(1_000_000_000);
  });
});
