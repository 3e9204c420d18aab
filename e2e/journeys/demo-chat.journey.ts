import { expectAccessible, expectNoOverflow } from '../support/accessibility.ts';
import { DemoPage } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { URL as PORTAL } from '../support/portal.ts';

test('a chat opens at its end, is answered, filed and searched, by mouse and by keys, and stays after a reload', async ({
  browser,
}) => {
  const demo = await DemoPage.open(browser, `${PORTAL}/demo/#/sign-in`);
  await demo.signIn();
  const { page } = demo;
  await demo.visit('/apps/chat');
  const priya = page.locator('[data-record]', { hasText: 'Priya Raghunathan' });
  await expect(priya).toContainText('2 unread');

  // By keys: the first chat, whose end is in view and read by that, and an answer that comes back.
  await priya.focus();
  await page.keyboard.press('Enter');
  const chat = page.getByRole('complementary', { name: 'Priya Raghunathan' });
  const box = chat.getByRole('textbox', { name: 'Message to Priya Raghunathan' });
  await expect(chat.getByText('or do we tell Daniel first?')).toBeInViewport();
  await expect(priya).not.toContainText('unread');
  await box.fill('Tell him first');
  // She writes for a second and a half: the page itself looks in each frame, from before that on.
  const writing = page.waitForFunction(() => document.body.innerText.includes('Priya Raghunathan is writing…'));
  await page.keyboard.press('Enter');
  await writing;
  await expect(chat.getByText('Priya Raghunathan is writing…')).toBeHidden();
  await expect(priya).not.toContainText('You: Tell him first');
  await expectAccessible(page, 'a conversation');

  // By mouse: an emoji, a star, the contact, which Back closes.
  await chat.getByRole('button', { name: 'Insert emoji' }).click();
  await chat.getByRole('button', { name: '👍' }).click();
  await expect(box).toHaveValue('👍');
  await chat.getByRole('button', { name: 'Starred' }).click();
  await chat.getByRole('button', { name: 'Contact details' }).click();
  const details = page.getByRole('dialog', { name: 'Priya Raghunathan' });
  await expect(details.getByRole('heading', { name: 'Media' })).toBeVisible();
  await expectAccessible(page, 'the details of a contact');
  await page.goBack();
  await expect(details).toBeHidden();

  await page.reload();
  await demo.waitUntilDrawn();
  await expect(chat.getByText('Tell him first')).toBeInViewport();
  // Written and not sent.
  await expect(box).toHaveValue('👍');
  await expect(chat.getByRole('button', { name: 'Starred' })).toHaveAttribute('aria-pressed', 'true');
  await chat.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(priya).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(priya).toHaveCount(1);

  // A new chat from all people, then on a phone in the dark.
  await page.getByRole('button', { name: 'New chat' }).click();
  const people = page.getByRole('dialog', { name: 'New chat' });
  await people.getByRole('searchbox').fill('mei');
  await people.getByRole('button', { name: /Mei-Ling Tran/ }).click();
  await expect(page.getByRole('complementary', { name: 'Mei-Ling Tran' })).toBeVisible();
  await demo.resize(390);
  await demo.setScheme('dark');
  await demo.visit('/apps/chat');
  await page.locator('[data-record]', { hasText: 'Aylin Demirci' }).click();
  await expect(page.getByRole('dialog', { name: 'Aylin Demirci' }).getByRole('textbox')).toBeInViewport();
  await expectNoOverflow(page, 'a conversation on a phone');
  await expectAccessible(page, 'a conversation on a phone');
  await demo.close();
});
