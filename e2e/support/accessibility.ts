import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Fails with one line for each thing that axe finds on the page, or in one part of it: the rule, where, and what is wrong. */
export async function expectAccessible(page: Page, what: string, part = 'html'): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).withTags(RULES).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
  );
  expect(found, what).toEqual([]);
}

/** The document itself never scrolls sideways; a table may, in its own frame. */
export async function expectNoOverflow(page: Page, what: string): Promise<void> {
  const { document, window } = await page.evaluate(() => ({
    document: globalThis.document.documentElement.scrollWidth,
    window: globalThis.document.documentElement.clientWidth,
  }));
  expect(document, what).toBeLessThanOrEqual(window);
}
