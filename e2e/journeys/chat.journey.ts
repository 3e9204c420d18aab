import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { rise } from '../bench/command.ts';
import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { expect, forgetPreferences, signIn, test } from '../support/journey.ts';
import { DATA, PEOPLE } from '../support/portal.ts';

const ADMIN = 'Marguerite Lindqvist';
const ANALYST = 'Tobias Achterberg';

/** Unlike anything that a former run has written. */
const mark = randomUUID().slice(0, 6);
const said = (text: string) => `${text} (${mark})`;

const rail = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
/** Somebody's picture at the edge, with so many unread messages. */
const picture = (page: Page, name: string, unread = 0) =>
  rail(page).getByRole('button', { name: new RegExp(`^${name}, \\w+${unread === 0 ? '' : `, ${unread} unread`}$`) });
const room = (page: Page, name: string) => page.getByRole('dialog', { name });
const log = (page: Page) => page.getByRole('log');

async function write(page: Page, ...messages: string[]): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Message to / });
  for (const message of messages) {
    await box.fill(message);
    await box.press('Enter');
    await expect(log(page).getByText(message, { exact: true })).toBeVisible();
  }
  await expect(log(page).getByText('Sending')).toBeHidden();
}

/** As if nobody had ever written to the signed-in person. */
async function readAll(page: Page): Promise<void> {
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { id: string }[];
  for (const { id } of chats)
    await page.request.patch('/api/apps/chat/chat', {
      headers: { 'x-rise-request': '1' },
      data: { id, chat: { muted: false, unreadCount: 0 } },
    });
}

/** What the server counts, whatever a page shows. */
async function unreadOf(page: Page): Promise<number> {
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { unreadCount: number }[];
  return chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}

test('two people write to each other live; what is unread is counted in every tab, and counted down when it is seen', async ({
  page,
  context,
  anotherBrowser,
}) => {
  const analyst = await anotherBrowser();
  await signIn(analyst, PEOPLE.alderAnalyst);
  await signIn(page, PEOPLE.alderAdmin);
  await readAll(page);
  const secondTab = await context.newPage();
  await secondTab.goto('/reports');

  await picture(analyst, ADMIN).click();
  await write(analyst, said('The December figures are in.'), said('Used vehicle loans look strange.'));
  for (const tab of [page, secondTab]) await expect(picture(tab, ANALYST, 2)).toBeVisible();

  await picture(page, ANALYST, 2).click();
  await expect(log(page).getByText(said('Used vehicle loans look strange.'))).toBeVisible();
  await expect(log(page).getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, secondTab]) await expect(picture(tab, ANALYST)).toBeVisible();
  expect(await unreadOf(page)).toBe(0);

  // Both have it open: nothing is ever unread, and a screen reader is told the words.
  await write(page, said('I will look at the definition.'));
  await expect(log(analyst).getByText(said('I will look at the definition.'))).toBeVisible();
  await expect(rail(analyst).getByRole('status')).toHaveText(`${ADMIN}: ${said('I will look at the definition.')}`);
  await expect.poll(() => unreadOf(analyst)).toBe(0);

  // Gone on, and muted: counted for oneself, and not proclaimed.
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  await page.keyboard.press('Escape');
  await write(analyst, said('Thank you.'));
  await expect(rail(page).getByRole('button', { name: `${ANALYST}, Online, muted, 1 unread` })).toBeVisible();
  await rail(page)
    .getByRole('button', { name: new RegExp(`^${ANALYST}`) })
    .click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect.poll(() => unreadOf(page)).toBe(0);
});

test('nobody else sees any of it: not another tenant, not who enters from above', async ({ page, anotherBrowser }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await picture(page, ADMIN).click();
  await write(page, said('Between the two of us.'));

  const birch = await anotherBrowser();
  await signIn(birch, PEOPLE.birchAnalyst);
  await rail(birch).getByRole('button', { name: 'Chat: everybody' }).click();
  await expect(room(birch, 'Chat').getByText('Rosalind Whitehorse', { exact: true })).toBeVisible();
  await expect(birch.getByText(ADMIN)).toHaveCount(0);
  expect(await (await birch.request.get('/api/apps/chat/chats')).json()).toEqual([]);
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { id: string }[];
  const { id } = chats[0]!;
  const asked = await birch.request.get(`/api/apps/chat/chat?id=${id}`);
  expect(asked.status()).toBe(404);
  expect((await asked.json()).error.message).toBe(`Could not found chat with id of ${id}!`);

  const support = await anotherBrowser();
  await signIn(support, PEOPLE.globalSupport, '/choose-tenant');
  await support.getByRole('button', { name: 'Alder Credit Union' }).click();
  await expect(support.getByRole('button', { name: /^Account of / })).toBeVisible();
  await expect(rail(support)).toHaveCount(0);
  await expect(support.getByRole('button', { name: /^Chat/ })).toHaveCount(0);
});

