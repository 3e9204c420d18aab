import { describe, expect, test } from 'vitest';
import { turns } from '../../kernel/time/turns.ts';
import { generator, plantFamilies } from '../testing/generate.ts';
import { explainBy, ratioContributions, sumContributions } from './contributions.rules.ts';
import { findDiscoveries, TOO_PROBABLE } from './discoveries.rules.ts';
import { COVERAGE, forecast } from './forecast.rules.ts';
import { standingsOf } from './peers.rules.ts';
import { sum } from './quantiles.rules.ts';
import { criticalT, twoSided } from './student.rules.ts';
import { surprisesOf } from './surprises.rules.ts';
import { pooledVariances } from './variances.rules.ts';

/** As the finder looks for them. */
const RATE = 0.033;

/** How many planted ones are found, and what share of those found is false, over several data sets. */
async function examine(periods: number, seeds: number, members = 50) {
  let [found, shown, planted] = [0, 0, 0];
  for (let seed = 501; seed < 501 + seeds; seed++) {
    const families = plantFamilies({ families: 2000 / members, members, periods, planted: 20, cycle: 12 }, seed);
    const tested = families.map((family) => {
      const surprises = surprisesOf(
        family.members.map(({ values }) => values),
        12,
      );
      return {
        members: family.members.flatMap(({ isPlanted }, index) => {
          const surprise = surprises[index];
          return surprise ? [{ p: surprise.p, isPlanted }] : [];
        }),
      };
    });
    const discoveries = await findDiscoveries(tested, RATE, turns());
    shown += discoveries.length;
    found += discoveries.filter(({ isPlanted }) => isPlanted).length;
    planted += 20;
  }
  return { found: found / planted, isFalse: (shown - found) / Math.max(shown, 1) };
}

describe('changes planted in 2,000 series with trends, seasons and noise', () => {
  test('of six deviations after 24 periods, 95 % are found, and 5 % of those shown are false', async () => {
    const { found, isFalse } = await examine(24, 8);
    expect(found).toBeGreaterThanOrEqual(0.95);
    expect(isFalse).toBeLessThanOrEqual(0.05);
  });

  // As many as can be: what bounds them is in decision 0150.
  test('in families of 20, 92 % are found, and 5 % of those shown are false', async () => {
    const { found, isFalse } = await examine(24, 8, 20);
    expect(found).toBeGreaterThanOrEqual(0.92);
    expect(isFalse).toBeLessThanOrEqual(0.05);
  });

  test.each([8, 10, 12])(
    'after %i periods fewer are found, and still 5 % of those shown are false',
    async (periods) => {
      const { found, isFalse } = await examine(periods, 4);
      expect(found).toBeGreaterThan(0.2);
      expect(isFalse).toBeLessThanOrEqual(0.05);
    },
  );

  test('with nothing planted, next to nothing is shown', async () => {
    let shown = 0;
    for (let seed = 1; seed <= 10; seed++) {
      const families = plantFamilies({ families: 40, members: 20, periods: 24, planted: 0, cycle: 12 }, seed);
      const tested = families.map(({ members }) => ({
        members: surprisesOf(
          members.map(({ values }) => values),
          12,
        ).filter((surprise) => surprise !== null),
      }));
      shown += (await findDiscoveries(tested, RATE, turns())).length;
    }
    expect(shown).toBeLessThanOrEqual(2);
  });
});

test('members that are too probable to be found change nothing but by their number', async () => {
  const { uniform } = generator(11);
  const families = Array.from({ length: 60 }, (_, place) => ({
    members: Array.from({ length: 1 + 3 * place }, () => ({ p: uniform() ** (place % 4 === 0 ? 6 : 1) })),
  }));
  const found = await findDiscoveries(families, RATE, turns());
  const counted = families.map(({ members }) => {
    const few = members.filter(({ p }) => p < TOO_PROBABLE);
    return { members: few, others: members.length - few.length };
  });
  expect(found.length).toBeGreaterThan(20);
  expect(await findDiscoveries(counted, RATE, turns())).toEqual(found);
});

describe('a surprise', () => {
  test('is none where such steps happen now and then', async () => {
    const { normal, uniform } = generator(7);
    // Loans that are paid down, and one in twenty times paid off by half.
    const series = Array.from({ length: 60 }, () => {
      let level = 100;
      return Array.from({ length: 30 }, () => (level *= (uniform() < 0.05 ? 0.5 : 0.99) + 0.002 * normal()));
    });
    const tested = surprisesOf(series, 12).filter((surprise) => surprise !== null);
    expect(await findDiscoveries([{ members: tested }], RATE, turns())).toEqual([]);
  });

  test('needs eight periods, and values that vary', () => {
    expect(surprisesOf([[1, 2, 3, 4, 5, 6, 9]], 12)).toEqual([null]);
    expect(surprisesOf([Array.from({ length: 20 }, () => 5)], 12)).toEqual([null]);
  });

  test('knows the season of a total: a December like every December is none', () => {
    const { normal } = generator(3);
    const values = Array.from({ length: 36 }, (_, at) => 1000 * (at % 12 === 11 ? 1.5 : 1) * (1 + 0.01 * normal()));
    expect(surprisesOf([values], 12)[0]!.p).toBeGreaterThan(0.01);
    expect(surprisesOf([values.map((value, at) => (at === 35 ? value * 1.3 : value))], 12)[0]!.p).toBeLessThan(1e-4);
  });
});

