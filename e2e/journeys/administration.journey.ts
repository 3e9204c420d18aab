import { expect, heading, signIn, test } from '../support/journey.ts';
import { openPanel } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';
import { allTilesReady } from '../support/scorecard.ts';
import { openSmtpSink, waitForMail } from '../support/smtp-sink.ts';

test('someone is invited by mail, opens the link, and finds it revoked', async ({ page, anotherBrowser, watch }) => {
  watch.expectMessage(/status of 410/);
  const sink = await openSmtpSink();
  const invited = `deniz.${Date.now()}@visitor.example`;
  await signIn(page, PEOPLE.birchAdmin, '/users');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: /Email address/ }).fill(invited);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(`The invitation is on its way to ${invited}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const mail = await waitForMail(sink, invited);
  await sink.close();
  const [link] = /http:\S+/.exec(mail.text!)!;
  const visitor = await anotherBrowser();
  await visitor.goto(link);
  await expect(heading(visitor, 'Join Birch Credit Union')).toBeVisible();
  await expect(visitor.getByText(invited)).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Sign in and accept' })).toBeVisible();

  await page.getByRole('grid').getByText(invited).click();
  const drawer = page.getByRole('dialog', { name: invited });
  await drawer.getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('dialog', { name: `Revoke the invitation of ${invited}?` })
    .getByRole('button', { name: 'Revoke' })
    .click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('grid').getByText(invited)).toBeHidden();
  await visitor.reload();
  await expect(heading(visitor, 'This invitation was revoked')).toBeVisible();
});

test('an administrator views a report as someone, who is notified', async ({ page, anotherBrowser }) => {
  await signIn(page, PEOPLE.birchAdmin, '/users');
  const person = page.getByRole('row').filter({ hasText: PEOPLE.birchAnalyst }).getByRole('button');
  const name = await person.innerText();
  await person.click();
  const drawer = page.getByRole('dialog', { name });
  await drawer.getByRole('combobox', { name: 'Report' }).click();
  await page.getByRole('option', { name: 'Board scorecard', exact: true }).click();
  await drawer.getByRole('button', { name: `View as ${name}` }).click();
  const banner = page.getByRole('status', { name: `You see this report with the rights of ${name}, who is notified.` });
  await expect(banner).toBeVisible();
  await allTilesReady(page);
  await banner.getByRole('button', { name: 'Stop viewing as' }).click();
  await expect(banner).toHaveCount(0);
  await allTilesReady(page);

  const analyst = await anotherBrowser();
  await signIn(analyst, PEOPLE.birchAnalyst, '/home?layout=modern');
  const notices = await openPanel(analyst, /^Notifications/, 'Notifications');
  await expect(notices.getByText(`${PEOPLE.birchAdmin} viewed data with your rights`).first()).toBeVisible();
});
