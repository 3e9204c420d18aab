import type { Page } from '@playwright/test';
import { expect, heading, signIn, test, WITH_MOTION } from '../support/journey.ts';
import { PASSWORD, PEOPLE } from '../support/portal.ts';
import { allTilesReady } from '../support/scorecard.ts';

// The focus moves before or after a dialog does.
test.use(WITH_MOTION);

/** Tag and accessible name of the focused element; empty for the body. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at === document.body || !at
      ? ''
      : `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim() ?? ''}`;
  });

/** Presses Tab until the focused element matches; fails where it does not within `limit` steps. */
async function tabTo(page: Page, target: RegExp, limit = 60): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < limit; step++) {
    await page.keyboard.press('Tab');
    const now = await describeFocus(page);
    if (target.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab did not reach ${target}; it passed: ${passed.join(' | ')}`);
}

test('from the landing page to the definition of a figure and back by keyboard', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await tabTo(page, /^a Sign in$/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign in')).toBeVisible();
  // The form focuses its first field.
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(PEOPLE.alderAnalyst);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('link', { name: /^Board scorecard/ })).toBeVisible();

  await tabTo(page, /^a Board scorecard/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Board scorecard')).toBeVisible();
  await allTilesReady(page);
  await expect(heading(page, 'Board scorecard')).toBeFocused();

  await tabTo(page, /^button About this number: Delinquency/);
  await page.keyboard.press('Enter');
  const about = page.getByRole('dialog', { name: 'Delinquency ratio' });
  await expect(about.getByText('041B ÷ 025B', { exact: true })).toBeVisible();
  // The focus never leaves the dialog.
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    expect(await about.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(page.getByRole('button', { name: 'About this number: Delinquency' })).toBeFocused();
});

test('the first key press offers to skip to the content', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/user');
  await expect(heading(page, 'Tobias Achterberg')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('institution, filter and table work by keyboard, and no part of the report traps the focus', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/reports');
  await page.getByRole('grid').getByText('Board scorecard', { exact: true }).press('Enter');
  await allTilesReady(page);

  const picker = page.getByRole('combobox', { name: 'Credit union' });
  await picker.focus();
  await page.keyboard.type('arrha');
  await expect(page.getByRole('option', { name: /ARRHA/, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/institution=61189/);

  const type = page.getByRole('button', { name: /^Charter type/ });
  await type.press('Enter');
  await expect(page.getByRole('option', { name: /^Federal credit union/ })).toBeVisible();
  // The default peers have both federally insured types; the choice takes the first one away.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/charter_type=2/);
  await allTilesReady(page);

  // The table is one tab stop; arrow keys move inside it.
  const grid = page.getByRole('grid', { name: 'By state' });
  await grid.getByRole('rowheader').first().getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const cell = grid.getByRole('row').nth(2).getByRole('gridcell').first();
  expect(await cell.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await page.getByRole('main').focus();
  const visited = new Set<string>();
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab');
    const now = await describeFocus(page);
    if (now === '') break;
    visited.add(now);
  }
  expect(await describeFocus(page), 'Tab leaves the page at its end').toBe('');
  const figures = [...visited].filter((name) => name.startsWith('button About this number'));
  expect(figures, `among ${[...visited].join(' | ')}`).toHaveLength(10);
});
