import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// oxlint-disable-next-line import/no-relative-packages -- the example of the guide
import { signReport } from '../../docs/examples/embed/sign.mjs';
import { expect, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';

/** Another organization's site, with one page that loads the portal's script. */
async function startSite() {
  let page = '';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  });
  await once(server.listen(0), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    allowed: `http://127.0.0.1:${port}`,
    /** The same server, whose origin nobody allowed. */
    foreign: `http://localhost:${port}`,
    show(portal: string, token: string) {
      page = `<!doctype html><title>Intranet</title><h1>Intranet</h1><div id="report"></div>
        <script src="${portal}/embed.js"></script>
        <script>RiseEmbed.show(document.getElementById('report'), { token: '${token}', title: 'States' });</script>`;
    },
    close: () => server.close(),
  };
}

test('a site shows the rows that it signed for, in a frame as high as the report; another site shows nothing', async ({
  page,
  browser,
  portal,
}) => {
  const site = await startSite();
  await signIn(page, PEOPLE.alderAdmin, '/embedding');
  const embedding = page.getByRole('switch', { name: 'Embedding on sites' });
  await embedding.press('Space');
  await expect(embedding).toBeChecked();
  await page.getByRole('textbox', { name: 'Name' }).fill('Intranet');
  await page.getByRole('textbox', { name: 'Sites' }).fill(site.allowed);
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  const keyId = await page.getByRole('textbox', { name: 'Key ID' }).inputValue();
  await page.goto('/reports');
  await page.getByRole('main').getByRole('link', { name: 'State overview', exact: true }).click();
  await expect(page).toHaveURL(/\/reports\/[\da-f-]{36}/);
  const report = /reports\/([\da-f-]{36})/.exec(page.url())![1]!;

  site.show(portal, signReport({ keyId, secret, report, filters: { state: ['VT', 'NH'] } }));
  const visitor = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await visitor.goto(site.allowed);
  const frame = visitor.frameLocator('iframe[title="States"]');
  await expect(frame.getByRole('heading', { name: 'State overview' })).toBeVisible();
  const table = frame
    .locator('[data-tile]')
    .filter({ has: frame.getByRole('heading', { name: 'By state', exact: true }) });
  await expect(table.getByRole('row')).toHaveText([/^State/, /^New Hampshire/, /^Vermont/, /^Total26/]);
  // No part of the portal around it, and no bar to scroll within the frame.
  await expect(frame.getByRole('link', { name: 'Reports' })).toHaveCount(0);
  await expect(async () => {
    const box = await visitor.locator('iframe').boundingBox();
    const height = await frame.locator('#root').evaluate((element) => element.getBoundingClientRect().height);
    expect(Math.abs(box!.height - height)).toBeLessThan(2);
    expect(height).toBeGreaterThan(900);
  }).toPass();

  await visitor.goto(site.foreign);
  await expect(visitor.getByRole('heading', { name: 'Intranet' })).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'State overview' })).toHaveCount(0);

  await page.goto('/embedding');
  await page.getByRole('button', { name: 'Revoke Intranet' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('There are no keys yet.')).toBeVisible();
  await visitor.goto(site.allowed);
  await expect(frame.getByText('This report can’t be shown')).toBeVisible();
  await visitor.context().close();
  site.close();
});
