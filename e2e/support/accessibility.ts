import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';
import { settled } from './settled.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Fails with one line for each thing that axe finds on the page, or in one part of it: the rule, where, and what is wrong. */
export async function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  expect(await accessibilityFaults(page, part), what).toEqual([]);
}

/** What axe finds. */
export async function accessibilityFaults(page: Page, part = 'html'): Promise<string[]> {
  expect(page.frames(), 'axe looks at the page itself only').toHaveLength(1);
  // What still fades in has other colours than it will have.
  await settled(page);
  // Handing axe over takes longer than most of its runs; a page keeps it until it is loaded anew.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, tags }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await inPage.run(
        { include: [selector] },
        { runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] },
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      );
    },
    { selector: part, tags: RULES },
  );
}

/** The document itself never scrolls sideways once it has been drawn at its width; a table may, in its own frame. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  expect(await overflow(page), what).toBeLessThanOrEqual(0);
}

/** Pixels by which the document is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  await settled(page, { width: page.viewportSize()!.width });
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
