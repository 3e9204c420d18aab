import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a visitor plans tasks by mouse and by keyboard, and all of it is there after a reload', async ({ browser }) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/tasks');
  await page.getByRole('button', { name: 'Add task' }).click();
  // A new task is written at once: its title has the focus.
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await page.keyboard.type('Call the auditors');
  await page.getByRole('radio', { name: 'High' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Add a step' }).fill('Find the number');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Before noon');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.reload();
  await demo.waitUntilDrawn();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Call the auditors');
  await expect(page.getByRole('radio', { name: 'High' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Before noon');
  await page.getByRole('checkbox', { name: '“Find the number” is done' }).press('Space');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await demo.visit('/apps/tasks');
  const titles = () => page.locator('[data-record]').allTextContents();
  const rowOf = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  const list = page.getByRole('list', { name: 'Tasks in their order' });
  await expect(list.getByText('Call the auditors')).toBeVisible();
  const before = await titles();
  // By the keys, two places down, and by the mouse back to the top.
  await rowOf('Call the auditors').press('ArrowDown');
  await rowOf('Call the auditors').press('ArrowDown');
  await expect(page.getByText(/^Call the auditors is now number 3 of \d+\.$/)).toBeAttached();
  await expect.poll(titles).not.toEqual(before);
  const first = page.locator('[data-record]').first();
  const from = (await rowOf('Call the auditors').boundingBox())!;
  const to = (await first.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height + 4, { steps: 4 });
  await page.mouse.move(from.x + from.width / 2, to.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(titles).toEqual(before);

  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('call the auditors');
  await expect(page.locator('mark')).toHaveText('Call the auditors');
  await page.locator('[data-record]').first().click();
  await page.getByRole('button', { name: 'Delete task' }).click();
  await expect(page.getByText('“Call the auditors” was deleted.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await demo.visit('/apps/tasks');
  await expect(list.getByText('Call the auditors')).toBeVisible();
  await demo.close();
});
