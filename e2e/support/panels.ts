import type { Message, NewAnnouncement } from '@rise/contract';
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

const OWN = { 'x-rise-request': '1' };

/** What a page's person asks of the API, as the portal's pages ask it. */
export async function ask<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const answer = await page.request.fetch(path, { method, headers: OWN, ...(data !== undefined && { data }) });
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
  return (await answer.json()) as T;
}

/** Publishes as the person of the page, a global administrator; answers how to withdraw it. */
export async function publish(
  page: Page,
  announcement: Partial<NewAnnouncement> & { title: string },
): Promise<() => Promise<void>> {
  const startDate = new Date().toISOString();
  const { id } = await ask<{ id: string }>(page, 'POST', '/api/v1/global/announcements', {
    startDate,
    ...announcement,
  });
  return async () => {
    await ask(page, 'DELETE', `/api/v1/global/announcements/${id}`);
  };
}

/** Withdraws whatever an earlier journey has left. */
export async function withdrawAll(page: Page): Promise<void> {
  const { announcements } = await ask<{ announcements: { id: string }[] }>(page, 'GET', '/api/v1/global/announcements');
  for (const { id } of announcements) await ask(page, 'DELETE', `/api/v1/global/announcements/${id}`);
}

type OwnList = 'messages' | 'notifications' | 'shortcuts';

/** Empties a list of the page's person. */
export async function clearOwn(page: Page, list: OwnList): Promise<void> {
  for (const { id } of await ask<Message[]>(page, 'GET', `/api/common/${list}`))
    await ask(page, 'DELETE', `/api/common/${list}?id=${id}`);
}

/** Opens the panel behind a button of the toolbar. */
export async function openPanel(page: Page, button: string | RegExp, title: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel).toBeVisible();
  return panel;
}

/** Fails where the page was loaded anew after `mark`. */
export const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
export const expectSamePage = async (page: Page) =>
  expect(await page.evaluate(() => 'marked' in window), 'the page was not loaded anew').toBe(true);
