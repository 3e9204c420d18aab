/**
 * Sweeps look at every screen or layout at many widths, in both schemes and languages. `npm test -- --all`
 * (RISE_SWEEP=all) covers each pair of these, not each combination of all; other runs let each occur, but not with all
 * others: twice the browser's time shows the same colors at other widths.
 */
export const FULL_SWEEP = process.env['RISE_SWEEP'] === 'all';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

interface End {
  readonly width: 1440 | 390;
  readonly scheme: Scheme;
}

/** The widest screen in light and the narrowest in dark. */
export const ENDS: readonly End[] = [
  { width: 1440, scheme: 'light' },
  { width: 390, scheme: 'dark' },
];

/** The other way round, in a full sweep. A scheme changes nothing but colors, so only these are looked at again. */
export const CROSSED_ENDS: readonly End[] = FULL_SWEEP
  ? [
      { width: 390, scheme: 'light' },
      { width: 1440, scheme: 'dark' },
    ]
  : [];

/** The entries whose turn it is, each second one, from `first` on; in a full sweep the others, too. */
export const turnsOf = <T>(items: readonly T[], first: 0 | 1): { item: T; isTurn: boolean }[] =>
  items.map((item, index) => ({ item, isTurn: index % 2 === first })).filter(({ isTurn }) => FULL_SWEEP || isTurn);

export const inTurn = <T>(items: readonly T[], first: 0 | 1): T[] => turnsOf(items, first).map(({ item }) => item);

/** A window of a width that phones have is as high as a phone. */
export const viewportOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 });
