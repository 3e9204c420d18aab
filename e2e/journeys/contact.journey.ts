import { expect, heading, signIn, test } from '../support/journey.ts';
import { waitForMail, openSmtpSink } from '../support/smtp-sink.ts';
import { OPERATORS, PEOPLE } from '../support/portal.ts';

test('a message from the help menu keeps its draft and is mailed to the operators', async ({ page }) => {
  const sink = await openSmtpSink();
  await signIn(page, PEOPLE.alderAnalyst);
  const open = async () => {
    await page.getByRole('button', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Contact us' }).click();
  };
  const dialog = page.getByRole('dialog', { name: 'Contact us' });
  await open();
  await dialog.getByRole('textbox', { name: /Subject/ }).fill('Delinquency over 60 days');
  await page.mouse.click(5, 400);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open();
  await expect(dialog.getByRole('textbox', { name: /Subject/ })).toHaveValue('Delinquency over 60 days');
  await dialog.getByRole('textbox', { name: /Message/ }).fill('Which accounts\nare in it? ğüşıöç');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog).toContainText('Your message has been sent');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  const toOperators = await waitForMail(sink, OPERATORS);
  expect(toOperators.subject).toBe('[Rise] Delinquency over 60 days');
  expect(toOperators.text).toContain('Which accounts');
  expect(toOperators.text).toContain('are in it? ğüşıöç');
  expect(toOperators.replyTo?.[0]?.address).toBe(PEOPLE.alderAnalyst);
  await open();
  await expect(dialog.getByRole('textbox', { name: /Subject/ })).toHaveValue('');
  await sink.close();
});

test('a visitor writes on the contact page, sees which fields are required, and the receipt repeats nothing of the message', async ({
  page,
}) => {
  const sink = await openSmtpSink();
  const visitor = `deniz.${Date.now()}@visitor.example`;
  await page.goto('/contact-us');
  await expect(heading(page, 'Contact us')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('Deniz');
  await page.getByRole('textbox', { name: /^Email/ }).fill('deniz@visitor');
  await page.getByRole('textbox', { name: /^Subject/ }).fill('May we try it?');
  await page.getByRole('textbox', { name: /^Message/ }).fill('We are a credit union of 4,000 members.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Email must be an address such as name@example.com')).toBeVisible();
  await page.getByRole('textbox', { name: /^Email/ }).fill(visitor);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('status')).toContainText('We have received your message');

  const toOperators = await waitForMail(sink, OPERATORS);
  expect(toOperators.text).toContain('We are a credit union of 4,000 members.');
  const toVisitor = await waitForMail(sink, visitor);
  expect(toVisitor.subject).toBe('We have received your message');
  expect(toVisitor.text).not.toContain('credit union of');
  await sink.close();
});