describe('contributions', () => {
  test('of a sum are points of the former total, and add up to its change', () => {
    const found = sumContributions([
      { key: 'a', before: 60, value: 80 },
      { key: 'b', before: 40, value: 35 },
      { key: 'new', before: null, value: 5 },
    ])!;
    expect(found.map(({ points }) => points)).toEqual([0.2, -0.05, 0.05]);
  });

  test('of a ratio are its own rate and the mix, exactly', () => {
    const members = [
      { key: 'prime', before: 0.01, value: 0.012, weightBefore: 800, weight: 600 },
      { key: 'weak', before: 0.08, value: 0.07, weightBefore: 200, weight: 500 },
      { key: 'new', before: null, value: 0.3, weightBefore: null, weight: 10 },
    ];
    const ratio = (rate: 'before' | 'value', weight: 'weightBefore' | 'weight') =>
      sum(members.map((member) => (member[rate] ?? 0) * (member[weight] ?? 0))) /
      sum(members.map((member) => member[weight] ?? 0));
    const found = ratioContributions(members)!;
    expect(sum(found.map(({ points }) => points))).toBeCloseTo(
      ratio('value', 'weight') - ratio('before', 'weightBefore'),
      12,
    );
    // The rates of the weak fell, and there are more of them.
    expect(found[1]!.rate).toBeLessThan(0);
    expect(found[1]!.mix).toBeGreaterThan(0);
    expect(found[2]!.rate).toBe(0);
  });

  test('name few members, or none', () => {
    const of = (changes: readonly number[]) =>
      explainBy(
        sumContributions(changes.map((change, index) => ({ key: String(index), before: 100, value: 100 + change })))!,
      );
    expect(of([1, 50, 0, 2])).toMatchObject({ few: 1 });
    expect(of([1, 50, 0, 2])!.contributions[0]!.key).toBe('1');
    expect(of([10, 10, 10, 10])).toBeNull();
  });
});

describe('peers', () => {
  test('an outlier stands out of a log-normal crowd, and not of a heavy-tailed one', () => {
    const { normal } = generator(11);
    const crowd = Array.from({ length: 400 }, () => ({ value: Math.exp(0.3 * normal()), base: null }));
    expect(standingsOf([...crowd, { value: 6, base: null }]).at(-1)!.p).toBeLessThan(1e-5);
    const heavy = Array.from({ length: 400 }, () => ({
      value: Math.exp((0.3 * normal()) / Math.abs(normal())),
      base: null,
    }));
    expect(standingsOf([...heavy, { value: 6, base: null }]).at(-1)!.p).toBeGreaterThan(1e-3);
  });

  test('small ones differ by chance, and there are no peers of eleven', () => {
    const { normal } = generator(5);
    const crowd = Array.from({ length: 300 }, (_, index) => {
      const base = index < 120 ? 10 : 1000;
      return { value: 0.1 * Math.exp((2 / Math.sqrt(base)) * normal()), base };
    });
    const at = (base: number) => standingsOf([...crowd, { value: 0.2, base }]).at(-1)!.p;
    expect(at(1000)).toBeLessThan(1e-4);
    expect(at(10)).toBeGreaterThan(0.01);
    expect(standingsOf(crowd.slice(0, 11))).toEqual(Array.from({ length: 11 }, () => null));
  });
});

describe('a forecast', () => {
  test('holds about nine in ten values that come', () => {
    let [held, all] = [0, 0];
    for (let seed = 1; seed <= 100; seed++) {
      const { normal } = generator(seed);
      let level = 5;
      const values = Array.from(
        { length: 39 },
        (_, at) => (level += 0.01 + 0.02 * normal()) + 0.1 * Math.sin((at * Math.PI) / 6),
      );
      const ahead = forecast(values.slice(0, 36), 12, 3)!;
      for (const [step, { low, high }] of ahead.entries()) {
        all++;
        if (values[36 + step]! >= low && values[36 + step]! <= high) held++;
      }
    }
    expect(held / all).toBeGreaterThan(COVERAGE - 0.1);
  });

  test('is none where the past is too short for an interval that holds', () => {
    expect(
      forecast(
        Array.from({ length: 20 }, (_, at) => at),
        12,
        3,
      ),
    ).toBeNull();
  });
});

test('probabilities are those of the t distribution', () => {
  expect(twoSided(2.228, 10)).toBeCloseTo(0.05, 4);
  expect(twoSided(1.96, 1e6)).toBeCloseTo(0.05, 3);
  expect(criticalT(0.05, 10)).toBeCloseTo(2.228, 3);
  expect(criticalT(0.01, 3)).toBeCloseTo(5.841, 3);
});

test('variances are drawn together where they are alike, and not where they differ', () => {
  const { normal } = generator(2);
  const sample = (deviation: number) => sum(Array.from({ length: 10 }, () => (deviation * normal()) ** 2)) / 10;
  const spread = (values: readonly number[]) => Math.max(...values) / Math.min(...values);
  const alike = Array.from({ length: 50 }, () => sample(1));
  const pooled = pooledVariances(alike, 10).map(({ variance }) => variance);
  expect(spread(pooled)).toBeLessThan(spread(alike) / 2);
  const unlike = Array.from({ length: 50 }, (_, index) => sample(index % 2 === 0 ? 1 : 30));
  expect(pooledVariances(unlike, 10)[1]!.variance / unlike[1]!).toBeGreaterThan(0.5);
});
