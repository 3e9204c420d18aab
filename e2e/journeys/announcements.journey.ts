import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { openFlakyProxy } from '../support/flaky-proxy.ts';
import { expect, heading, signIn, signInAtProvider, test } from '../support/journey.ts';
import { callApi, expectNoReload, markPage, openPanel, publish, withdrawAll } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';

const TITLE = 'Announcements and alerts';
const LONG =
  'The portal is unavailable from 02:00 to 03:30 UTC while the database is moved. Scheduled reports of that night are ' +
  'sent at 04:00 instead. You do not have to do anything; if a report does not arrive by noon, write to us.';

/** Number of visible lines of a text. */
const countLines = (text: Locator) =>
  text.evaluate((element) =>
    Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
  );

test.beforeEach(async ({ anotherBrowser }) => {
  const page = await anotherBrowser();
  await signIn(page, PEOPLE.globalAdmin, '/user');
  await withdrawAll(page);
});

test('an announcement shows in another browser at the bell, as a banner and in the panel, and disappears when withdrawn', async ({
  page,
  anotherBrowser,
}) => {
  const publisher = await anotherBrowser();
  await signIn(publisher, PEOPLE.globalAdmin, '/user');
  await signIn(page, PEOPLE.alderAnalyst, '/reports');
  const sameReader = await page.context().newPage();
  await sameReader.goto('/user');
  await expect(page.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  await markPage(page);
  const birch = await tenantOf(anotherBrowser);

  const banner = page.getByRole('region', { name: 'Announcements' });
  await expect(banner).toBeHidden();
  await publish(publisher, { title: 'The first', content: 'Short.' });
  await expect(banner).toContainText('The first');
  await publish(publisher, {
    title: 'The second',
    content: LONG,
    link: { uri: '/docs/changelog', hyperText: 'What is new' },
  });
  await expect(banner).toContainText('The second');
  await expect(banner.getByRole('link', { name: 'What is new' })).toHaveAttribute('href', '/docs/changelog');
  const withdraw = await publish(publisher, { title: 'For Birch only', tenants: [birch] });

  // The newest first, none for other tenants; only texts of more than two lines can be expanded.
  const panel = await openPanel(page, `${TITLE}, 2 unread`, TITLE);
  await expect(panel.getByRole('tab', { name: /^Announcements/ })).toHaveAttribute('aria-selected', 'true');
  const items = panel.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await expect(items.first()).toContainText('The second');
  await expect(panel.getByText(/^(now|\d+ minutes? ago)$/)).toHaveCount(2);
  await expect(panel.getByRole('button', { name: 'View more' })).toHaveCount(1);
  const text = items.first().getByText(LONG);
  expect(await countLines(text)).toBe(2);
  await items.first().getByRole('button', { name: 'View more' }).click();
  expect(await countLines(text)).toBeGreaterThan(2);
  await items.first().getByRole('button', { name: 'View less' }).click();
  expect(await countLines(text)).toBe(2);
  expect(await countLines(items.nth(1).getByText('Short.'))).toBe(1);
  await expect(items.nth(1).getByRole('button', { name: /^View/ })).toHaveCount(0);
  await withdraw();

  const toggle = items.nth(1).getByRole('button', { name: 'Mark as read: The first' });
  await toggle.hover();
  await expect(page.getByRole('tooltip', { name: 'Mark as read' })).toBeVisible();
  await toggle.click();
  await expect(items.nth(1).getByRole('button', { name: 'Mark as unread: The first' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: `${TITLE}, 1 unread` })).toBeFocused();

  // Closing the banner marks its announcement as read, in the reader's other pages too.
  await banner.getByRole('button', { name: 'Close announcement' }).click();
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  await expect(sameReader.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  await expectNoReload(page);
  await page.reload();
  await expect(page.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  await expect(banner).toBeHidden();

  await withdrawAll(publisher);
  await openPanel(page, TITLE, TITLE);
  await expect(panel).toContainText('Stay tuned for upcoming announcements');
});

async function tenantOf(anotherBrowser: () => Promise<Page>): Promise<string> {
  const page = await anotherBrowser();
  await signIn(page, PEOPLE.birchAnalyst, '/user');
  const session = await callApi<{ tenant: { id: string } }>(page, 'GET', '/api/v1/session');
  return session.tenant.id;
}

test('alerts are counted, come first and link to their configuration; all announcements are marked as read at once', async ({
  page,
  anotherBrowser,
}) => {
  const publisher = await anotherBrowser();
  await signIn(publisher, PEOPLE.globalAdmin, '/user');
  await publish(publisher, { title: 'One' });
  await publish(publisher, { title: 'Two' });
  await page.route('**/api/v1/alerts', (route) =>
    route.fulfill({
      json: {
        alerts: [
          { configuratorType: 'loanType', unmappedCount: 1 },
          { configuratorType: 'branch', unmappedCount: 1200 },
        ],
      },
    }),
  );
  await signIn(page, PEOPLE.birchAdmin, '/user');
  const panel = await openPanel(page, `${TITLE}, 4 unread`, TITLE);
  await expect(panel.getByRole('tab', { name: /^Alerts/ })).toHaveAttribute('aria-selected', 'true');
  await expect(panel.getByText('Loan type configuration has 1 unconfigured value', { exact: true })).toBeVisible();
  await expect(panel.getByText('Branch configuration has 1,200 unconfigured values', { exact: true })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Go to loan type configuration' })).toHaveAttribute(
    'href',
    '/configuration/loanType',
  );
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: `${TITLE}, 2 unread`, includeHidden: true })).toBeAttached();
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeHidden();
  await withdrawAll(publisher);
});

