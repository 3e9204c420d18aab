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

test('an open report shows a new model, and unmapped codes can be mapped and the change undone', async ({
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

    await admin.goto('/configuration/charter_kind');
    await expect(heading(admin, 'Charter kind configuration')).toBeVisible();
    const fields = admin.getByRole('combobox', { name: /^Value of/ });
    await expect(fields).not.toHaveCount(0);
    const codes = await fields.count();
    await expectAccessible(admin, 'unmapped codes', 'main');
    await admin.getByLabel('Value of 1', { exact: true }).selectOption('Federal');
    await admin.getByRole('button', { name: 'Save' }).click();
    await expect(admin.getByText('1 code mapped.')).toBeVisible();
    await expect(fields).toHaveCount(codes - 1);
    await admin.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.getByText('Changes undone.')).toBeVisible();
    await expect(fields).toHaveCount(codes);
    // Otherwise the page would request codes of a type that the restored model does not have.
    await admin.goto('/user');
  } finally {
    await callApi(admin, 'POST', '/api/v1/model/restore', { version });
  }
  await expect(card(page, 'Assets')).toBeVisible();
});
