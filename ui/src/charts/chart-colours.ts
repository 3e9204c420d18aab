import { type ResolvedScheme, type ThemeName, tokens } from '../theme/tokens.ts';

export interface ChartColours {
  surface: string;
  raised: string;
  border: string;
  text: string;
  secondary: string;
  hint: string;
  grid: string;
  /** Around words that stand on the drawing itself. */
  halo: string;
  /** Everything that is not the subject. */
  quiet: string;
  primary: string;
  series: readonly string[];
}

/** What a chart stands on: the surface of its scheme, or a dark or coloured ground that is so in both schemes. */
export type ChartGround = 'surface' | 'dark';

/** The colours of a chart, the same on a page and on a server. */
export function chartColours(scheme: ResolvedScheme, theme: ThemeName, ground: ChartGround = 'surface'): ChartColours {
  if (ground === 'dark') return onDark(chartColours('dark', theme), theme);
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
    series: Array.from({ length: 8 }, (_, index) => named(`series-${index + 1}`)),
  };
}

/** The dark scheme's colours, those of words and quiet lines strong enough for the brand's grounds too. */
function onDark(dark: ChartColours, theme: ThemeName): ChartColours {
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

/** How one of several series is drawn: told apart by its line as well as by its colour. */
export interface SeriesLook {
  colour: string;
  line: 'solid' | 'dashed' | 'dotted';
}

const LINES = ['solid', 'dashed', 'dotted'] as const;

/** One series wears the primary, a second beside it is quiet; three and more take the series' own colours in turn. */
export function seriesLooks(count: number, colours: ChartColours): SeriesLook[] {
  const wheel = count < 3 ? [colours.primary, colours.quiet] : colours.series;
  return Array.from({ length: count }, (_, index) => ({
    colour: wheel[index % wheel.length]!,
    line: LINES[index % LINES.length]!,
  }));
}
