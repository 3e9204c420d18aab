import { mix } from './color.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type ResolvedScheme = (typeof SCHEMES)[number];

export const THEME_NAMES = ['default', 'teal', 'rose', 'purple', 'amber'] as const;
export type ThemeName = (typeof THEME_NAMES)[number];

export type Tone = 'positive' | 'negative' | 'warning' | 'info';

interface Ground {
  page: string;
  surface: string;
  raised: string;
  hover: string;
  border: string;
  /** Borders that alone identify a control: contrast of at least 3 : 1 on the surface. */
  control: string;
  text: string;
  secondary: string;
  hint: string;
  onPrimary: string;
  tones: Record<Tone, string>;
  /** The side navigation is dark in both schemes. */
  nav: { ground: string; hover: string; border: string; text: string; hint: string };
  chart: { quiet: string; grid: string; series: readonly string[] };
}

export const GROUNDS: Record<ResolvedScheme, Ground> = {
  light: {
    page: '#f6f7f9',
    surface: '#ffffff',
    raised: '#ffffff',
    hover: '#f1f3f6',
    border: '#e3e6eb',
    control: '#8a94a3',
    text: '#1b2330',
    secondary: '#4d5868',
    hint: '#626d7d',
    onPrimary: '#ffffff',
    tones: { positive: '#12703f', negative: '#b3261e', warning: '#835400', info: '#1d5fa8' },
    nav: { ground: '#161b26', hover: '#212836', border: '#2a3242', text: '#e8ecf3', hint: '#97a2b4' },
    chart: {
      quiet: '#8a94a3',
      grid: '#e9ecf0',
      series: ['#2e96fd', '#713f0e', '#148676', '#db61b9', '#814fb7', '#9d962b', '#c83e3d', '#13567d'],
    },
  },
  dark: {
    page: '#0f141b',
    surface: '#171d26',
    raised: '#1f2733',
    hover: '#202834',
    border: '#2b3542',
    control: '#6d7a8b',
    text: '#e6eaf0',
    secondary: '#a9b3c0',
    hint: '#8f9aaa',
    onPrimary: '#10151d',
    tones: { positive: '#5fd39a', negative: '#ff8f87', warning: '#f2c14e', info: '#8cc0ff' },
    nav: { ground: '#0b0f15', hover: '#19202a', border: '#212a36', text: '#e6eaf0', hint: '#8f9aaa' },
    chart: {
      quiet: '#66717f',
      grid: '#252e3a',
      series: ['#6879c8', '#a17b4c', '#60b2ab', '#c9408b', '#c498f6', '#e1d34a', '#fc9063', '#9adbf9'],
    },
  },
};

export const PRIMARIES: Record<ThemeName, Record<ResolvedScheme, string>> = {
  default: { light: '#4348c8', dark: '#a3a8ff' },
  teal: { light: '#0b6e69', dark: '#5fd0c5' },
  rose: { light: '#b4234f', dark: '#ff93b0' },
  purple: { light: '#6b33c2', dark: '#c4a6ff' },
  amber: { light: '#8a5200', dark: '#ffc457' },
};

/** Soft background for text of the same color. */
const tint = (color: string, scheme: ResolvedScheme): string =>
  mix(color, GROUNDS[scheme].surface, scheme === 'light' ? 0.08 : 0.14);

/** Every color of one scheme and theme by its token name. */
export function tokens(scheme: ResolvedScheme, theme: ThemeName): Record<string, string> {
  return { ...groundTokens(scheme), ...primaryTokens(scheme, theme) };
}

function groundTokens(scheme: ResolvedScheme): Record<string, string> {
  const ground = GROUNDS[scheme];
  const tones = Object.entries(ground.tones).flatMap(([name, color]) => [
    [name, color],
    [`${name}-tint`, tint(color, scheme)],
  ]);
  return {
    page: ground.page,
    surface: ground.surface,
    raised: ground.raised,
    hover: ground.hover,
    border: ground.border,
    control: ground.control,
    text: ground.text,
    secondary: ground.secondary,
    hint: ground.hint,
    ...Object.fromEntries(tones),
    nav: ground.nav.ground,
    'nav-hover': ground.nav.hover,
    'nav-border': ground.nav.border,
    'nav-text': ground.nav.text,
    'nav-hint': ground.nav.hint,
    'chart-quiet': ground.chart.quiet,
    'chart-grid': ground.chart.grid,
    ...Object.fromEntries(ground.chart.series.map((color, index) => [`series-${index + 1}`, color])),
  };
}

function primaryTokens(scheme: ResolvedScheme, theme: ThemeName): Record<string, string> {
  const primary = PRIMARIES[theme][scheme];
  return {
    primary,
    'primary-hover': mix(scheme === 'light' ? '#000000' : '#ffffff', primary, 0.14),
    'primary-tint': tint(primary, scheme),
    'primary-tint-hover': mix(primary, GROUNDS[scheme].surface, scheme === 'light' ? 0.13 : 0.2),
    'on-primary': GROUNDS[scheme].onPrimary,
    /** The primary on the dark navigation. */
    'nav-primary': PRIMARIES[theme].dark,
    'nav-active': mix(PRIMARIES[theme].dark, GROUNDS[scheme].nav.ground, 0.16),
    ...brandTokens(scheme, theme),
  };
}

/** The deep background in the theme's color, for layouts that use it. */
function brandTokens(scheme: ResolvedScheme, theme: ThemeName): Record<string, string> {
  const ground = mix(PRIMARIES[theme].light, GROUNDS.dark.nav.ground, scheme === 'light' ? 0.62 : 0.42);
  return {
    brand: ground,
    'brand-hover': mix('#ffffff', ground, 0.07),
    'brand-active': mix('#ffffff', ground, 0.14),
    'brand-border': mix('#ffffff', ground, 0.18),
    'brand-text': '#ffffff',
    'brand-hint': mix('#ffffff', ground, 0.82),
  };
}

const rule = (selector: string, values: Record<string, string>, extra: readonly string[] = []): string => {
  const lines = [...extra, ...Object.entries(values).map(([name, value]) => `--rise-${name}: ${value};`)];
  return `${selector} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
};

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** The text of tokens.css. Print is always on white. */
export function tokensCss(): string {
  const screen = SCHEMES.flatMap((scheme) => [
    rule(`body.${scheme}`, groundTokens(scheme), [`color-scheme: ${scheme};`]),
    ...THEME_NAMES.map((theme) => rule(`body.${scheme}.theme-${theme}`, primaryTokens(scheme, theme))),
  ]);
  const paper = [
    rule('body.light,\nbody.dark', { ...groundTokens('light'), page: '#ffffff' }, ['color-scheme: light;']),
    ...THEME_NAMES.map((theme) =>
      rule(`body.light.theme-${theme},\nbody.dark.theme-${theme}`, primaryTokens('light', theme)),
    ),
  ];
  const notice = '/* Written by `npm run tokens -w ui` from tokens.ts. */\n';
  return `${notice}${screen.join('\n')}\n@media print {\n${indent(paper.join('\n'))}}\n`;
}
