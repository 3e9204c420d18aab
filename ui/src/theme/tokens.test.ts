// @vitest-environment node
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast } from './color.ts';
import { SCHEMES, THEME_NAMES, tokens, tokensCss } from './tokens.ts';

const TEXT_PAIRS: [text: string, grounds: string[]][] = [
  ['text', ['page', 'surface', 'raised', 'hover']],
  ['secondary', ['page', 'surface', 'raised', 'hover']],
  ['hint', ['page', 'surface', 'raised', 'hover']],
  ['primary', ['page', 'surface', 'raised', 'hover', 'primary-tint', 'primary-tint-hover']],
  ['on-primary', ['primary', 'primary-hover']],
  ['positive', ['surface', 'raised', 'positive-tint']],
  ['negative', ['surface', 'raised', 'page', 'negative-tint']],
  ['warning', ['surface', 'raised', 'warning-tint']],
  ['info', ['surface', 'raised', 'info-tint']],
  ['nav-text', ['nav', 'nav-hover', 'nav-active']],
  ['nav-hint', ['nav', 'nav-hover']],
  ['nav-primary', ['nav', 'nav-hover', 'nav-active']],
  ['surface', ['text', 'secondary']],
  ['brand-text', ['brand', 'brand-hover', 'brand-active', 'brand-border']],
  ['brand-hint', ['brand', 'brand-hover', 'brand-active']],
  ['nav-primary', ['brand']],
];

const MARKS = ['control', 'chart-quiet', ...Array.from({ length: 8 }, (_, index) => `series-${index + 1}`)];

describe('tokens', () => {
  it('are the ones in tokens.css', () => {
    expect(readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')).toBe(tokensCss());
  });

  for (const scheme of SCHEMES)
    for (const theme of THEME_NAMES) {
      it(`can be read: ${scheme}, ${theme}`, () => {
        const colors = tokens(scheme, theme);
        const weak = TEXT_PAIRS.flatMap(([text, grounds]) =>
          grounds
            .map((ground) => ({ pair: `${text} on ${ground}`, ratio: contrast(colors[text]!, colors[ground]!) }))
            .filter(({ ratio }) => !(ratio >= 4.5)),
        );
        expect(weak).toEqual([]);
      });

      it(`has marks that stand out: ${scheme}, ${theme}`, () => {
        const colors = tokens(scheme, theme);
        // Two decimals, as the chart colors were chosen by.
        const weak = [...MARKS, 'primary'].filter((mark) => contrast(colors[mark]!, colors['surface']!) < 2.995);
        expect(weak).toEqual([]);
      });
    }
});
