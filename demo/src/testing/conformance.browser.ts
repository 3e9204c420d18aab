import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES } from '../simulation/conformance/all-cases.ts';
import { watch } from '../simulation/conformance/api.ts';
import type { Api } from '../simulation/conformance/cases.ts';
import { simulate } from '../simulation/conformance/test-simulation.ts';
import { openInBrowser, type TestBrowser } from './in-browser.ts';

/** Runs the Node test cases through the service worker of the production build. */
let browser: TestBrowser;
beforeAll(async () => {
  browser = await openInBrowser();
});
afterAll(() => browser?.close());

const { simulation } = simulate();

/** Node runs all cases; here the first of each group is enough, except in CI and where all is run. */
const LONG_RUN = process.env['RISE_SWEEP'] !== undefined;
type Cases = Readonly<Record<string, Readonly<Record<string, (api: Api) => Promise<void>>>>>;

describe.each(Object.entries(CASES as unknown as Readonly<Record<string, Cases>>))('%s', (_group, calls) => {
  const cases = Object.entries(calls).flatMap(([call, ofCall]) =>
    Object.entries(ofCall).map(([title, run]) => [`${call}: ${title}`, run] as const),
  );
  test.each(LONG_RUN ? cases : cases.slice(0, 1))('%s', async (_title, run) => {
    await browser.reset();
    const { api, requestCount: request } = watch(
      browser.send,
      (key) => simulation.delayOf(key),
      () => {},
    );
    await run(api);
    expect(request()).toBeGreaterThan(0);
  });
});

test('what no handler matches is 404 NOT FOUND, and what is no call goes its way', async () => {
  const send = (path: string) => browser.send({ method: 'GET', path, headers: {} });
  expect(await send('/api/no/such/call')).toMatchObject({ status: 404, text: 'NOT FOUND' });
  expect(await send('/index.html')).toMatchObject({ status: 200, text: expect.stringContaining('<!doctype html>') });
});

test('what was changed is there in another tab, open or opened later, and after a reload, with nothing to be told', async () => {
  const open = await browser.openAnotherTab();
  const body = { message: { title: 'Still here' } };
  const headers = { 'content-type': 'application/json' };
  const { status } = await browser.send({ method: 'POST', path: '/api/common/messages', headers, body });
  expect(status).toBe(200);
  const changed = await browser.state();
  expect(changed).toContain('Still here');
  await expect.poll(open.state).toBe(changed);
  await browser.flush();
  expect(await (await browser.openAnotherTab()).state()).toBe(changed);
  await browser.reload();
  expect(await browser.state()).toBe(changed);
  expect(await browser.notice()).toEqual({ repaired: [], reset: [], damaged: [], unsaved: false });
});

const USER = { method: 'GET', path: '/api/common/user', headers: {} };

test('a worker that the browser stopped handles calls again', async () => {
  expect(await browser.via()).toBe('worker');
  expect(browser.consoleMessages).toEqual([]);
  await browser.endWorkers();
  expect((await browser.send(USER)).text).toContain('demo@rise.example');
  await browser.endWorkers();
  expect((await browser.send(USER, 'client')).text).toContain('demo@rise.example');
});

test('after a hard reload, past the worker, the client is answered by the page itself', async () => {
  await browser.reloadHard();
  expect(await browser.via()).toBe('page');
  expect((await browser.send(USER, 'client')).text).toContain('demo@rise.example');
  await browser.reload();
  expect(await browser.via()).toBe('worker');
});

test('where there are no workers, the page answers its client itself, and keeps what changed', async () => {
  const alone = await openInBrowser({ workers: false });
  try {
    expect(await alone.via()).toBe('page');
    const body = { user: { status: 'busy' } };
    const headers = { 'content-type': 'application/json' };
    const patch = { ...USER, method: 'PATCH', headers, body };
    expect(await alone.send(patch, 'client')).toMatchObject({ status: 200 });
    await alone.flush();
    await alone.reload();
    const { text } = await alone.send(USER, 'client');
    expect(JSON.parse(text)).toMatchObject({ status: 'busy' });
  } finally {
    await alone.close();
  }
});
