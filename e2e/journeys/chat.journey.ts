import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { rise } from '../bench/command.ts';
import { expectAccessible, expectNoOverflow, expectReadable } from '../support/accessibility.ts';
import { expect, intercept, resetPreferences, signIn, signInAtProvider, test } from '../support/journey.ts';
import { DATA, PEOPLE } from '../support/portal.ts';
import { visitTenant } from '../support/visit-tenant.ts';
import { CROSSED_ENDS, ENDS, viewportOf } from '../support/sweep.ts';

const ADMIN = 'Marguerite Lindqvist';
const ANALYST = 'Tobias Achterberg';

/** Distinguishes this run's messages from those of earlier runs. */
const mark = randomUUID().slice(0, 6);
const unique = (text: string) => `${text} (${mark})`;

const rail = (page: Page) => page.getByRole('complementary', { name: 'Chat' });
/** A person's avatar in the rail, with a number of unread messages. */
const avatar = (page: Page, name: string, unread = 0) =>
  rail(page).getByRole('button', { name: new RegExp(`^${name}, \\w+${unread === 0 ? '' : `, ${unread} unread`}$`) });
const conversation = (page: Page, name: string) => page.getByRole('dialog', { name });
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

/** Marks all messages to the signed-in person as read. */
async function readAll(page: Page): Promise<void> {
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { id: string }[];
  for (const { id } of chats)
    await page.request.patch('/api/apps/chat/chat', {
      headers: { 'x-rise-request': '1' },
      data: { id, chat: { muted: false, unreadCount: 0 } },
    });
}

/** The unread messages that the server counts. */
async function countUnread(page: Page): Promise<number> {
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { unreadCount: number }[];
  return chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
}

test('two people write to each other live; every tab counts what is unread until it is seen', async ({
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

  await avatar(analyst, ADMIN).click();
  await write(analyst, unique('The December figures are in.'), unique('Used vehicle loans look strange.'));
  for (const tab of [page, secondTab]) await expect(avatar(tab, ANALYST, 2)).toBeVisible();

  await avatar(page, ANALYST, 2).click();
  await expect(log(page).getByText(unique('Used vehicle loans look strange.'))).toBeVisible();
  await expect(log(page).getByText('New', { exact: true })).toBeVisible();
  for (const tab of [page, secondTab]) await expect(avatar(tab, ANALYST)).toBeVisible();
  expect(await countUnread(page)).toBe(0);

  // Both have the conversation open: nothing is unread, and screen readers announce the message.
  await write(page, unique('I will look at the definition.'));
  await expect(log(analyst).getByText(unique('I will look at the definition.'))).toBeVisible();
  await expect(rail(analyst).getByRole('status')).toHaveText(`${ADMIN}: ${unique('I will look at the definition.')}`);
  await expect.poll(() => countUnread(analyst)).toBe(0);

  // A muted conversation still counts its unread messages.
  await page.getByRole('button', { name: 'Mute' }).click();
  await expect(page.getByRole('button', { name: 'Unmute' })).toBeVisible();
  // Escape closes the button's tooltip first, where the pointer is still over it.
  await page.mouse.move(5, 400);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(conversation(page, ANALYST)).toBeHidden();
  await write(analyst, unique('Thank you.'));
  await expect(rail(page).getByRole('button', { name: `${ANALYST}, Online, muted, 1 unread` })).toBeVisible();
  await rail(page)
    .getByRole('button', { name: new RegExp(`^${ANALYST}`) })
    .click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect.poll(() => countUnread(page)).toBe(0);
});

test('no other tenant and no global person sees a conversation', async ({ page, anotherBrowser }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  await avatar(page, ADMIN).click();
  await write(page, unique('Between the two of us.'));

  const birch = await anotherBrowser();
  await signIn(birch, PEOPLE.birchAnalyst);
  await rail(birch).getByRole('button', { name: 'Chat: all people' }).click();
  await expect(conversation(birch, 'Chat').getByText('Rosalind Whitehorse', { exact: true })).toBeVisible();
  await expect(birch.getByText(ADMIN)).toHaveCount(0);
  expect(await (await birch.request.get('/api/apps/chat/chats')).json()).toEqual([]);
  const chats = (await (await page.request.get('/api/apps/chat/chats')).json()) as { id: string }[];
  const { id } = chats[0]!;
  const response = await birch.request.get(`/api/apps/chat/chat?id=${id}`);
  expect(response.status()).toBe(404);
  expect((await response.json()).error.message).toBe(`Could not found chat with id of ${id}!`);

  const support = await anotherBrowser();
  await signInAtProvider(support, PEOPLE.globalSupport, '/choose-tenant');
  await visitTenant(support, 'Alder Credit Union');
  await expect(support.getByRole('button', { name: /’s account$/ })).toBeVisible();
  await expect(rail(support)).toHaveCount(0);
  await expect(support.getByRole('button', { name: /^Chat/ })).toHaveCount(0);
});

test('unsent messages and drafts survive a reload', async ({ page, watch }) => {
  watch.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await signIn(page, PEOPLE.alderAnalyst);
  await avatar(page, ADMIN).click();
  const recover = await intercept(page, '**/api/apps/chat/message', (route) => route.abort());
  const box = page.getByRole('textbox', { name: /^Message to / });
  await box.fill(unique('Is anybody there?'));
  await box.press('Enter');
  await expect(log(page).getByText('Not sent')).toBeVisible();
  await box.fill('Or perhaps');

  recover();
  await page.reload();
  await avatar(page, ADMIN).click();
  await expect(box).toHaveValue('Or perhaps');
  await log(page).getByRole('button', { name: 'Try again' }).click();
  await expect(log(page).getByText('Not sent')).toBeHidden();
  await box.fill('');
  await page.reload();
  await avatar(page, ADMIN).click();
  await expect(log(page).getByText(unique('Is anybody there?'), { exact: true })).toHaveCount(1);
  await expect(box).toHaveValue('');
});

test('by keyboard: a person is found, written to and left, and the focus returns', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst);
  const head = rail(page).getByRole('button', { name: 'Chat: all people' });
  await head.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Find people' })).toBeFocused();
  await page.keyboard.type('lindqv');
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: `Message to ${ADMIN}` });
  await expect(box).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type(unique('alone'));
  await page.keyboard.press('Enter');
  await expect(log(page).getByText(`By keys ${unique('alone')}`)).toBeVisible();
  await expect(box).toBeFocused();
  // The focus never leaves the dialog.
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press('Tab');
    expect(await conversation(page, ADMIN).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(conversation(page, ADMIN)).toBeHidden();
  await expect(head).toBeFocused();
});

