import { firings, judge, replay, type AlertCondition, type CoursePoint } from '@rise/contract';
import { array, assert, constantFrom, double, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';

const course = (...values: (number | null)[]): CoursePoint[] =>
  values.map((value, place) => ({ period: `2026-${String(place + 1).padStart(2, '0')}-01`, value }));
const states = (condition: AlertCondition, ...values: (number | null)[]) =>
  replay(condition, course(...values)).map(({ status }) => status);
const last = (condition: AlertCondition, ...values: (number | null)[]) =>
  judge(condition, course(...values), { isFiring: false, formerVersion: null });

const above = (value: number, clear: number | null = null) =>
  ({ kind: 'threshold', when: 'above', value, clear }) as const;
const rises = (by: number, unit: 'value' | 'percent' = 'percent') =>
  ({ kind: 'change', when: 'rises', by, unit, against: 'period' }) as const;
const unusual = (sensitivity: 'low' | 'medium' | 'high') => ({ kind: 'anomaly', sensitivity }) as const;

describe('a threshold', () => {
  test('fires beyond it, not at it, and is normal again at the clear threshold', () => {
    expect(states(above(5, 4), 5, 5.1, 4.5, 4.01, 4, 4.5)).toEqual(['ok', 'firing', 'firing', 'firing', 'ok', 'ok']);
    expect(states(above(5), 5.1, 5, 5.1)).toEqual(['firing', 'ok', 'firing']);
    const below = { kind: 'threshold', when: 'below', value: 7, clear: 8 } as const;
    expect(states(below, 7, 6.9, 7.5, 8, 7.5)).toEqual(['ok', 'firing', 'firing', 'ok', 'ok']);
  });

  test('a period without a value ends nothing', () => {
    expect(states(above(5, 4), 6, null, 4.5, 3)).toEqual(['firing', 'no-data', 'firing', 'ok']);
    expect(firings(replay(above(5, 4), course(6, null, 4.5, 3, 6)))).toBe(2);
  });

  test('between the two thresholds it never changes, and beyond them it does not depend on the past', () => {
    const amount = double({ min: -1e6, max: 1e6, noNaN: true });
    assert(
      property(
        constantFrom('above' as const, 'below' as const),
        amount,
        double({ min: 0.01, max: 1e5, noNaN: true }),
        array(amount, { minLength: 1, maxLength: 40 }),
        (when, value, gap, values) => {
          const clear = when === 'above' ? value - gap : value + gap;
          const found = replay({ kind: 'threshold', when, value, clear }, course(...values));
          const sign = when === 'above' ? 1 : -1;
          const clearly = 1e-6 * Math.max(1, Math.abs(value));
          for (const [place, one] of values.entries()) {
            const { status } = found[place]!;
            if (sign * (one - value) > clearly) expect(status).toBe('firing');
            else if (sign * (one - clear) < -clearly) expect(status).toBe('ok');
            else if (sign * (value - one) > clearly && sign * (one - clear) > clearly)
              expect(status).toBe(place === 0 ? 'ok' : found[place - 1]!.status);
          }
        },
      ),
    );
  });

  test('a wider gap never makes it fire more often', () => {
    const values = array(double({ min: -10, max: 10, noNaN: true }), { minLength: 1, maxLength: 60 });
    assert(
      property(values, double({ min: 0, max: 5, noNaN: true }), (list, gap) => {
        const often = (clear: number) => firings(replay(above(2, clear), course(...list)));
        expect(often(2 - gap)).toBeLessThanOrEqual(often(2));
      }),
    );
  });
});

describe('a change', () => {
  test('is more than so much of the period before, also from below 0', () => {
    expect(last(rises(0.05), 100, 105).status).toBe('ok');
    expect(last(rises(0.05), 100, 105.01)).toMatchObject({ status: 'firing', value: 105.01, reference: 100 });
    // 0.3 − 0.1 is not 0.2 in binary fractions.
    expect(last(rises(0.2, 'value'), 0.1, 0.3).status).toBe('ok');
    expect(last(rises(0.05), -100, -90).status).toBe('firing');
    expect(last({ ...rises(0.05), when: 'falls' }, -100, -90).status).toBe('ok');
    expect(last({ ...rises(0.05), when: 'either' }, 100, 90).status).toBe('firing');
  });

  test('from 0 is more than any percentage, and without a period before it cannot be said', () => {
    expect(last(rises(9), 0, 0.01).status).toBe('firing');
    expect(last(rises(9), 0, 0).status).toBe('ok');
    expect(last(rises(9), 1).status).toBe('no-data');
    expect(last(rises(9), null, 1).status).toBe('no-data');
  });

  test('between versions of the data is of the same figure, and there is none in the first', () => {
    const between = { ...rises(0.1), against: 'version' } as const;
    const now = course(50, 120);
    expect(judge(between, now, { isFiring: false, formerVersion: null }).status).toBe('ok');
    expect(judge(between, now, { isFiring: false, formerVersion: 100 })).toMatchObject({
      status: 'firing',
      reference: 100,
    });
    expect(judge(between, now, { isFiring: true, formerVersion: 120 }).status).toBe('ok');
  });
});

describe('an anomaly', () => {
  const steady = [100, 101, 103, 104, 106, 107, 109, 110, 112];

  test('is a change unlike those before', () => {
    expect(last(unusual('medium'), ...steady, 113.5).status).toBe('ok');
    const jump = last(unusual('medium'), ...steady, 130);
    expect(jump.status).toBe('firing');
    expect(jump.expected![0]).toBeLessThan(113.5);
    expect(jump.expected![1]).toBeLessThan(130);
    // Going down, as what rises never did.
    expect(last(unusual('medium'), ...steady, 104).status).toBe('firing');
  });

  test('a former outlier does not hide the next', () => {
    const withOutlier = [100, 101, 103, 180, 106, 107, 109, 110, 112, 113, 115];
    expect(last(unusual('medium'), ...withOutlier, 140).status).toBe('firing');
    expect(last(unusual('medium'), ...withOutlier, 116).status).toBe('ok');
  });

  test('needs eight earlier periods with values', () => {
    expect(last(unusual('high'), 1, 2, 3, 4, 5, 6, 7, 100).status).toBe('no-data');
    expect(last(unusual('high'), 1, 2, 3, 4, 5, 6, 7, 8, 100).status).toBe('firing');
    expect(last(unusual('high'), 1, 2, 3, null, 5, 6, 7, 8, 100).status).toBe('no-data');
  });

  test('of a constant figure is any change', () => {
    expect(last(unusual('low'), 5, 5, 5, 5, 5, 5, 5, 5, 5).status).toBe('ok');
    expect(last(unusual('low'), 5, 5, 5, 5, 5, 5, 5, 5, 5.1).status).toBe('firing');
  });

  test('what a lower sensitivity finds, a higher one does, too; and neither unit nor level matter', () => {
    const values = array(integer({ min: -1000, max: 1000 }), { minLength: 9, maxLength: 40 });
    assert(
      property(values, integer({ min: -500, max: 500 }), (list, shift) => {
        const fires = (sensitivity: 'low' | 'medium' | 'high', of = list) =>
          last(unusual(sensitivity), ...of).status === 'firing';
        if (fires('low')) expect(fires('medium')).toBe(true);
        if (fires('medium')) expect(fires('high')).toBe(true);
        const moved = list.map((value) => 4 * value + shift);
        expect(fires('low', moved)).toBe(fires('low'));
      }),
    );
  });
});
