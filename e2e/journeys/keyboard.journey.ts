import type { Page } from '@playwright/test';
import { expect, heading, test } from '../support/journey.ts';
import { PASSWORD, PEOPLE } from '../support/portal.ts';
import { allTilesReady } from '../support/scorecard.ts';

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at === document.body || !at
      ? ''
      : `${at.tagName.toLowerCase()} ${at.getAttribute('aria-label') ?? at.textContent?.trim() ?? ''}`;
  });

/** Presses Tab until the focus is on what is wanted; fails where it does not come there. */
async function tabTo(page: Page, wanted: RegExp, most = 60): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < most; step++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (wanted.test(now)) return;
    passed.push(now);
  }
  throw new Error(`Tab never came to ${wanted}; it passed: ${passed.join(' | ')}`);
}

test('from the landing page to the definition of a figure and back, without a mouse', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await tabTo(page, /^a Sign in$/);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Sign in')).toBeVisible();
  // The form waits in its first field.
  await expect(page.getByLabel('E-mail')).toBeFocused();
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
  // The focus is inside and stays inside, around and around.
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press('Tab');
    expect(await about.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(about).toBeHidden();
  await expect(page.getByRole('button', { name: 'About this number: Delinquency' })).toBeFocused();
});

test('the first key press offers to skip to the content', async ({ page }) => {
  await page.goto('/login?returnTo=/user');
  await page.getByRole('button', { name: PEOPLE.alderAnalyst }).press('Enter');
  await expect(heading(page, 'Tobias Achterberg')).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('institution, filter and table are worked by keys, and no part of the report traps the focus', async ({
  page,
}) => {
  await page.goto('/login?returnTo=/reports');
  await page.getByRole('button', { name: PEOPLE.alderAnalyst }).press('Enter');
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
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/charter_type=1/);
  await allTilesReady(page);

  // The table is one stop of Tab; arrows walk inside it.
  const grid = page.getByRole('grid', { name: 'By state' });
  await grid.getByRole('rowheader').first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const cell = grid.getByRole('row').nth(2).getByRole('gridcell').first();
  expect(await cell.evaluate((element) => element.contains(document.activeElement))).toBe(true);

  await page.getByRole('main').focus();
  const passed = new Set<string>();
  for (let step = 0; step < 120; step++) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (now === '') break;
    passed.add(now);
  }
  expect(await focused(page), 'Tab leaves the page at its end').toBe('');
  const explained = [...passed].filter((name) => name.startsWith('button About this number'));
  expect(explained, `among ${[...passed].join(' | ')}`).toHaveLength(10);
});