for (const [scheme, layout] of [
  ['light', 'classic'],
  ['dark', 'modern'],
] as const)
  test(`is accessible and fits, in ${scheme} and ${layout}`, async ({ page }) => {
    await signIn(page, PEOPLE.alderAnalyst);
    try {
      const patched = await page.request.patch('/api/v1/account', {
        headers: { 'x-rise-request': '1' },
        data: { preferences: { scheme, layout } },
      });
      expect(patched.ok()).toBe(true);
      for (const { width } of ENDS.filter((end) => end.scheme === scheme)) {
        await page.setViewportSize(viewportOf(width));
        await page.goto('/user');
        if (width >= 1280) await rail(page).getByRole('button', { name: 'Chat: all people' }).click();
        else await page.getByRole('button', { name: 'Chat', exact: true }).click();
        const colleague = conversation(page, 'Chat').getByRole('button', { name: new RegExp(`^${ADMIN}`) });
        await expect(colleague.first()).toBeVisible();
        await expectAccessible(page, `everybody at ${width}`);
        await colleague.first().click();
        await expect(conversation(page, ADMIN).getByRole('log')).toBeVisible();
        await expectAccessible(page, `a conversation at ${width}`);
        await expectNoOverflow(page, `a conversation at ${width}`);
      }
      for (const { width } of CROSSED_ENDS.filter((end) => end.scheme === scheme)) {
        await page.setViewportSize(viewportOf(width));
        await expectReadable(page, `a conversation at ${width}`);
      }
    } finally {
      await resetPreferences(page);
    }
  });

test('a tenant that switches chat off loses it at once, and finds its messages when it is on again', async ({
  page,
  watch,
}) => {
  watch.expectMessage(/status of 404/);
  await signIn(page, PEOPLE.alderAnalyst);
  await avatar(page, ADMIN).click();
  await write(page, unique('Stored meanwhile.'));
  try {
    await rise(DATA, 'tenant', 'set', '--slug', 'alder', '--chat', 'off');
    await expect(rail(page)).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    for (const path of ['chats', 'contacts', 'profile', 'chat?id=x', 'contact?id=x'])
      expect((await page.request.get(`/api/apps/chat/${path}`)).status(), path).toBe(404);
  } finally {
    await rise(DATA, 'tenant', 'set', '--slug', 'alder', '--chat', 'on');
  }
  await avatar(page, ADMIN).click();
  await expect(log(page).getByText(unique('Stored meanwhile.'))).toBeVisible();
});