test('a broken event stream reconnects, and what was published meanwhile is shown', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  watch.expectMessage(/ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK|SOCKET)/);
  const publisher = await anotherBrowser();
  await signIn(publisher, PEOPLE.globalAdmin, '/user');
  await signIn(page, PEOPLE.alderAnalyst, '/user');
  const proxy = await openFlakyProxy();
  await page.goto(`${proxy.url}/user`);
  await expect(page.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  await markPage(page);
  const banner = page.getByRole('region', { name: 'Announcements' });
  await publish(publisher, { title: 'While connected' });
  await expect(banner).toContainText('While connected');

  proxy.disconnect();
  await publish(publisher, { title: 'While disconnected' });
  await expect(banner).toContainText('While connected');
  proxy.reconnect();
  await expect(banner).toContainText('While disconnected');
  await publish(publisher, { title: 'After reconnecting' });
  await expect(banner).toContainText('After reconnecting');
  await expectNoReload(page);
  await withdrawAll(publisher);
  await expect(banner).toBeHidden();
  await proxy.close();
});

test('a session ended from another browser receives no more events and shows that at once', async ({
  page,
  anotherBrowser,
  watch,
}) => {
  watch.expectMessage(/status of 401/);
  const publisher = await anotherBrowser();
  await signIn(publisher, PEOPLE.globalAdmin, '/user');
  await signInAtProvider(page, PEOPLE.birchAnalyst, '/reports');
  await expect(heading(page, 'Reports')).toBeVisible();
  await expect(page.getByRole('button', { name: TITLE, exact: true })).toBeVisible();
  const elsewhere = await anotherBrowser();
  await signInAtProvider(elsewhere, PEOPLE.birchAnalyst, '/user');
  const { sessions } = await callApi<{ sessions: { id: string; current: boolean }[] }>(
    elsewhere,
    'GET',
    '/api/v1/account/sessions',
  );
  const streams = () => watch.apiRequests.filter(({ path }) => path === '/api/v1/events').length;
  for (const { id } of sessions.filter(({ current }) => !current))
    await callApi(elsewhere, 'DELETE', `/api/v1/account/sessions/${id}`);
  await expect(page.getByRole('dialog', { name: 'You have been signed out' })).toBeVisible();

  const opened = streams();
  await publish(publisher, { title: 'Only for signed-in readers' });
  await expect(elsewhere.getByRole('region', { name: 'Announcements' })).toContainText('Only for signed-in readers');
  await expect(page.getByText('Only for signed-in readers')).toHaveCount(0);
  expect(streams(), 'no stream is requested again').toBe(opened);
  await withdrawAll(publisher);
});

test('an announcement is written, previewed, published, seen by another person in Turkish, and ended early', async ({
  page,
  anotherBrowser,
}) => {
  await signIn(page, PEOPLE.globalAdmin, '/global/announcements');
  const reader = await anotherBrowser();
  await signIn(reader, PEOPLE.alderAnalyst, '/reports');
  await callApi(reader, 'PATCH', '/api/v1/account', { preferences: { language: 'tr' } });
  await reader.goto('/reports');
  await expect(heading(reader, 'Raporlar')).toBeVisible();
  await markPage(reader);

  await page.getByRole('button', { name: 'New announcement' }).click();
  const form = page.getByRole('dialog', { name: 'New announcement' });
  await form.getByLabel('Title in English').fill('Maintenance');
  await form.getByLabel('Content in English').fill('Save your work');
  await form.getByLabel('Content in English').selectText();
  await form.getByRole('button', { name: 'Bold' }).click();
  await expect(form.getByLabel('Content in English')).toHaveValue('**Save your work**');
  await form.getByRole('radio', { name: 'Turkish' }).check({ force: true });
  await form.getByLabel('Title in Turkish').fill('Bakım');
  await form.getByLabel('Content in Turkish').fill('Çalışmanızı **kaydedin**');

  // The preview is in the language that is being written. A reload keeps it; closing it reopens the form.
  await form.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Announcements' });
  const PREVIEW = 'This is a preview — close this banner to reopen the announcement form to publish';
  await expect(preview).toContainText(PREVIEW);
  await expect(preview).toContainText('Bakım');
  await expect(form).toBeHidden();
  await page.reload();
  await expect(preview).toContainText(PREVIEW);
  await expectAccessible(page, 'the preview of an announcement');
  await preview.getByRole('button', { name: 'Close announcement' }).click();
  await expect(form.getByLabel('Content in English')).toHaveValue('**Save your work**');
  await expect(page.getByText(PREVIEW)).toHaveCount(0);
  await expectAccessible(page, 'the form of an announcement');
  await form.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('“Maintenance” was published.')).toBeVisible();

  const banner = reader.getByRole('region', { name: 'Duyurular' });
  await expect(banner).toContainText('Bakım');
  await expect(banner.locator('strong')).toHaveText('kaydedin');
  await page.getByRole('button', { name: 'End Maintenance now' }).click();
  await expect(page.getByText('“Maintenance” has ended.')).toBeVisible();
  await expect(banner).toBeHidden();
  await expectNoReload(reader);
  await callApi(reader, 'PATCH', '/api/v1/account', { preferences: { language: null } });
});