test('what was not sent, and what was not finished, is there after a reload', async ({ page, watch }) => {
  watch.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signIn(page, PEOPLE.alderAnalyst);
  await picture(page, ADMIN).click();
  await page.route('**/api/apps/chat/message', (route) => route.abort());
  const box = page.getByRole('textbox', { name: /^Message to / });
  await box.fill(said('Is anybody there?'));
  await box.press('Enter');
  await expect(log(page).getByText('Not sent')).toBeVisible();
  await box.fill('Or perhaps');

  await page.reload();
  await page.unroute('**/api/apps/chat/message');
  await picture(page, ADMIN).click();
  await expect(box).toHaveValue('Or perhaps');
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page).getByText('Not sent')).toBeHidden();
  await box.fill('');
  await page.reload();
  await picture(page, ADMIN).click();
  await expect(log(page).getByText(said('Is anybody there?'), { exact: true })).toHaveCount(1);
  await expect(box).toHaveValue('');
});

test('by keys alone: found, written to, left, with the focus where it was', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  const head = rail(page).getByRole('button', { name: 'Chat: everybody' });
  await head.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Find a person' })).toBeFocused();
  await page.keyboard.type('lindqv');
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: `Message to ${ADMIN}` });
  await expect(box).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type(said('alone'));
  await page.keyboard.press('Enter');
  await expect(log(page).getByText(`By keys ${said('alone')}`)).toBeVisible();
  await expect(box).toBeFocused();
  // Around and around, and never out of it.
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab');
    expect(await room(page, ADMIN).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(room(page, ADMIN)).toBeHidden();
  await expect(head).toBeFocused();
});

for (const [scheme, layout] of [
  ['light', 'classic'],
  ['dark', 'modern'],
] as const)
  test(`is accessible and fits on every width, in ${scheme} and ${layout}`, async ({ page }) => {
    await signIn(page, PEOPLE.alderAnalyst);
    try {
      const patched = await page.request.patch('/api/v1/account', {
        headers: { 'x-rise-request': '1' },
        data: { preferences: { scheme, layout } },
      });
      expect(patched.ok()).toBe(true);
      for (const width of [1440, 960, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto('/user');
        if (width >= 1280) await rail(page).getByRole('button', { name: 'Chat: everybody' }).click();
        else await page.getByRole('button', { name: 'Chat', exact: true }).click();
        const colleague = room(page, 'Chat').getByRole('button', { name: new RegExp(`^${ADMIN}`) });
        await expect(colleague.first()).toBeVisible();
        await expectAccessible(page, `everybody at ${width}`);
        await colleague.first().click();
        await expect(room(page, ADMIN).getByRole('log')).toBeVisible();
        await expectAccessible(page, `a conversation at ${width}`);
        await expectNoOverflow(page, `a conversation at ${width}`);
        await page.keyboard.press('Escape');
      }
    } finally {
      await forgetPreferences(page);
    }
  });

test('a tenant that switches it off has nothing of it, at once, and gets everything back', async ({ page, watch }) => {
  watch.expectMessage(/status of 404/);
  await signIn(page, PEOPLE.alderAnalyst);
  await picture(page, ADMIN).click();
  await write(page, said('Kept meanwhile.'));
  try {
    await rise(DATA, 'tenant', 'set', '--slug', 'alder', '--chat', 'off');
    await expect(rail(page)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const path of ['chats', 'contacts', 'profile', 'chat?id=x', 'contact?id=x'])
      expect((await page.request.get(`/api/apps/chat/${path}`)).status(), path).toBe(404);
  } finally {
    await rise(DATA, 'tenant', 'set', '--slug', 'alder', '--chat', 'on');
  }
  await picture(page, ADMIN).click();
  await expect(log(page).getByText(said('Kept meanwhile.'))).toBeVisible();
});
