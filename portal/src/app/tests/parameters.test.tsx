import type { Calendar, TenantParameters, TenantParameterTable } from '@rise/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const FORMAT = { unit: 'count', decimals: 0, truncate: false };
let saved: TenantParameters;
let calendar: Calendar;
beforeEach(() => {
  calendar = { timeZone: 'America/Chicago', weekStart: 1, fiscalYearStart: 1 };
  saved = {
    version: 4,
    asOf: '2026-03-31',
    parameters: [
      {
        name: 'days',
        title: { en: 'Days past due' },
        type: 'integer',
        default: 60,
        minimum: 1,
        value: null,
        changes: [],
      },
      { name: 'share', title: { en: 'Share' }, type: 'number', default: '0.5', value: '0.25', changes: [] },
      { name: 'strict', title: { en: 'Strict' }, type: 'boolean', default: false, value: null, changes: [] },
    ],
  };
  server.answers['GET /api/v1/parameters/usage'] = () =>
    Response.json({
      usage: [
        {
          name: 'days',
          measures: [{ dataset: 'loans', name: 'late', title: { en: 'Late loans' } }],
          dimensions: [],
          rules: [],
          reports: [],
        },
      ],
    });
  server.answers['GET /api/v1/parameters'] = () => Response.json(saved);
  server.answers['GET /api/v1/parameters/table'] = () => Response.json({ table: null });
  server.answers['GET /api/v1/calendar'] = () => Response.json(calendar);
  server.answers['GET /api/v1/currency'] = () => Response.json({ currency: 'USD', from: 'model' });
  server.answers['PATCH /api/v1/parameters'] = () => {
    const [days, ...others] = saved.parameters;
    saved = { ...saved, version: 5, parameters: [{ ...days!, value: 90 }, ...others] };
    return Response.json({ ...saved, changed: true });
  };
});

const open = (role: 'tenant.admin' | 'tenant.user' = 'tenant.admin') =>
  openPortal('/snowflake/parameters', person(role));
const days = () => screen.findByLabelText<HTMLInputElement>('Days past due');

