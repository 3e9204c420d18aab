import { type ResolvedScheme, type ThemeName, tokens } from '../theme/tokens.ts';

export interface ChartColors {
  surface: string;
  raised: string;
  border: string;
  text: string;
  secondary: string;
  hint: string;
  grid: string;
  /** Outline of text drawn over the chart. */
  halo: string;
  /** Marks of members other than the subject. */
  quiet: string;
  primary: string;
  positive: string;
  negative: string;
  series: readonly string[];
}

/** Background of a chart: the scheme's surface, or one that is dark in both schemes. */
export type ChartGround = 'surface' | 'dark';

/** The colors of a chart, in the browser and in server-side rendering. */
export function chartColors(scheme: ResolvedScheme, theme: ThemeName, ground: ChartGround = 'surface'): ChartColors {
  if (ground === 'dark') return onDark(chartColors('dark', theme), theme);
  const of = tokens(scheme, theme);
  const named = (name: string) => of[name]!;
  return {
    surface: named('surface'),
    raised: named('raised'),
    border: named('border'),
    text: named('text'),
    secondary: named('secondary'),
    hint: named('hint'),
    grid: named('chart-grid'),
    halo: named('surface'),
    quiet: named('chart-quiet'),
    primary: named('primary'),
    positive: named('positive'),
    negative: named('negative'),
    series: Array.from({ length: 8 }, (_, index) => named(`series-${index + 1}`)),
  };
}

/** The dark scheme's colors, with enough contrast for text and grid lines on the brand colors too. */
function onDark(dark: ChartColors, theme: ThemeName): ChartColors {
  const of = tokens('dark', theme);
  const hint = of['brand-hint']!;
  return {
    ...dark,
    text: of['brand-text']!,
    secondary: hint,
    hint,
    quiet: hint,
    grid: 'rgba(255, 255, 255, 0.14)',
    halo: 'rgba(0, 0, 0, 0.5)',
  };
}

/** How one of several series is drawn: distinct in line style as well as in color. */
export interface SeriesStyle {
  color: string;
  line: 'solid' | 'dashed' | 'dotted';
}

const LINES = ['solid', 'dashed', 'dotted'] as const;

/** One series takes the primary, a second a quiet color; three and more cycle through the series colors. */
export function seriesStyles(count: number, colors: ChartColors): SeriesStyle[] {
  const wheel = count < 3 ? [colors.primary, colors.quiet] : colors.series;
  return Array.from({ length: count }, (_, index) => ({
    color: wheel[index % wheel.length]!,
    line: LINES[index % LINES.length]!,
  }));
}
