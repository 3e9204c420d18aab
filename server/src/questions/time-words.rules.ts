import type { Period, TimeGrain } from '@rise/contract';

/** What a phrase says of time: a range, or what to group dates by; null is any grain that suits. */
export type TimeMeaning = { readonly period: Period } | { readonly grain: TimeGrain | null };

export interface TimeContext {
  /** The day that relative dates are counted from, 'YYYY-MM-DD'. */
  readonly asOf: string;
  /** First month of the fiscal year, 1 to 12; it is named after the calendar year that it starts in. */
  readonly fiscalYearStart: number;
}

export interface TimePhrase {
  /** How many tokens it takes. */
  readonly length: number;
  readonly meaning: TimeMeaning;
}

const NUMBERS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  twelve: 12,
  ilk: 1,
  birinci: 1,
  ikinci: 2,
  ucuncu: 3,
  dorduncu: 4,
  iki: 2,
  uc: 3,
  dort: 4,
  bes: 5,
  alti: 6,
};
const numberOf = (text: string) => NUMBERS[text] ?? Number.parseInt(text, 10);

const MONTHS: readonly (readonly string[])[] = [
  ['january', 'jan', 'ocak'],
  ['february', 'feb', 'subat'],
  ['march', 'mar', 'mart'],
  ['april', 'apr', 'nisan'],
  ['may', 'mayis'],
  ['june', 'jun', 'haziran'],
  ['july', 'jul', 'temmuz'],
  ['august', 'aug', 'agustos'],
  ['september', 'sep', 'sept', 'eylul'],
  ['october', 'oct', 'ekim'],
  ['november', 'nov', 'kasim'],
  ['december', 'dec', 'aralik'],
];
const monthOf = (word: string) =>
  MONTHS.findIndex((names) => names.some((name) => (name === 'aralik' ? /^arali[kg]/.test(word) : name === word)));

const END = `(?:l[ae]r)?(?:[iu])?(?:'?(?:n?[iu]n|n?[dt][ae](?:n|ki)?|[yn]?[aeiu]))?`;
const UNIT_EN = `(?<unit>days?|weeks?|months?|quarters?|years?|fiscal years?|fiscal quarters?|financial years?)`;
const UNIT_TR = `(?<unit>gun|hafta|ay|ceyre[kg]|yil|mali yil|mali ceyre[kg])${END}`;
const COUNT = `(?<count>\\d+|two|three|four|five|six|twelve|iki|uc|dort|bes|alti)`;
const MONTH = MONTHS.flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')
  .replace('aralik', 'arali[kg]');
const YEAR = `(?:19|20)\\d\\d`;
const ORDINAL = `(?<ordinal>[1-4](?: ?(?:st|nd|rd|th))?|first|second|third|fourth|birinci|ikinci|ucuncu|dorduncu|ilk|son)`;
const OF_YEAR = `(?<year>${YEAR}|this year|last year|bu yil|gecen yil)`;
/** A day, month, quarter or year, as text that `rangeOf` reads. */
const DATE = `(?:${YEAR} \\d\\d? \\d\\d?|q[1-4] ${YEAR}|(?:${MONTH}) ${YEAR}|${YEAR} (?:${MONTH})|(?:${MONTH})|${YEAR})`;
/** An ending of a date in Turkish, after an apostrophe or a month's name. */
const SUFFIX = `(?:'?(?:n?[iu]n|n?[dt][ae](?:n|ki)?|[yn]?[aeiu]|y[ae]))?`;
const IN = `(?:in |over |for |during |within |of |at |as of )?(?:the )?`;

const GRAINS: readonly (readonly [RegExp, TimeGrain])[] = [
  [/^(?:fiscal|financial) year|^mali yil/, 'fiscal_year'],
  [/^fiscal quarter|^mali ceyre/, 'fiscal_quarter'],
  [/^(?:day|gun|daily)/, 'day'],
  [/^(?:week|hafta)/, 'week'],
  [/^(?:month|ay)/, 'month'],
  [/^(?:quarter|ceyre|uc ayl)/, 'quarter'],
  [/^(?:year|yil|annual)/, 'year'],
];
const grainOf = (text: string) => GRAINS.find(([pattern]) => pattern.test(text))![1];
const unitOf = (text: string) => grainOf(text) as Exclude<TimeGrain, 'hour'>;