describe('parameters', () => {
  it('are saved together, on the version that was read', async () => {
    await open();
    expect((await days()).value).toBe('60');
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    await userEvent.clear(await days());
    await fill(await days(), '90');
    await userEvent.click(screen.getByLabelText('Strict'));
    await userEvent.click(screen.getByRole('button', { name: 'Reset Share' }));
    await fill(screen.getByLabelText('Why you change it'), 'New policy');
    await userEvent.click(screen.getByRole('button', { name: 'Save 3 changes' }));
    expect(await screen.findByText('Saved. Figures are computed with these values from now on.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([
      { values: { days: 90, strict: true, share: null }, changes: {}, note: 'New policy', basedOn: 4 },
    ]);
    expect((await days()).value).toBe('90');
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('of the wrong type are named and not sent', async () => {
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '1.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a whole number, such as 60.')).toBeTruthy();
    expect(document.activeElement).toBe(await days());
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await days()).value).toBe('60');
  });

  it('stay entered where another person has saved others', async () => {
    server.answers['PATCH /api/v1/parameters'] = () => {
      saved = { ...saved, version: 5 };
      return Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    };
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '30');
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect((await days()).value).toBe('30');
    await waitFor(() => expect(server.sent('GET /api/v1/parameters').length).toBeGreaterThan(1));
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
    await waitFor(() =>
      expect(server.sent('PATCH /api/v1/parameters').at(-1)).toMatchObject({ values: { days: 30 }, basedOn: 5 }),
    );
  });

  it('have later values, and a range that is checked before anything is sent', async () => {
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '0');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter at least 1.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add a value of Days past due from a day on' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a day.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-01-01' } });
    await userEvent.clear(screen.getByLabelText('Value'));
    await fill(screen.getByLabelText('Value'), '45');
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
    await waitFor(() =>
      expect(server.sent('PATCH /api/v1/parameters')).toMatchObject([
        { values: {}, changes: { days: [{ from: '2026-01-01', value: 45 }] } },
      ]),
    );
  });

  it('show which figures a change moves before it is saved', async () => {
    const figure = { type: 'figure', dataset: 'loans', title: { en: 'Late loans' }, format: FORMAT };
    server.answers['POST /api/v1/parameters/preview'] = () =>
      new Response(
        [
          { ...figure, measure: 'late', before: 40, after: 55 },
          { ...figure, measure: 'other', title: { en: 'Other' }, before: 1, after: 1 },
          { type: 'end', compared: 2, dataVersion: 1 },
        ]
          .map((line) => `${JSON.stringify(line)}\n`)
          .join(''),
      );
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '90');
    await userEvent.click(screen.getByRole('button', { name: 'Preview impact' }));
    expect(await screen.findByText('1 of 2 computed figures moves. Nothing is saved yet.')).toBeTruthy();
    const row = screen.getByRole('row', { name: /Late loans/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toMatchObject(['40', '55', expect.stringContaining('15') as string]);
    expect(server.sent('POST /api/v1/parameters/preview')).toEqual([{ values: { days: 90 }, changes: {} }]);
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([]);
  });

  it('can be set as in an earlier version, which becomes a new one', async () => {
    const plain = (value: unknown) => ({ value, changes: [] });
    server.answers['GET /api/v1/parameters/versions'] = () =>
      Response.json({
        versions: [
          { version: 4, current: true, createdAt: '2026-02-01T10:00:00Z', author: null, note: '', changed: [] },
          {
            version: 3,
            current: false,
            createdAt: '2026-01-01T10:00:00Z',
            author: 'eda@alder.example',
            note: 'Board decision',
            changed: [{ name: 'days', before: null, after: plain(30) }],
          },
        ],
      });
    server.answers['GET /api/v1/parameters/version?number=3'] = () =>
      Response.json({ version: 3, settings: { days: plain(30) } });
    await open();
    await days();
    await userEvent.click(screen.getByRole('button', { name: 'History' }));
    expect(await screen.findByText('Board decision')).toBeTruthy();
    expect(screen.getByText('Days past due: default → 30')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use the values of version 3' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save 2 changes' }));
    await waitFor(() =>
      expect(server.sent('PATCH /api/v1/parameters')).toMatchObject([{ values: { days: 30, share: null } }]),
    );
  });

  it('are entered from a file, and saved only then', async () => {
    await open();
    await days();
    const file = new File(['name,from,value\ndays,,75\nnobody,,1\n'], 'values.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText('CSV file with values'), file);
    expect(await screen.findByText('1 parameter was entered from the file. Check it and save.')).toBeTruthy();
    expect(screen.getByText('Line 3 was left out: there is no parameter “nobody”.')).toBeTruthy();
    expect((await days()).value).toBe('75');
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([]);
  });

  it('say where they are used', async () => {
    const { address } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Where Days past due is used: 1 measure' }));
    expect((await screen.findByRole('link', { name: 'Late loans' })).getAttribute('href')).toContain(
      'about=loans.late',
    );
    expect(address()).toContain('about=days');
  });

  it('can be read, and not changed, without the right', async () => {
    await open('tenant.user');
    expect((await days()).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
    expect(screen.getByText(/Only people who configure/)).toBeTruthy();
  });

  it('are missed where the model has none', async () => {
    saved = { version: 0, asOf: null, parameters: [] };
    await open();
    expect(await screen.findByText('No parameters')).toBeTruthy();
  });
});

