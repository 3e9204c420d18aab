import type { ModelDocument } from '@rise/contract';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { ask, expectSamePage, markPage } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';
import { allTilesReady, card, openScorecard } from '../support/scorecard.ts';

/** Another word for a figure, and a dimension whose codes nobody has given a meaning yet. */
const CHANGES = `
mappings:
  - name: charter_kind
    title: { en: Charter kind, tr: Kuruluş türü }
    targets: [{ value: federal, title: { en: Federal } }, { value: state, title: { en: State } }]
datasets:
  - name: call_report
    measures: [{ name: total_assets, label: { en: Everything owned, tr: Tüm varlıklar } }]
    dimensions:
      - { name: charter_kind, title: { en: Charter kind }, type: string, column: { table: foicu, column: CU_TYPE }, mapping: charter_kind }
`;

test('another model shows in a report that is open, and codes get a meaning where the alert leads', async ({
  page,
  anotherBrowser,
}) => {
  await openScorecard(page, PEOPLE.birchAnalyst);
  await expect(card(page, 'Assets')).toBeVisible();
  await markPage(page);

  const admin = await anotherBrowser();
  await signIn(admin, PEOPLE.birchAdmin, '/user');
  const { version, document } = await ask<ModelDocument>(admin, 'GET', '/api/v1/model');
  try {
    await ask(admin, 'PUT', '/api/v1/model', { document: `${document}\n${CHANGES}` });
    await expect(card(page, 'Everything owned')).toBeVisible();
    await allTilesReady(page);
    await expectSamePage(page);

    await admin.goto('/configuration/charter_kind');
    await expect(heading(admin, 'Charter kind configuration')).toBeVisible();
    const fields = admin.getByRole('combobox', { name: /^Meaning of/ });
    await expect(fields).not.toHaveCount(0);
    const codes = await fields.count();
    await expectAccessible(admin, 'codes without a meaning', 'main');
    await admin.getByLabel('Meaning of 1', { exact: true }).selectOption('Federal');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('1 code has a meaning now.')).toBeVisible();
    await expect(fields).toHaveCount(codes - 1);
    await admin.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.getByText('What was saved is taken back.')).toBeVisible();
    await expect(fields).toHaveCount(codes);
    // Where it stands the page would ask for codes that the former model does not know.
    await admin.goto('/user');
  } finally {
    await ask(admin, 'POST', '/api/v1/model/restore', { version });
  }
  await expect(card(page, 'Assets')).toBeVisible();
});