type Groups = Readonly<Record<string, string | undefined>>;
interface Pattern {
  readonly pattern: RegExp;
  readonly read: (groups: Groups, context: TimeContext) => TimeMeaning | null;
}
const pattern = (text: string, read: Pattern['read']): Pattern => ({
  pattern: new RegExp(`^(?:${text})(?![a-z0-9'])`),
  read,
});

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);
const yearOf = (asOf: string) => Number(asOf.slice(0, 4));
const months = (year: number, month: number, count: number): Range => [
  day(year, month, 1),
  day(year, month + count, 0),
];
type Range = readonly [from: string, until: string];

/** The days of a date as written: '2025', 'q3 2025', 'march 2025', '2025 03 31'. A month without a year is the last one. */
function rangeOf(text: string, { asOf }: TimeContext): Range {
  const full = new RegExp(`^(${YEAR}) (\\d\\d?) (\\d\\d?)`).exec(text);
  if (full) {
    const on = day(Number(full[1]), Number(full[2]) - 1, Number(full[3]));
    return [on, on];
  }
  const quarter = /^q([1-4]) (\d{4})/.exec(text);
  if (quarter) return months(Number(quarter[2]), (Number(quarter[1]) - 1) * 3, 3);
  const year = new RegExp(YEAR).exec(text)?.[0];
  const month = text
    .split(' ')
    .map(monthOf)
    .find((place) => place >= 0);
  if (month === undefined) return months(Number(year), 0, 12);
  if (year !== undefined) return months(Number(year), month, 1);
  const latest = yearOf(asOf) - (day(yearOf(asOf), month, 1) > asOf ? 1 : 0);
  return months(latest, month, 1);
}

const between = ([since, until]: Range): TimeMeaning => ({ period: { since, until } });
const last = (count: number, unit: string): TimeMeaning | null =>
  count >= 1 && count <= 1000 ? { period: { last: count, unit: unitOf(unit), including: false, from: 'data' } } : null;
const current = (unit: string): TimeMeaning => ({ period: { current: unitOf(unit), from: 'data' } });
const grain = (unit: string): TimeMeaning => ({ grain: grainOf(unit) });
const dayAfter = (on: string) => day(Number(on.slice(0, 4)), Number(on.slice(5, 7)) - 1, Number(on.slice(8)) + 1);
const dayBefore = (on: string) => day(Number(on.slice(0, 4)), Number(on.slice(5, 7)) - 1, Number(on.slice(8)) - 1);
const endOf = ([, until]: Range): TimeMeaning => ({ period: { since: until, until } });

function namedYear(text: string | undefined, { asOf }: TimeContext): number {
  if (text !== undefined && /^\d/.test(text)) return Number(text);
  return yearOf(asOf) - (text !== undefined && /last|gecen/.test(text) && !asOf.endsWith('12-31') ? 1 : 0);
}
const quarterOf = ({ ordinal, year }: Groups, context: TimeContext): TimeMeaning => {
  const number = ordinal === 'son' ? 4 : numberOf(ordinal!);
  return between(months(namedYear(year, context), (number - 1) * 3, 3));
};

