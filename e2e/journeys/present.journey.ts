import { expectAccessible } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

test('a report is presented over the whole screen with the keys, and a tile is shown alone and as a table', async ({
  page,
}) => {
  await signIn(page, PEOPLE.alderAdmin, '/reports');
  await page.getByRole('link', { name: 'Capital adequacy' }).click();
  await expect(heading(page, 'Capital adequacy')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: /^Present / }).click();
  const presentation = page.getByRole('dialog', { name: 'Presentation: Capital adequacy' });
  const slide = (number: number) => presentation.getByRole('group', { name: new RegExp(`^Page ${number} of `) });
  await expect(slide(1)).toBeFocused();
  await expect(presentation.getByRole('article').first()).toContainText(/\d/);
  await page.keyboard.press('ArrowRight');
  await expect(slide(2).getByRole('figure').first()).toBeVisible();
  await expectAccessible(page, 'a presentation');
  await page.keyboard.press('PageUp');
  await expect(slide(1)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(presentation).toBeHidden();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();

  await page.getByRole('button', { name: 'Options for Distribution of peers' }).click();
  await page.getByRole('menuitem', { name: 'Show as table' }).click();
  const alone = page.getByRole('dialog', { name: 'Distribution of peers' });
  await expect(alone.getByRole('columnheader', { name: 'Institutions' })).toBeVisible();
  await expectAccessible(page, 'a tile alone');
  await alone.getByRole('button', { name: 'Show as chart' }).click();
  await expect(alone.getByRole('figure')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(alone).toBeHidden();
});
