import type { Message } from '@rise/contract';
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

const HEADERS = { 'x-rise-request': '1' };

/** Calls the API as the page's person. */
export async function callApi<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const response = await page.request.fetch(path, { method, headers: HEADERS, ...(data !== undefined && { data }) });
  expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return (await response.json()) as T;
}

interface Published {
  title: string;
  /** One paragraph. */
  content?: string;
  link?: { uri: string; hyperText: string };
  tenants?: string[];
}

/** Publishes in English as the page's person, a global administrator; returns a function that withdraws it. */
export async function publish(page: Page, { title, content, link, tenants }: Published): Promise<() => Promise<void>> {
  const startDate = new Date().toISOString();
  const { id } = await callApi<{ id: string }>(page, 'POST', '/api/v1/global/announcements', {
    startDate,
    title: { en: title },
    content: {
      en: content === undefined ? null : [{ type: 'paragraph', children: [{ type: 'text', text: content }] }],
      tr: null,
    },
    link: link ? { uri: link.uri, hyperText: { en: link.hyperText } } : null,
    tenants: tenants ?? null,
  });
  return async () => {
    await callApi(page, 'DELETE', `/api/v1/global/announcements/${id}`);
  };
}

/** Withdraws the announcements of earlier journeys too. */
export async function withdrawAll(page: Page): Promise<void> {
  const path = '/api/v1/global/announcements';
  for (;;) {
    const { announcements } = await callApi<{ announcements: { id: string }[] }>(page, 'GET', path);
    if (announcements.length === 0) return;
    for (const { id } of announcements) await callApi(page, 'DELETE', `${path}/${id}`);
  }
}

type OwnList = 'messages' | 'notifications' | 'shortcuts';

/** Empties a list of the page's person. */
export async function clearOwn(page: Page, list: OwnList): Promise<void> {
  for (const { id } of await callApi<Message[]>(page, 'GET', `/api/common/${list}`))
    await callApi(page, 'DELETE', `/api/common/${list}?id=${id}`);
}

/** Opens the panel behind a button of the toolbar. */
export async function openPanel(page: Page, button: string | RegExp, title: string): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel).toBeVisible();
  return panel;
}

/** Does what deletes something, and waits for the server's answer: the list shows it deleted before, and a reload may not. */
export async function deleting(page: Page, confirm: () => Promise<void>): Promise<void> {
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.ok());
  await confirm();
  await deleted;
}

/** Marks the page, so that `expectNoReload` fails where it was reloaded since. */
export const markPage = (page: Page) => page.evaluate(() => void Object.assign(window, { marked: true }));
export const expectNoReload = async (page: Page) =>
  expect(await page.evaluate(() => 'marked' in window), 'the page was not reloaded').toBe(true);