describe('the table of parameters for other tools', () => {
  const table = (more: Partial<TenantParameterTable>): TenantParameterTable => ({
    table: 'rise.parameters',
    server: 'PostgreSQL dw.example.org/core.reporting',
    of: 'tenant',
    state: 'written',
    writtenAt: '2026-11-02T10:00:00.000Z',
    issue: null,
    retryAt: null,
    ...more,
  });
  const show = (more: Partial<TenantParameterTable>) => {
    server.answers['GET /api/v1/parameters/table'] = () => Response.json({ table: table(more) });
  };
  const region = async () => within(await screen.findByRole('region', { name: 'Table for other tools' }));

  it('is not mentioned where there is none', async () => {
    await open();
    await days();
    expect(screen.queryByRole('region', { name: 'Table for other tools' })).toBeNull();
  });

  it('is named with the moment of the last write', async () => {
    show({});
    await open('tenant.user');
    const shown = await region();
    expect(shown.getByRole('status').textContent).toBe(
      'Other tools read these values in the table rise.parameters of PostgreSQL dw.example.org/core.reporting.',
    );
    expect(shown.getByText(/Last written Nov 2, 2026/)).toBeTruthy();
    expect(shown.queryByRole('button')).toBeNull();
  });

  it('that could not be written says why and what to do, and is written again', async () => {
    show({
      state: 'failed',
      writtenAt: null,
      issue: 'May not write. Have it granted:\nGRANT INSERT ON rise.parameters;',
      retryAt: '2026-11-02T11:00:00.000Z',
    });
    server.answers['POST /api/v1/parameters/table/write'] = () => {
      show({ state: 'waiting' });
      return Response.json({ table: table({ state: 'waiting' }) });
    };
    await open();
    const shown = await region();
    expect(shown.getByRole('status').textContent).toMatch(/could not be written to the table rise\.parameters/);
    expect(shown.getByText('GRANT INSERT ON rise.parameters;').tagName).toBe('PRE');
    expect(shown.getByText(/Nothing was written to it yet\. Figures in Rise use the values below\./)).toBeTruthy();
    expect(shown.getByText(/Next attempt: Nov 2, 2026/)).toBeTruthy();
    await userEvent.click(shown.getByRole('button', { name: 'Write again' }));
    await waitFor(() => expect(shown.getByRole('status').textContent).toMatch(/are being written to the table/));
    expect(shown.queryByRole('button')).toBeNull();
  });

  it('of the operator’s warehouse leaves the remedy to the operator', async () => {
    show({ state: 'failed', of: 'everybody', server: 'ClickHouse' });
    await open();
    expect((await region()).getByText(/Your operator set this warehouse up/)).toBeTruthy();
  });
});

describe('calendar and currency', () => {
  const section = () => screen.findByRole('region', { name: 'Calendar and currency' });

  it('can be read by everybody, and changed by those who configure', async () => {
    await open('tenant.user');
    const shown = await section();
    expect(await within(shown).findByText('America/Chicago')).toBeTruthy();
    for (const text of ['Monday', 'January']) expect(within(shown).getByText(text)).toBeTruthy();
    expect(await within(shown).findByText('USD – US Dollar, as in the model')).toBeTruthy();
    expect(within(shown).queryByRole('button', { name: 'Change' })).toBeNull();
  });

  it('send only what differs, and show it', async () => {
    server.answers['PATCH /api/v1/calendar'] = (change) => {
      calendar = { ...calendar, ...(change as Partial<Calendar>) };
      return Response.json({ ...calendar, changed: true });
    };
    server.answers['PATCH /api/v1/currency'] = () => Response.json({ currency: 'EUR', from: 'setting', changed: true });
    await open();
    await userEvent.click(await within(await section()).findByRole('button', { name: 'Change' }));
    await userEvent.selectOptions(await screen.findByLabelText('First month of the fiscal year'), 'July');
    const choose = async (list: string, words: string, option: string) => {
      const field = screen.getByRole('combobox', { name: list });
      await userEvent.clear(field);
      await fill(field, words);
      await userEvent.click(await screen.findByRole('option', { name: option }));
    };
    await choose('Time zone', 'istanbul', 'Europe/Istanbul');
    await choose('Reporting currency', 'euro', 'EUR – Euro');
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByText('Saved. Figures follow these settings from now on.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/calendar')).toEqual([{ timeZone: 'Europe/Istanbul', fiscalYearStart: 7 }]);
    expect(server.sent('PATCH /api/v1/currency')).toEqual([{ currency: 'EUR' }]);
    expect(await within(await section()).findByText('July')).toBeTruthy();
  });

  it('that could not be saved say why, and what was entered stays', async () => {
    server.answers['PATCH /api/v1/calendar'] = () =>
      Response.json({ error: { code: 'BUSY', message: 'x', requestId: 'r' } }, { status: 503 });
    await open();
    await userEvent.click(await within(await section()).findByRole('button', { name: 'Change' }));
    await userEvent.selectOptions(await screen.findByLabelText('First day of the week'), 'Sunday');
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('First day of the week').value).toBe('7');
  });

  it('are there where the model has no parameters', async () => {
    saved = { ...saved, parameters: [] };
    await open();
    expect(await screen.findByText('No parameters')).toBeTruthy();
    expect(await within(await section()).findByText('Monday')).toBeTruthy();
  });
});
