import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectNoOverflow, expectReadable } from '../support/accessibility.ts';
import { expect, heading, intercept, resetPreferences, signIn, test } from '../support/journey.ts';
import { CROSSED_ENDS, ENDS, SCHEMES, viewportOf } from '../support/sweep.ts';

// Also after a test that failed: the next one on the same server expects them reset.
test.afterEach(({ page }) => resetPreferences(page));

const ANALYST = 'analyst@alder.example';
const CHAT = '**/api/v1/openai/confluence/chat';

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Ask RiseIQ' });
const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Your question' });

async function openAssistant(page: Page) {
  await page.getByRole('button', { name: 'Ask RiseIQ' }).click();
  const drawer = drawerOf(page);
  await expect(drawer).toBeVisible();
  return drawer;
}

/** How many lines of text a box has room for, by its own measures. */
const rowsOf = (box: Locator) =>
  box.evaluate((element) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(element);
    const inner = element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return Math.round(inner / Number.parseFloat(lineHeight));
  });

/** Holds the next answer back until it is released. */
async function hold(page: Page) {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(
    CHAT,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return { release: () => release() };
}

/** Own messages are at the right edge, answers at the left, and both leave a part of the width free. */
async function expectSides(drawer: Locator) {
  const lines = (await drawer.getByRole('list').first().boundingBox())!;
  const question = (await drawer.getByText(/^How do I change/).boundingBox())!;
  const answer = (await drawer.locator('[data-role="assistant"] > div').first().boundingBox())!;
  const right = lines.x + lines.width;
  expect(Math.abs(question.x + question.width - right)).toBeLessThanOrEqual(1);
  expect(Math.abs(answer.x - lines.x)).toBeLessThanOrEqual(1);
  for (const { width } of [question, answer]) expect(width).toBeLessThan(lines.width * 0.95);
}

/** Distance of the conversation's scroll position from its end, in pixels. */
const distanceFromEnd = (page: Page) =>
  page
    .getByRole('log')
    .evaluate(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight);

test('a question about a guide is answered with its source, restored after a reload, and cleared', async ({ page }) => {
  await signIn(page, ANALYST, '/reports');
  const drawer = await openAssistant(page);
  await expect(drawer).toContainText('Welcome to RiseIQ!');
  await expect(drawer).toContainText('Your Virtual Assistant for the Rise Portal');
  await expect(drawer).toContainText('Without a language model: answers are figures');
  // Nothing to clear yet: the button and the menu's entry say so.
  await expect(drawer.getByRole('button', { name: 'Clear Chat' })).toHaveAttribute('aria-disabled', 'true');
  await drawer.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Clear conversation' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(drawer.getByRole('button', { name: 'More' })).toBeFocused();
  await boxOf(page).focus();
  await expect(boxOf(page)).toHaveAttribute('placeholder', 'Type your question here...');
  expect(await rowsOf(boxOf(page))).toBe(3);
  await page.keyboard.type('How do I change');
  await page.keyboard.press('Shift+Enter');
  await expect(boxOf(page)).toHaveValue('How do I change\n');
  await page.keyboard.type('the layout?');
  const answer = await hold(page);
  await page.keyboard.press('Enter');
  await expect(boxOf(page)).toBeDisabled();
  await expect(drawer.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(drawer.getByText('RiseIQ is responding')).toBeAttached();
  await expect(drawer.getByRole('button', { name: 'close', exact: true })).toHaveCount(0);
  answer.release();
  await expect(drawer.getByText('Ten layouts show the same pages.')).toBeVisible();
  await expect(boxOf(page)).toBeEnabled();
  await expect(boxOf(page)).toBeFocused();
  await expect(drawer.getByRole('button', { name: 'close', exact: true })).toBeVisible();
  await expectSides(drawer);

  const popup = page.waitForEvent('popup');
  await drawer.getByRole('link', { name: 'Make it yours › Layout' }).click();
  const guide = await popup;
  await expect(heading(guide, 'Make it yours')).toBeVisible();
  expect(await guide.evaluate(() => window.opener === null)).toBe(true);
  await guide.close();

  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.reload();
  await openAssistant(page);
  await expect(drawer.getByText('Ten layouts show the same pages.')).toBeVisible();

  await drawer.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Clear conversation' }).click();
  const confirm = page.getByRole('dialog', { name: 'Clear conversation' });
  await expect(confirm).toContainText('Are you sure you want to clear the chat?');
  await confirm.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(drawer).toContainText('Welcome to RiseIQ!');
  await page.reload();
  await openAssistant(page);
  await expect(drawer).toContainText('Welcome to RiseIQ!');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'layout' })).toHaveCount(1);
});

test('an error is shown, the question stays in the box, and the second try is answered', async ({ page, watch }) => {
  watch.expectMessage(/status of 502|The assistant did not answer/);
  await signIn(page, ANALYST);
  const drawer = await openAssistant(page);
  const recover = await intercept(page, CHAT, (route) =>
    route.fulfill({ status: 502, json: { error: { code: 'ASSISTANT_UNAVAILABLE', message: 'x', requestId: 'r' } } }),
  );
  await boxOf(page).fill('What is the net worth ratio?');
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(drawer.getByText('Sorry, I encountered an error. Please try again.')).toBeVisible();
  await expect(boxOf(page)).toHaveValue('What is the net worth ratio?');
  expect(await distanceFromEnd(page)).toBeLessThanOrEqual(1);
  recover();
  await drawer.getByRole('button', { name: 'Send' }).click();
  await expect(drawer.getByRole('link', { name: 'Board scorecard › Net worth ratio' })).toHaveAttribute(
    'href',
    /^\/reports\/.+\?about=net_worth_ratio$/,
  );
  await expect(drawer.getByText('Sorry, I encountered an error.')).toHaveCount(0);
});

