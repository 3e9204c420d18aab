import type { DataImport, ImportSummary, ImportTable, TablePreview } from '@rise/contract';

export const IMPORT_ID = '5a0c2d5e-1111-4222-8333-444455550001';
export const UPLOAD_ID = '5a0c2d5e-1111-4222-8333-444455550002';

const text = (title: string, name: string, type: object = { kind: 'text' }) => ({ title, name, type, nullTexts: [] });
const inspected = (title: string, name: string, samples: string[]) => ({
  title,
  name,
  fileType: null,
  samples,
  nulls: 0,
  distinct: samples.length,
});

/** A table of three columns, read and ready. */
export function readyTable(change: Partial<ImportTable> = {}): ImportTable {
  return {
    id: 't1',
    file: 0,
    part: '',
    title: 'loans',
    rows: { count: 1200, exact: true },
    columns: [
      inspected('Loan No', 'loan_no', ['00012', '00047']),
      inspected('Opened', 'opened', ['03/04/2024', '05/06/2024']),
      inspected('Amount', 'amount', ['1.234,50', '7,00']),
    ],
    error: null,
    doubts: [],
    settings: {
      kind: 'text',
      encoding: 'utf-8',
      delimiter: ';',
      quote: '"',
      escape: '"',
      skipLines: 0,
      header: true,
      footerTexts: [],
      columns: [
        text('Loan No', 'loan_no'),
        text('Opened', 'opened', { kind: 'date', format: '%d/%m/%Y' }),
        text('Amount', 'amount', { kind: 'decimal', scale: 2, decimal: ',', thousands: '.', affix: '' }),
      ],
    } as ImportTable['settings'],
    remembered: false,
    include: true,
    target: 'loans',
    rowsBefore: null,
    mode: 'replace',
    key: [],
    day: null,
    sortBy: [],
    asOf: null,
    drift: [],
    loadedAs: null,
    loadAgain: false,
    stops: [],
    ...change,
  };
}

export function draftImport(change: Partial<DataImport> = {}): DataImport {
  const tables = change.tables ?? [readyTable()];
  return {
    id: IMPORT_ID,
    status: 'draft',
    origin: 'upload',
    createdAt: '2026-07-02T08:00:00.000Z',
    createdBy: 'ada@alder.example',
    startedAt: null,
    finishedAt: null,
    note: '',
    progress: null,
    version: null,
    failure: null,
    rejected: 0,
    files: [{ upload: UPLOAD_ID, name: 'loans.csv', bytes: 5000, sha256: '0'.repeat(64), kind: 'text', error: null }],
    tables,
    rejectLimit: 0.01,
    ready: tables.every(({ stops }) => stops.length === 0),
    results: [],
    warehouse: [],
    ...change,
  };
}

export const summaryOf = ({ files, tables, ...rest }: DataImport): ImportSummary => {
  const { rejectLimit: _limit, ready: _ready, results: _results, warehouse: _warehouse, ...summary } = rest;
  return { ...summary, files: files.map(({ name }) => name), targets: tables.map(({ target }) => target) };
};

export const PREVIEW: TablePreview = {
  columns: [
    { title: 'Loan No', name: 'loan_no', type: 'VARCHAR' },
    { title: 'Opened', name: 'opened', type: 'DATE' },
    { title: 'Amount', name: 'amount', type: 'DECIMAL(18,2)' },
  ],
  rows: [
    { line: 2, cells: ['00012', '2024-04-03', '1234.50'], issues: [] },
    { line: 3, cells: ['00047', null, 'n/a'], issues: [{ column: 'amount', code: 'not_decimal' }] },
    { line: 4, cells: [' ', '2024-06-05', '7.00'], issues: [] },
  ],
  problemRows: 1,
  missing: [],
  unlisted: [],
};
