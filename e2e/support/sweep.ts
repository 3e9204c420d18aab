/**
 * Sweeps look at every screen or layout at many widths, in both schemes and languages. RISE_SWEEP=full takes every
 * combination, as CI does; otherwise pairs, in which each width, scheme and language occurs, but not with all others.
 */
export const FULL_SWEEP = process.env['RISE_SWEEP'] === 'full';

export const WIDTHS = [1440, 1280, 960, 600, 390] as const;
export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

/** The widest screen in light and the narrowest in dark; in a full sweep both in both. */
export const ENDS: readonly { width: 1440 | 390; scheme: Scheme }[] = FULL_SWEEP
  ? SCHEMES.flatMap((scheme) => ([1440, 390] as const).map((width) => ({ width, scheme })))
  : [
      { width: 1440, scheme: 'light' },
      { width: 390, scheme: 'dark' },
    ];

/** The entries of this worker's turn: every one in a full sweep, otherwise each second one, from `first` on. */
export const inTurn = <T>(items: readonly T[], first: 0 | 1): T[] =>
  items.filter((_, index) => FULL_SWEEP || index % 2 === first);

/** A window of a width that phones have is as high as a phone. */
export const viewportOf = (width: number) => ({ width, height: width < 600 ? 844 : 900 });
