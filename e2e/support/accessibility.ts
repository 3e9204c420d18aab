import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './journey.ts';
import { waitUntilStable } from './stable-page.ts';

const ALL_RULES = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] };
/** Those that depend on colors. */
const COLORS = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

/** Fails with one line for each violation that axe finds in the page or one part of it: rule, element, reason. */
export async function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  expect(await findViolations(page, part), what).toEqual([]);
}

/** The same of colors alone, on a screen whose other properties were checked in the other scheme. */
export async function expectReadable(page: Page, what: string, part = 'html'): Promise<void> {
  expect(await findViolations(page, part, COLORS), what).toEqual([]);
}

/** Defects of colors alone. */
export const findUnreadable = (page: Page) => findViolations(page, 'html', COLORS);

export async function findViolations(
  page: Page,
  part = 'html',
  rules: typeof ALL_RULES | typeof COLORS = ALL_RULES,
): Promise<string[]> {
  expect(page.frames(), 'axe checks the page itself only').toHaveLength(1);
  // Elements that still fade in do not have their final colors.
  await waitUntilStable(page);
  // Injecting axe takes longer than most of its runs; a page keeps it until it is reloaded.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ selector, runOnly }) => {
      const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
      const { violations } = await inPage.run({ include: [selector] }, { runOnly, resultTypes: ['violations'] });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      );
    },
    { selector: part, runOnly: rules },
  );
}

/** The document itself never scrolls sideways; a table may, in its own scroll container. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  expect(await measureOverflow(page), what).toBeLessThanOrEqual(0);
}

/** Pixels by which the document is wider than its window; negative or 0 where it fits. */
export async function measureOverflow(page: Page): Promise<number> {
  await waitUntilStable(page, { width: page.viewportSize()!.width });
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
