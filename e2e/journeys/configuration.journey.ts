import type { ModelDocument } from '@rise/contract';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, heading, signIn, test } from '../support/journey.ts';
import { callApi, expectNoReload, markPage } from '../support/panels.ts';
import { PEOPLE } from '../support/portal.ts';
import { allTilesReady, card, openScorecard } from '../support/scorecard.ts';

/** Another label for a measure, and a dimension whose codes are unmapped. */
const MODEL_CHANGES = `
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

test('an open report shows a new model, and codes are mapped by drag and by keyboard, previewed, saved and undone', async ({
  page,
  anotherBrowser,
}) => {
  await openScorecard(page, PEOPLE.birchAnalyst);
  await expect(card(page, 'Assets')).toBeVisible();
  await markPage(page);

  const admin = await anotherBrowser();
  await signIn(admin, PEOPLE.birchAdmin, '/user');
  const { version, document } = await callApi<ModelDocument>(admin, 'GET', '/api/v1/model');
  try {
    await callApi(admin, 'PUT', '/api/v1/model', { document: `${document}\n${MODEL_CHANGES}` });
    await expect(card(page, 'Everything owned')).toBeVisible();
    await allTilesReady(page);
    await expectNoReload(page);

    await admin.goto('/configuration');
    await admin.getByRole('link', { name: 'Charter kind' }).click();
    await expect(heading(admin, 'Charter kind configuration')).toBeVisible();
    await expect(admin.getByText('3 of 3', { exact: true })).toBeVisible();
    const row = admin.getByRole('row').filter({ has: admin.getByRole('checkbox', { name: 'Select 1', exact: true }) });
    await row.getByRole('rowheader').dragTo(admin.getByRole('button', { name: 'Federal', exact: true }));
    await expect(admin.getByLabel('Value of 1', { exact: true })).toHaveValue('federal');
    await admin.getByRole('checkbox', { name: 'Select 2', exact: true }).press('Space');
    await admin.getByRole('button', { name: 'Map 1 code to State' }).press('Enter');
    await expect(admin.getByText('2 codes changed')).toBeVisible();
    await expectAccessible(admin, 'codes with a draft', 'main');
    await expect(admin.getByText('Not saved yet. Your draft is stored.')).toBeVisible();
    await admin.reload();
    await expect(admin.getByLabel('Value of 2', { exact: true })).toHaveValue('state');

    await admin.getByRole('button', { name: 'Review and save' }).click();
    await expect(admin.getByRole('table', { name: 'Everything owned by Charter kind' })).toContainText('Federal');
    await expectAccessible(admin, 'impact of a draft', '[role="dialog"]');
    await admin.getByLabel('Note').fill('First grouping');
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(admin.getByText(/^Saved as version 1/)).toBeVisible();
    await expect(admin.getByText('1 of 3', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(admin.getByText('Changes undone.')).toBeVisible();
    await expect(admin.getByText('3 of 3', { exact: true })).toBeVisible();
    await admin.getByRole('button', { name: 'History' }).click();
    await expect(admin.getByText('First grouping')).toBeVisible();
    // Otherwise the page would request codes of a type that the restored model does not have.
    await admin.goto('/user');
  } finally {
    await callApi(admin, 'POST', '/api/v1/model/restore', { version });
  }
  await expect(card(page, 'Assets')).toBeVisible();
});
