import type { DataImport } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftImport, IMPORT_ID, PREVIEW, readyTable, summaryOf, UPLOAD_ID } from './import.fixture.ts';
import { ALDER, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ONE = `/api/v1/imports/${IMPORT_ID}`;
const LIST = '/api/v1/imports?limit=10';
let item: DataImport;
let listed: DataImport[];
beforeEach(() => {
  item = draftImport();
  listed = [];
  server.answers[`GET ${LIST}`] = () => Response.json({ imports: listed.map(summaryOf), next: null });
  server.answers['GET /api/v1/uploads'] = () => Response.json({ uploads: [], storage: { limit: 1, used: 0 } });
  server.answers[`GET ${ONE}`] = () => Response.json(item);
  server.answers[`PATCH ${ONE}`] = () => Response.json(item);
  for (const table of ['t1', 't2'])
    server.answers[`POST ${ONE}/tables/${table}/preview`] = () => Response.json(PREVIEW);
});

const ADMIN = person('tenant.admin');
const open = (address = `/import?import=${IMPORT_ID}`) => openPortal(address, ADMIN);
const patched = () => server.sent(`PATCH ${ONE}`).at(-1);

describe('choosing files', () => {
  it('says what can be imported, and that nothing was so far', async () => {
    await open('/import');
    expect(await screen.findByText(/Parquet, Arrow, Excel/)).toBeTruthy();
    expect(await screen.findByText(/Your first import will be listed here/)).toBeTruthy();
  });

  it('refuses what cannot be read, with the remedy', async () => {
    await open('/import');
    const field = await screen.findByLabelText('Files to import', { selector: 'input' });
    await userEvent.upload(field, [new File(['x'], 'old.xls'), new File([], 'empty.csv')], { applyAccept: false });
    expect(await screen.findByText('2 files were left out')).toBeTruthy();
    expect(screen.getByText(/old.xls has an older Excel format/)).toBeTruthy();
    expect(screen.getByText(/empty.csv is empty/)).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Files' })).toBeNull();
  });

  it('recovers what was sent before a reload: a whole file opens, a part waits for its file', async () => {
    const account = { ...ADMIN.account, id: '6a0c2d5e-1111-4222-8333-444455557777' };
    const stored = (id: string, received: number) => {
      const dates = { createdAt: '2026-07-02T08:00:00.000Z', expiresAt: '2026-07-03T08:00:00.000Z' };
      return { id, name: `${received}.csv`, bytes: 100, received, ...dates };
    };
    const other = UPLOAD_ID.replace(/.$/, '3');
    const uploads = [stored(UPLOAD_ID, 100), stored(other, 40), stored(UPLOAD_ID.replace(/.$/, '4'), 100)];
    localStorage.setItem(`rise.uploads.${account.id}.${ALDER.id}`, JSON.stringify({ [UPLOAD_ID]: 1, [other]: 1 }));
    server.answers['GET /api/v1/uploads'] = () => Response.json({ uploads, storage: { limit: 1, used: 0 } });
    server.answers['POST /api/v1/imports'] = () => Response.json(item);
    const { address } = await openPortal('/import', { ...ADMIN, account });
    const files = within(await screen.findByRole('list', { name: 'Files' }));
    expect(files.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^100\.csv100 bytesUploaded$/),
      expect.stringMatching(/^40\.csv40 bytes of 100 bytesStopped at 40%/),
    ]);
    expect(server.sent('POST /api/v1/imports')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Continue with one file' }));
    await waitFor(() => expect(address()).toBe(`/import?import=${IMPORT_ID}`));
    expect(server.sent('POST /api/v1/imports')).toEqual([{ uploads: [UPLOAD_ID] }]);
    expect(await screen.findByRole('heading', { name: 'Check your files' })).toBeTruthy();
    expect(localStorage.getItem(`rise.uploads.${account.id}.${ALDER.id}`)).toBeNull();
  });

  it('goes on with an import that is not loaded, or discards it', async () => {
    listed = [item, draftImport({ id: UPLOAD_ID, status: 'loaded', version: 7, note: 'June' })];
    server.answers[`DELETE ${ONE}`] = () => {
      listed = listed.slice(1);
      return Response.json({ deleted: true });
    };
    await open('/import');
    const imports = within(await screen.findByRole('region', { name: 'Imports' }));
    expect((await imports.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Not loaded yetloans.csv'),
      expect.stringMatching(/^Version 7loans\.csvada@alder\.example.*June$/),
    ]);
    await userEvent.click(imports.getByRole('button', { name: 'Discard the import of loans.csv' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(imports.getAllByRole('listitem')).toHaveLength(1));
  });
});

describe('checking files', () => {
  it('shows the first rows, with what does not fit, what is missing and what is blank', async () => {
    await open();
    const grid = within(await screen.findByRole('grid', { name: 'First rows' }));
    const rows = grid.getAllByRole('row').slice(1);
    const cells = rows.map((row) => [...row.children].map(({ textContent }) => textContent));
    expect(cells).toEqual([
      ['2', '00012', '2024-04-03', '1234.50'],
      ['3', '00047', 'NULL', 'n/a (not an amount)'],
      ['4', 'one blank', '2024-06-05', '7.00'],
    ]);
    expect(screen.getByText(/One of these rows does not fit/)).toBeTruthy();
    expect(grid.getByRole('button', { name: 'Change column amount' }).textContent).toBe('amountAmount, 1.234,50');
  });

  it('asks what the file does not say, with the evidence, and saves the answer', async () => {
    const doubt: DataImport['tables'][number]['doubts'][number] = {
      code: 'day_month_order',
      column: 'Opened',
      count: 12,
      evidence: [{ line: 2, text: '03/04/2024' }],
      choices: [
        { code: 'day_first', value: null, examples: ['April 3, 2024'], suggested: true, change: { kind: 'nothing' } },
        {
          code: 'month_first',
          value: null,
          examples: ['March 4, 2024'],
          suggested: false,
          change: { kind: 'nothing' },
        },
      ],
      answer: null,
      required: true,
    };
    const stops = [{ code: 'doubt' as const, column: 'Opened', message: '' }];
    item = draftImport({ tables: [readyTable({ doubts: [doubt], stops })] });
    server.answers[`PATCH ${ONE}`] = () => {
      item = draftImport({ tables: [readyTable({ doubts: [{ ...doubt, answer: 1 }] })] });
      return Response.json(item);
    };
    await open();
    const question = within(await screen.findByRole('article', { name: /which part of 03\/04\/2024 is the day/ }));
    expect(screen.getByText('One thing left to decide')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Load one table' }) as HTMLButtonElement).disabled).toBe(true);
    expect(question.getByText('Line 2')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: /Month first.*March 4, 2024/ }));
    expect(patched()).toEqual({ tables: [{ id: 't1', answers: [{ doubt: 0, choice: 1 }] }] });
    expect((await screen.findByText('Month first')).closest('span')!.textContent).toMatch(/Month first$/);
    expect(screen.queryByRole('article')).toBeNull();
    expect(screen.getByText('Ready to load')).toBeTruthy();
    expect((screen.getByRole('button', { name: 'Load one table' }) as HTMLButtonElement).disabled).toBe(false);
  });

  it('changes a column’s name and type, and leaves columns out', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change column opened' }));
    const form = within(await screen.findByRole('dialog', { name: 'Change column opened' }));
    const name = form.getByLabelText('Name in your data');
    await userEvent.clear(name);
    await userEvent.paste('amount');
    expect(form.getByText('Another column has this name')).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.paste('opened_on');
    await userEvent.selectOptions(form.getByLabelText('Type'), 'Date and time');
    await userEvent.selectOptions(form.getByLabelText('Written like'), '12/31/2025 (%m/%d/%Y)');
    await userEvent.click(form.getByRole('button', { name: 'Apply' }));
    const { columns } = (patched() as { tables: { settings: { columns: unknown[] } }[] }).tables[0]!.settings;
    expect(columns[1]).toEqual({
      title: 'Opened',
      name: 'opened_on',
      type: { kind: 'timestamp', format: '%m/%d/%Y', zoned: false },
      nullTexts: [],
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change column amount' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave out' }));
    expect((patched() as { tables: { settings: { columns: unknown[] } }[] }).tables[0]!.settings.columns).toHaveLength(
      2,
    );
  });

  it('decides where rows go and what happens to those that are there', async () => {
    const warehouse = [{ table: 'loans', rows: 900, columns: [{ name: 'loan_no', type: 'VARCHAR' }] }];
    item = draftImport({ warehouse, tables: [readyTable({ rowsBefore: 900, mode: 'upsert' })] });
    await open();
    const modes = within(await screen.findByRole('radiogroup', { name: /loans has 900 rows/ }));
    expect(modes.getByRole('radio', { name: 'Update by key', checked: true })).toBeTruthy();
    await userEvent.click(modes.getByRole('radio', { name: 'Add' }));
    expect(patched()).toEqual({ tables: [{ id: 't1', mode: 'append' }] });
    await userEvent.selectOptions(screen.getByLabelText('Load into'), 'New table');
    expect(patched()).toEqual({ tables: [{ id: 't1', target: 'loans_2' }] });
    await userEvent.selectOptions(screen.getByLabelText(/As-of date from/), 'opened');
    expect(patched()).toEqual({ tables: [{ id: 't1', asOf: 'opened' }] });
  });

  it('shows how the file differs from the data, what uses it, and takes the decision', async () => {
    const drift: DataImport['tables'][number]['drift'] = [
      {
        kind: 'went',
        column: 'rate',
        before: { name: 'rate', type: 'DOUBLE' },
        now: null,
        samples: [],
        usedBy: [
          { dataset: 'loans', kind: 'measure', name: 'yield', title: { en: 'Loan yield', tr: 'Kredi getirisi' } },
        ],
        options: ['null'],
        decision: null,
        decided: false,
      },
    ];
    item = draftImport({
      tables: [readyTable({ drift, stops: [{ code: 'drift', column: 'rate', message: '' }] })],
    });
    await open();
    const row = await screen.findByRole('row', { name: /^rate/ });
    expect([...row.children].slice(1, 5).map(({ textContent }) => textContent)).toEqual([
      'DOUBLE',
      '–',
      '–',
      'Loan yield',
    ]);
    await userEvent.selectOptions(within(row).getByRole('combobox'), 'Leave empty in the new rows');
    expect(patched()).toEqual({ tables: [{ id: 't1', decisions: [{ column: 'rate', decision: 'null' }] }] });
  });

  it('says that the same rows were loaded before', async () => {
    const loadedAs = { version: 7, loadedAt: '2026-07-02T08:00:00.000Z' };
    item = draftImport({
      tables: [readyTable({ loadedAs, mode: 'append', stops: [{ code: 'same_file', column: null, message: '' }] })],
    });
    await open();
    expect(await screen.findByText(/Already loaded as version 7/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Load them again anyway' }));
    expect(patched()).toEqual({ tables: [{ id: 't1', loadAgain: true }] });
  });

  it('lists several tables by what they need, in the address', async () => {
    const error = {
      code: 'protected',
      message: 'The sheet is protected.',
      remedy: 'Save it without a password.',
      line: null,
    };
    const broken = readyTable({ id: 't2', title: 'secret', part: 'Secret', error, settings: null, include: false });
    item = draftImport({ tables: [readyTable(), broken] });
    const { address } = await open();
    const list = within(await screen.findByRole('region', { name: '2 tables' }));
    await userEvent.click(list.getByRole('button', { name: /^secret.*Problem/ }));
    expect(address()).toBe(`/import?import=${IMPORT_ID}&table=t2`);
    expect(await screen.findByText(/The sheet is protected\. Save it without a password\./)).toBeTruthy();
    await userEvent.click(list.getByRole('checkbox', { name: 'Load loans' }));
    expect(patched()).toEqual({ tables: [{ id: 't1', include: false }] });
  });
});

describe('loading', () => {
  it('shows how far it is, and can be canceled', async () => {
    item = draftImport({ status: 'running', progress: { table: 'loans', tables: { done: 0, of: 1 }, share: 0.4 } });
    server.answers[`POST ${ONE}/cancel`] = () => {
      item = draftImport({ status: 'canceled' });
      return Response.json(item);
    };
    await open();
    expect(await screen.findByText('Loading loans')).toBeTruthy();
    expect(screen.getByText('40%')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel load' }));
    expect(await screen.findByText(/The load was canceled. Your data is as it was/)).toBeTruthy();
  });

  it('ends with the rows and totals beside the version before, and what to do next', async () => {
    const totals = [{ column: 'amount', total: '12345678901234567.89', before: null }];
    const results = [{ table: 'loans', loaded: 1198, rejected: 2, rows: 2098, before: 900, totals }];
    item = draftImport({ status: 'loaded', version: 8, rejected: 2, results });
    const version = (number: number) => ({
      number,
      source: `Load ${number}`,
      asOf: null,
      loadedAt: '2026-07-02T08:00:00.000Z',
      current: number === 8,
      loadedBy: null,
      origin: 'import',
      importId: null,
      note: '',
      pinned: null,
      freezes: 0,
      removedAt: null,
      restoredFrom: null,
      restorable: true,
      tables: [],
    });
    server.answers['GET /api/v1/data-version/history?before=9&limit=2'] = () =>
      Response.json({ versions: [version(8), version(7)], next: null });
    server.answers['POST /api/v1/data-version/restore'] = () => Response.json({});
    await open();
    expect(await screen.findByRole('heading', { name: 'Version 8 is loaded' })).toBeTruthy();
    const row = await screen.findByRole('row', { name: /^loans 1,198/ });
    expect([...row.children].map(({ textContent }) => textContent)).toEqual(['loans', '1,198', '2', '900', '2,098']);
    expect(screen.getByRole('button', { name: 'Download 2 rejected rows' })).toBeTruthy();
    expect(await screen.findByRole('row', { name: 'loans.amount – 12,345,678,901,234,567.89' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /Give the columns meaning/ }).getAttribute('href')).toBe(
      '/model/edit?panel=tables&tables=loans',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo this load' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.sent('POST /api/v1/data-version/restore')).toEqual([{ version: 7 }]));
  });

  it('that failed says why, and that nothing changed', async () => {
    const failure = { code: 'too_many_rejects' as const, message: '40 of 1,200 rows of loans were rejected.' };
    item = draftImport({ status: 'failed', failure, rejected: 40 });
    await open();
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('The load failed. Your data is as it was.40 of 1,200 rows');
    expect(within(notice).getByRole('button', { name: 'Download 40 rejected rows' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Load one table' })).toBeTruthy();
  });
});
