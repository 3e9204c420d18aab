import type { Random } from './random.ts';

/** Texts that code forgets: empty, long, other scripts, controls, and what other languages read as code. */
const TEXTS = [
  '',
  ' ',
  'a'.repeat(300),
  'x'.repeat(21_000),
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\u202eevil',
  '﷽'.repeat(40),
  'e\u0301'.repeat(200),
  'İıŞşĞğ',
  '😀👨‍👩‍👧‍👦',
  '\r\nX-Forged: 1',
  '\t\n\v\f',
  '\u2028\u2029\ufeff',
  "'; DROP TABLE account; --",
  '$1 $2 %s %n ${7*7} {{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '..\\..\\windows',
  'javascript:alert(1)',
  '//evil.example/',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '1e999',
  '-0',
  'NaN',
  '9'.repeat(400),
  '0x7fffffff',
  '(((((((((('.repeat(100),
  '%'.repeat(200),
  '*'.repeat(200),
  'a*'.repeat(100),
  '\\'.repeat(101),
  '"'.repeat(101),
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T24:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.1,
  -0.5,
  7,
  100,
  65_536,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  9_007_199_254_740_991,
  Number('9007199254740993'),
  1e21,
  1e308,
  -1e308,
  5e-324,
  1e-7,
];

export const generateOddText = (random: Random): string => random.pick(TEXTS);

/** A value of any type, rarely the right one. */
export function generateOddValue(random: Random): unknown {
  switch (random.below(8)) {
    case 0:
      return null;
    case 1:
      return random.oneIn(2);
    case 2:
    case 3:
      return random.pick(NUMBERS);
    case 4:
      return random.pick([[], [null], [[]], [[[[]]]], Array.from({ length: 1200 }, () => 'a'), [{}, 1, 'a']]);
    case 5:
      return random.pick<unknown>([{}, { '': '' }, { constructor: { prototype: {} } }, { length: 1e9 }, nest(random)]);
    default:
      return generateOddText(random);
  }
}

/** Deep enough for a careless recursion. */
function nest(random: Random): unknown {
  const key = random.pick(['not', 'all', 'any', 'a']);
  let value: unknown = 1;
  for (let level = random.pick([5, 40, 66, 2000]); level > 0; level--)
    value = key === 'all' || key === 'any' ? { [key]: [value] } : { [key]: value };
  return value;
}
