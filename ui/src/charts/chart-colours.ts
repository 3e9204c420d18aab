import { type ResolvedScheme, type ThemeName, tokens } from '../theme/tokens.ts';

export interface ChartColours {
  surface: string;
  raised: string;
  border: string;
  text: string;
  secondary: string;
  hint: string;
  grid: string;
  /** Everything that is not the subject. */
  quiet: string;
  primary: string;
  series: readonly string[];
}

/** The colours of a chart, the same on a page and on a server. */
export function chartColours(scheme: ResolvedScheme, theme: ThemeName): ChartColours {
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
    quiet: named('chart-quiet'),
    primary: named('primary'),
    series: Array.from({ length: 8 }, (_, index) => named(`series-${index + 1}`)),
  };
}
