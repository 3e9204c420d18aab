import { chromeFaults } from './chrome-faults.ts';
import { expect, LAYOUTS, test, WIDTHS } from './room.ts';

for (const language of ['en', 'tr'] as const)
  for (const layout of LAYOUTS)
    test(`${layout} in ${language} fits every screen`, async ({ room }) => {
      await room.speak(language);
      await room.visit(room.scorecard, layout);
      const faults: string[] = [];
      for (const [scheme, widths] of [
        ['light', WIDTHS],
        ['dark', WIDTHS.toReversed()],
      ] as const) {
        await room.colour(scheme);
        for (const width of widths) {
          await room.resize(width);
          for (const fault of await chromeFaults(room.page)) faults.push(`${width} px, ${scheme}: ${fault}`);
        }
      }
      expect(faults).toEqual([]);
    });

for (const layout of LAYOUTS)
  test(`${layout} fits home and one’s own page`, async ({ room }) => {
    const faults: string[] = [];
    for (const [path, widths] of [
      ['/home', [1280, 600]],
      ['/user', [960, 390]],
    ] as const) {
      await room.visit(path, layout);
      for (const width of widths) {
        await room.resize(width);
        for (const fault of await chromeFaults(room.page, path === '/home'))
          faults.push(`${path} at ${width} px: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });
