import type { UnmappedCodes } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const CODES = '/api/v1/configuration?type=loan_type';
const dataset = { name: 'loans', title: { en: 'Loans', tr: 'Krediler' } };
const TARGETS = [
  { value: 'auto', title: { en: 'Auto', tr: 'Taşıt' } },
  { value: 'card', title: { en: 'Card', tr: 'Kart' } },
];

let result: UnmappedCodes;
beforeEach(() => {
  result = {
    configuratorType: 'loan_type',
    title: { en: 'Loan type', tr: 'Kredi türü' },
    mapping: { version: 3, targets: TARGETS },
    codes: [
      { dataset, code: 'X', rows: 7, elsewhere: false },
      { dataset: { name: 'cards', title: { en: 'Cards' } }, code: 'Y', rows: 4, elsewhere: false },
      { dataset, code: 'Y', rows: 5, elsewhere: false },
      { dataset, code: 'Z', rows: 1, elsewhere: true },
    ],
    truncated: false,
    dataVersion: 2,
    asOf: '2026-06-30',
  };
  server.answers[`GET ${CODES}`] = () => Response.json(result);
  server.answers['PATCH /api/v1/mapping'] = () => {
    result = {
      ...result,
      mapping: { version: 4, targets: TARGETS },
      codes: result.codes.filter(({ code }) => code !== 'Y'),
    };
    return Response.json({ changed: true, table: { type: 'loan_type', version: 4, codes: [] } });
  };
});

const open = () => openPortal('/configuration/loan_type', person('tenant.admin'));
const valueField = (code: string) => screen.findByLabelText(`Value of ${code}`);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('unmapped codes', () => {
  it('lists codes with the most rows first and sends only the values entered', async () => {
    await open();
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^YCards, Loans9/),
      expect.stringMatching(/^XLoans7/),
      expect.stringMatching(/^ZLoans1Mapped on other days$/),
    ]);
    await userEvent.click(save());
    expect((await screen.findByRole('alert')).textContent).toBe('Choose a value for at least one code.');
    await userEvent.selectOptions(await valueField('Y'), 'Card');
    await userEvent.click(save());
    expect(await screen.findByText('1 code mapped.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/mapping')).toEqual([
      { type: 'loan_type', set: [{ code: 'Y', value: 'card' }], basedOn: 3 },
    ]);
    await waitFor(() => expect(screen.queryByLabelText('Value of Y')).toBeNull());
  });

  it('restores the previous mapping on undo', async () => {
    const before = [{ code: 'A', value: 'auto', attributes: {}, from: null, until: null }];
    server.answers['GET /api/v1/mapping?type=loan_type&version=3'] = () =>
      Response.json({ type: 'loan_type', version: 3, codes: before });
    server.answers['PUT /api/v1/mapping'] = () =>
      Response.json({ changed: true, table: { type: 'loan_type', version: 5, codes: before } });
    await open();
    await userEvent.selectOptions(await valueField('Y'), 'Card');
    await userEvent.click(save());
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Changes undone.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/mapping')).toEqual([{ type: 'loan_type', codes: before, basedOn: 4 }]);
  });

  it('accepts any text without targets, and rejects the reserved value', async () => {
    result = { ...result, mapping: { version: 0, targets: null } };
    await open();
    await userEvent.type(await valueField('X'), 'unmapped');
    await userEvent.click(save());
    const field = await valueField('X');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    expect(server.sent('PATCH /api/v1/mapping')).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, 'Boats ');
    await userEvent.click(save());
    await waitFor(() =>
      expect(server.sent('PATCH /api/v1/mapping')).toEqual([
        { type: 'loan_type', set: [{ code: 'X', value: 'Boats' }], basedOn: 0 },
      ]),
    );
  });

  it('keeps the entered values after a conflict', async () => {
    server.answers['PATCH /api/v1/mapping'] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await open();
    await userEvent.selectOptions(await valueField('X'), 'Auto');
    await userEvent.click(save());
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(((await valueField('X')) as HTMLSelectElement).value).toBe('auto');
  });
});