test('another person in the same browser starts a new conversation', async ({ page, watch }) => {
  watch.expectMessage(/status of 404/);
  await signIn(page, ANALYST);
  const drawer = await openAssistant(page);
  await boxOf(page).fill('How do I change the layout?');
  await page.keyboard.press('Enter');
  await expect(drawer.getByText('Ten layouts show the same pages.')).toBeVisible();
  const stored = await page.evaluate(() => localStorage.getItem('chat_session'));
  // The page is left first: requests that are pending as the session ends would be answered with 401.
  await page.goto('about:blank');
  await page.goto('/logout');
  await signIn(page, 'analyst@birch.example');
  expect(await page.evaluate(() => localStorage.getItem('chat_session'))).toBe(stored);
  await openAssistant(page);
  await expect(drawer).toContainText('Welcome to RiseIQ!');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chat_session'))).toBeNull();
});

for (const scheme of SCHEMES) {
  test(`is accessible in ${scheme}, empty and full`, async ({ page }) => {
    await signIn(page, ANALYST);
    await page.request.patch('/api/v1/account', {
      headers: { 'x-rise-request': '1' },
      data: { preferences: { scheme } },
    });
    for (const { width } of ENDS.filter((end) => end.scheme === scheme)) {
      await page.setViewportSize(viewportOf(width));
      await page.goto('/reports');
      await page.evaluate(() => localStorage.removeItem('chat_session'));
      const drawer = await openAssistant(page);
      await expectAccessible(page, `empty at ${width}`);
      for (const question of ['How do I change the layout?', 'How is the peer median computed?']) {
        await boxOf(page).fill(question);
        await page.keyboard.press('Enter');
        await expect(boxOf(page)).toBeEnabled();
      }
      await expect(drawer.getByRole('link', { name: /Peers, median/ })).toBeVisible();
      await expectAccessible(page, `full at ${width}`);
      await expectNoOverflow(page, `full at ${width}`);
    }
    for (const { width } of CROSSED_ENDS.filter((end) => end.scheme === scheme)) {
      await page.setViewportSize(viewportOf(width));
      await expectReadable(page, `full at ${width}`);
    }
  });
}

test('a question about data is answered with figures, changed in place, continued, and kept', async ({ page }) => {
  await signIn(page, ANALYST, '/openai');
  await boxOf(page).fill('delinquency ratio by state top 5');
  await page.keyboard.press('Enter');
  const answers = page.getByRole('list', { name: 'How I understood it' });
  const highest = page.getByText('Delinquency ratio by State · 5 highest by Delinquency ratio');
  await expect(highest).toBeVisible();
  await expectAccessible(page, 'figures');
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await expect(page.getByRole('log').getByRole('img').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show the query' }).press('Enter');
  const query = page.getByRole('dialog', { name: /^Query behind the figures/ });
  await expect(query).toContainText('SELECT');
  await page.keyboard.press('Escape');
  await expect(query).toBeHidden();
  const stored = page.waitForResponse((response) => response.url().endsWith('/messages/1/query'));
  await page.getByRole('button', { name: 'Remove: 5 highest by Delinquency ratio' }).press('Enter');
  await expect(page.getByText('Delinquency ratio by State', { exact: true })).toBeVisible();
  expect((await stored).status()).toBe(200);

  await boxOf(page).fill('and for Texas?');
  await page.keyboard.press('Enter');
  await expect(answers).toHaveCount(2);
  await expect(answers.last()).toContainText('Texas');
  await boxOf(page).fill('number of ATMs by state');
  await page.keyboard.press('Enter');
  await expect(page.getByText('I can’t answer that with figures: nothing in your data is called that.')).toBeVisible();
  await expect(answers).toHaveCount(2);
  await page.reload();
  await expect(answers).toHaveCount(2);
  // As it was changed, not as it was answered.
  await expect(page.getByText('Delinquency ratio by State', { exact: true })).toBeVisible();
  await expect(highest).toHaveCount(0);
});

test('by keyboard: opened, used and closed, while the page beside it stays usable', async ({ page }) => {
  await signIn(page, ANALYST, '/reports');
  const button = page.getByRole('button', { name: 'Ask RiseIQ' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(boxOf(page)).toBeFocused();
  await page.keyboard.type('What is the net worth ratio?');
  await page.keyboard.press('Enter');
  const source = drawerOf(page).getByRole('link', { name: 'Board scorecard › Net worth ratio' });
  await expect(source).toBeVisible();
  // The source may be there before the answer is complete, with which the box gets its focus back.
  await expect(boxOf(page)).toBeFocused();
  // Backward over the resize handle to the source.
  await page.keyboard.press('Shift+Tab');
  await expect(drawerOf(page).getByRole('button', { name: 'close', exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(source).toBeFocused();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(source).toBeVisible();
  await boxOf(page).click();
  await page.keyboard.press('Escape');
  await expect(drawerOf(page)).toBeHidden();
});