/** Longer phrases before those they begin with. */
const PATTERNS: readonly Pattern[] = [
  pattern(`(?:${IN})(?:last|past|previous|prior|trailing|most recent) ${COUNT} ${UNIT_EN}`, ({ count, unit }) =>
    last(numberOf(count!), unit!),
  ),
  pattern(`(?:son|gecen|gectigimiz|onceki) ${COUNT} ${UNIT_TR}`, ({ count, unit }) => last(numberOf(count!), unit!)),
  pattern(`(?:at |as of )?(?:the )?end of (?:the )?(?:last|previous) year|gecen yil ?(?:in)? sonu\\w*`, (_, { asOf }) =>
    endOf(months(yearOf(asOf) - 1, 0, 12)),
  ),
  pattern(`(?:at |as of |by )?(?:the )?(?:year end|end of(?: the)?(?: year)?) (?<date>${DATE})`, ({ date }, context) =>
    endOf(rangeOf(date!, context)),
  ),
  pattern(`(?<date>${DATE}) year end|(?<date2>${DATE})${SUFFIX} (?:yil\\w* )?sonu\\w*`, ({ date, date2 }, context) =>
    endOf(rangeOf((date ?? date2)!, context)),
  ),
  pattern(`(?:${IN})(?:last|previous|prior|past|latest|most recent) ${UNIT_EN}`, ({ unit }) => last(1, unit!)),
  pattern(`(?:son|gecen|gectigimiz|onceki) ${UNIT_TR}`, ({ unit }) => last(1, unit!)),
  pattern(`(?:${IN})(?:this|current) ${UNIT_EN}(?: so far| to date)?`, ({ unit }) => current(unit!)),
  pattern(`so far this ${UNIT_EN}`, ({ unit }) => current(unit!)),
  pattern(
    `year to date|ytd|since (?:the )?(?:beginning|start) of (?:the |this )?year|(?:yil ?|yilin )basindan(?:'?\\w+)? (?:beri|bu yana|itibaren|bugune)`,
    () => current('year'),
  ),
  pattern('quarter to date|qtd|ceyrek basindan (?:beri|bu yana)', () => current('quarter')),
  pattern('month to date|mtd|ay basindan (?:beri|bu yana)', () => current('month')),
  pattern(`icinde bulundugumuz ${UNIT_TR}|bu ${UNIT_TR.replace('unit', 'unit2')}`, ({ unit, unit2 }) =>
    current((unit ?? unit2)!),
  ),
  pattern(`(?:${IN})(?<q>q[1-4]) (?:of )?(?:the )?${OF_YEAR}`, ({ q, year }, context) =>
    quarterOf({ ordinal: q!.slice(1), year }, context),
  ),
  pattern(`(?:${IN})${ORDINAL} quarter(?: (?:of )?(?:the )?${OF_YEAR})?`, quarterOf),
  pattern(`(?:${IN})(?<q>q[1-4])`, ({ q }, context) => quarterOf({ ordinal: q!.slice(1) }, context)),
  pattern(`${OF_YEAR}${SUFFIX} (?:yili\\w* |yilin )?${ORDINAL} ceyre[kg]${END}`, quarterOf),
  pattern(`(?<ordinal>[1-4]|birinci|ikinci|ucuncu|dorduncu) ceyre[kg]${END}`, quarterOf),
  pattern(
    `(?:${IN})(?:h(?<h>[12])|(?<half>first|second) half)(?: of)? (?<year>${YEAR})|(?<trYear>${YEAR})${SUFFIX} (?:yilin\\w* )?(?<trHalf>ilk|ikinci) yari\\w*`,
    ({ h, half, year, trYear, trHalf }) => {
      const isSecond = h === '2' || half === 'second' || trHalf === 'ikinci';
      return between(months(Number(year ?? trYear), isSecond ? 6 : 0, 6));
    },
  ),
  pattern(`(?:from |between )(?<a>${DATE}) (?:to|and|until|through) (?<b>${DATE})`, ({ a, b }, context) =>
    between([rangeOf(a!, context)[0], rangeOf(b!, context)[1]]),
  ),
  pattern(
    `(?<a>${DATE})'?[dt][ae]n (?<b>${DATE})'?[yn]?[ae](?: kadar)?|(?<c>${DATE})${SUFFIX} (?:ile|ve) (?<d>${DATE})${SUFFIX} aras\\w*`,
    ({ a, b, c, d }, context) => between([rangeOf((a ?? c)!, context)[0], rangeOf((b ?? d)!, context)[1]]),
  ),
  pattern(
    `since (?<date>${DATE})|(?<date2>${DATE})'?[dt][ae]n (?:beri|bu yana|itibaren)`,
    ({ date, date2 }, context) => ({
      period: { since: rangeOf((date ?? date2)!, context)[0] },
    }),
  ),
  pattern(`after (?<date>${DATE})|(?<date2>${DATE})'?[dt][ae]n sonra\\w*`, ({ date, date2 }, context) => ({
    period: { since: dayAfter(rangeOf((date ?? date2)!, context)[1]) },
  })),
  pattern(`before (?<date>${DATE})|(?<date2>${DATE})'?[dt][ae]n once\\w*`, ({ date, date2 }, context) => ({
    period: { until: dayBefore(rangeOf((date ?? date2)!, context)[0]) },
  })),
  pattern(
    `(?:until|through|up to) (?<date>${DATE})|(?<date2>${DATE})'?[yn]?[ae] kadar`,
    ({ date, date2 }, context) => ({
      period: { until: rangeOf((date ?? date2)!, context)[1] },
    }),
  ),
  // Before the grains: 'of each' is no date.
  pattern(
    `(?:by|per|each|every|for each|for every|in each|broken down by) ${UNIT_EN}|(?<unit2>daily|weekly|monthly|quarterly|yearly|annually|annual)|(?<unit3>month) by month|(?<unit4>year) by year|(?<unit5>quarter) by quarter`,
    (groups) => grain((groups['unit'] ?? groups['unit2'] ?? groups['unit3'] ?? groups['unit4'] ?? groups['unit5'])!),
  ),
  pattern(
    `(?<unit>gun|hafta|ay|ceyre[kg]|yil|mali yil|mali ceyre[kg])(?:l[ae]r)?(?:[ae]) gore|(?<unit2>gun|hafta|ay|ceyrek|yil) (?:bazinda|bazli|kiriliminda)|her (?<unit3>gun|hafta|ay|ceyrek|yil)${END}|(?<unit4>gunluk|haftalik|uc aylik|aylik|ceyreklik|yillik)|(?<unit5>ay) ay|(?<unit6>yil) yil|(?<unit7>ceyrek) ceyrek|(?<unit8>gun|hafta|ay|ceyrek|yil)lar itibar\\w*`,
    (groups) => grain(Object.values(groups).find((text) => text !== undefined)!),
  ),
  pattern(
    'over time|(?:the )?trend(?: of| in)?|over the (?:months|quarters|years)|zaman icinde|zamanla|trendi?|seyri',
    () => ({
      grain: null,
    }),
  ),
  pattern(
    `(?:${IN})(?<date>(?:${MONTH}) ${YEAR}|${YEAR} (?:${MONTH})|${YEAR} \\d\\d \\d\\d)${SUFFIX}(?: ayinda)?`,
    ({ date }, context) => between(rangeOf(date!, context)),
  ),
  pattern(
    `(?:${IN})(?:fiscal year|fiscal|fy|financial year) (?<year>${YEAR})|(?<year2>${YEAR}) mali yil\\w*|mali (?<year3>${YEAR})${SUFFIX}`,
    ({ year, year2, year3 }, { fiscalYearStart }) =>
      between(months(Number(year ?? year2 ?? year3), fiscalYearStart - 1, 12)),
  ),
  pattern(`(?:${IN})(?:the year )?(?<year>${YEAR})${SUFFIX}(?: yili?\\w*)?`, ({ year }, context) =>
    between(rangeOf(year!, context)),
  ),
  pattern(`(?:in |for |during )(?<date>${MONTH})|(?<date2>${MONTH})${SUFFIX} ayi\\w*`, ({ date, date2 }, context) =>
    between(rangeOf((date ?? date2)!, context)),
  ),
];

/** Words that time phrases consist of, for the correction of spelling. */
export const TIME_WORDS: readonly string[] = [
  ...MONTHS.flat().filter((word) => word.length > 3),
  ...`last past previous current quarter quarters month months year years week weeks since between quarterly monthly yearly
  weekly annually fiscal gecen onceki ceyrek ceyrekte ceyrege ceyreklere aylara yillara yilbasindan beri itibaren aylik
  ceyreklik yillik`.split(/\s+/),
];

/** The longest phrase about time among words that follow each other, an ending after its apostrophe; null without any. */
export function timePhrase(words: readonly string[], context: TimeContext): TimePhrase | null {
  const text = words.join(' ');
  let best: TimePhrase | null = null;
  for (const { pattern: expression, read } of PATTERNS) {
    const match = expression.exec(text);
    if (!match) continue;
    const length = match[0].trim().split(' ').length;
    if (best && best.length >= length) continue;
    const meaning = read(match.groups ?? {}, context);
    if (meaning) best = { length, meaning };
  }
  return best;
}
