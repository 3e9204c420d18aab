import { FULL_SWEEP, inTurn } from '../support/sweep.ts';
import { findChromeDefects } from './chrome-defects.ts';
import { expect, LAYOUTS, test } from './page-harness.ts';

test.describe.configure({ mode: 'parallel' });

/** The widest and the narrowest in both languages. */
const WIDTHS = {
  en: [{ scheme: 'light', widths: [1440, 960, 390] }],
  tr: [{ scheme: 'dark', widths: [390, 600, 1440] }],
} as const;
/** Each width in both languages and in both schemes, and these with each other. */
const PAIRS = {
  en: [
    { scheme: 'light', widths: [1440, 960, 390] },
    { scheme: 'dark', widths: [600, 1280] },
  ],
  tr: [
    { scheme: 'dark', widths: [390, 960, 1440] },
    { scheme: 'light', widths: [1280, 600] },
  ],
} as const;

// Each layout in one of the languages; in a full sweep in both.
for (const [first, language] of (['en', 'tr'] as const).entries())
  for (const layout of inTurn(LAYOUTS, first as 0 | 1))
    test(`${layout} in ${language} fits every screen`, async ({ harness }) => {
      await harness.setLanguage(language);
      await harness.visit(harness.scorecard, layout);
      const defects: string[] = [];
      for (const { scheme, widths } of (FULL_SWEEP ? PAIRS : WIDTHS)[language]) {
        await harness.setScheme(scheme);
        for (const width of widths) {
          await harness.resize(width);
          for (const defect of await findChromeDefects(harness.page)) defects.push(`${width} px, ${scheme}: ${defect}`);
        }
      }
      expect(defects).toEqual([]);
    });

for (const layout of LAYOUTS)
  test(`${layout} fits the home page and the account page`, async ({ harness }) => {
    const defects: string[] = [];
    for (const [path, widths] of [
      ['/home', [1280, 600]],
      ['/user', [960, 390]],
    ] as const) {
      await harness.visit(path, layout);
      for (const width of widths) {
        await harness.resize(width);
        for (const defect of await findChromeDefects(harness.page, path === '/home'))
          defects.push(`${path} at ${width} px: ${defect}`);
      }
    }
    expect(defects).toEqual([]);
  });
