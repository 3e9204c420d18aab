import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectNoOverflow } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

/** How a person uses a control. */
const WAYS: Record<string, (control: Locator) => Promise<void>> = {
  'by mouse': (control) => control.click(),
  'without a mouse': async (control) => {
    await expect(control).toBeEnabled();
    await control.focus();
    await expect(control).toBeFocused();
    await control.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter');
  },
};

for (const [way, use] of Object.entries(WAYS))
  test(`from an empty workspace to a report that is published, scheduled, exported and read on a phone, ${way}`, async ({
    page,
    browser,
  }) => {
    await signIn(page, PEOPLE.alderAdmin, '/workspaces');
    await use(page.getByRole('button', { name: 'New workspace' }));
    const workspace = `Board ${way} ${Date.now()}`;
    await page.getByRole('textbox', { name: /^Name/ }).fill(workspace);
    await use(page.getByRole('button', { name: 'Create workspace' }));
    await expect(page.getByRole('dialog', { name: workspace })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goto('/reports');
    await use(page.getByRole('navigation', { name: 'Workspaces' }).getByRole('link', { name: workspace }));
    await expect(heading(page, workspace)).toBeVisible();
    await use(page.getByRole('button', { name: 'New report' }));
    const search = page.getByRole('searchbox', { name: 'Search fields' });
    await expect(search).toBeFocused();
    await use(page.getByRole('button', { name: 'Total assets', exact: true }));
    await expect(page.getByRole('article', { name: 'Total assets' })).toContainText('$');
    await expect(page.getByText('All changes saved')).toBeVisible();
    await use(page.getByRole('button', { name: 'Publish' }));
    const publishing = page.getByRole('dialog', { name: 'Publish the report' });
    await expect(publishing.getByRole('textbox')).toBeFocused();
    await page.keyboard.type('First version');
    await use(publishing.getByRole('button', { name: 'Publish' }));
    await expect(page).toHaveURL(/\/reports\/[0-9a-f-]+$/);

    await use(page.getByRole('button', { name: 'Subscribe' }));
    const subscriptions = page.getByRole('dialog', { name: 'Subscriptions' });
    await use(subscriptions.getByRole('button', { name: 'New subscription' }));
    await use(subscriptions.getByRole('checkbox', { name: 'As PDF' }));
    await use(subscriptions.getByRole('button', { name: 'Subscribe' }));
    await expect(subscriptions.getByRole('listitem', { name: 'Untitled report' })).toContainText('As PDF');
    await page.keyboard.press('Escape');
    await expect(subscriptions).toHaveCount(0);

    await use(page.getByRole('button', { name: 'Export' }));
    const downloaded = page.waitForEvent('download');
    await use(page.getByRole('menuitem', { name: 'PDF (Letter)' }));
    const file = await readFile(await (await downloaded).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');

    const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await signIn(phone, PEOPLE.alderAnalyst, new URL(page.url()).pathname);
    await expect(phone.getByRole('article', { name: 'Total assets' })).toContainText('$');
    await expectNoOverflow(phone, 'the report on a phone');
    await phone.context().close();
  });
