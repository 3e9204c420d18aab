import type {
  ConfigurationCode,
  ConfigurationCodes,
  MappingDraft,
  MappingImpact,
  MappingProposal,
} from '@rise/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const TARGETS = [
  { value: 'auto', title: { en: 'Auto', tr: 'Taşıt' } },
  { value: 'card', title: { en: 'Card', tr: 'Kart' } },
];
const ASSETS = {
  name: 'loans.amount',
  title: { en: 'Amount' },
  dataset: { en: 'Loans' },
  format: { unit: 'currency' as const, decimals: 0, truncate: false },
};

const code = (of: string | null, change: Partial<ConfigurationCode> = {}): ConfigurationCode => ({
  code: of,
  rows: 7,
  amount: '700',
  first: '2026-01-31',
  last: '2026-06-30',
  status: 'unmapped',
  unmappedRows: 7,
  entries: [],
  variants: [],
  suggestion: null,
  ...change,
});
const entry = (of: string | null, value: string) => ({ code: of, value, attributes: {}, from: null, until: null });

let result: ConfigurationCodes;
let draft: MappingDraft | null;
let impact: MappingImpact;

/** The key of a page of codes. */
let proposals: MappingProposal[];
const codesKey = (more: Partial<Record<'filter' | 'search' | 'limit', string>> = {}) => {
  const { filter = 'all', search = '', limit = '100' } = more;
  const query = new URLSearchParams({
    type: 'loan_type',
    filter,
    search,
    order: 'urgent',
    direction: 'desc',
    offset: '0',
    limit,
  });
  return `GET /api/v1/configuration/codes?${query.toString()}`;
};

beforeEach(() => {
  draft = null;
  proposals = [];
  result = {
    type: 'loan_type',
    title: { en: 'Loan type', tr: 'Kredi türü' },
    description: null,
    editable: true,
    column: null,
    needsApproval: false,
    version: 3,
    targets: TARGETS,
    attributes: [],
    categories: [],
    rules: [],
    weights: [ASSETS],
    weight: 'loans.amount',
    totals: { rows: 35, unmappedRows: 21, amount: '3500', unmappedAmount: '700' },
    counts: { all: 5, unmapped: 3, mapped: 2, suggested: 1, changed: 0, absent: 0 },
    byTarget: [{ value: 'auto', codes: 1, rows: 7, amount: '700', known: true }],
    codes: [
      code('X', { suggestion: { value: 'card', reason: 'same', confidence: 0.99, source: 'x', ticked: true } }),
      code(' '),
      code(''),
      code(null, { unmappedRows: 7 }),
      code('A', { status: 'mapped', unmappedRows: 0, entries: [entry('A', 'auto')], variants: ['a'] }),
    ],
    total: 5,
    truncated: false,
    dataVersion: 2,
    asOf: '2026-06-30',
  };
  impact = {
    figures: [
      {
        dataset: { en: 'Loans' },
        measure: 'amount',
        title: { en: 'Amount' },
        format: ASSETS.format,
        dimension: { en: 'Loan type' },
        grain: 'month',
        moves: [{ target: 'card', period: '2026-05-01', before: null, after: '700' }],
        truncated: false,
      },
    ],
    unmoved: 2,
    closed: { from: '2026-05-01', to: '2026-05-01' },
    unmappedShare: { before: 0.6, after: 0.4 },
    dataVersion: 2,
  };
  server.answers[codesKey()] = () => Response.json(result);
  server.answers['GET /api/v1/configuration/proposals?type=loan_type'] = () => Response.json({ proposals });
  server.answers['GET /api/v1/configuration/type?type=loan_type'] = () => Response.json({ definition: null });
  server.answers['GET /api/v1/configuration/draft?type=loan_type'] = () => Response.json({ draft });
  server.answers['PUT /api/v1/configuration/draft'] = (body) => {
    ({ draft } = body as { draft: MappingDraft | null });
    return Response.json({ draft });
  };
  server.answers['POST /api/v1/configuration/impact'] = () => Response.json(impact);
  server.answers['PATCH /api/v1/mapping'] = () =>
    Response.json({ changed: true, table: { type: 'loan_type', version: 4, codes: [], categories: [], rules: [] } });
});

const open = () => openPortal('/configuration/loan_type', person('tenant.admin'));
const lastDraft = () => server.sent('PUT /api/v1/configuration/draft').at(-1) as { draft: MappingDraft | null };
const valueOf = (name: string) => screen.findByLabelText(`Value of ${name}`);

describe('the codes of a type', () => {
  it('shows null, empty and blank codes each as what it is, and what is unmapped', async () => {
    await open();
    const table = await screen.findByRole('table', { name: 'Loan type configuration' });
    const names = within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['X', '1 blank', 'Empty text', 'No code (null)', 'AAlso “a”']);
    expect(screen.getByText('3 of 5')).toBeTruthy();
    expect(document.title).toContain('Loan type configuration');
  });

  it('stores a draft with each change, takes single changes back, and discards all', async () => {
    await open();
    await userEvent.selectOptions(await valueOf('No code (null)'), 'Card');
    await waitFor(() => expect(lastDraft().draft).toEqual({ basedOn: 3, set: [entry(null, 'card')], remove: [] }));
    await userEvent.selectOptions(await valueOf('A'), 'Unmapped');
    await waitFor(() => expect(lastDraft().draft).toMatchObject({ remove: ['A'] }));
    expect(await screen.findByText('2 codes changed')).toBeTruthy();
    expect(screen.getByText('Was: Auto')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo the change of A' }));
    await waitFor(() => expect(lastDraft().draft).toMatchObject({ set: [entry(null, 'card')], remove: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(lastDraft().draft).toBeNull());
    expect(screen.queryByText('Discard changes')).toBeNull();
  });

  it('shows a draft of before again', async () => {
    draft = { basedOn: 3, set: [entry('X', 'card')], remove: [] };
    await open();
    expect(((await valueOf('X')) as HTMLSelectElement).value).toBe('card');
    expect(await screen.findByText('1 code changed')).toBeTruthy();
  });

  it('maps several codes at once by keyboard, or by dropping them on a value', async () => {
    await open();
    await userEvent.click(await screen.findByLabelText('Select 1 blank'));
    await userEvent.click(screen.getByLabelText('Select Empty text'));
    expect(await screen.findByText('2 codes selected')).toBeTruthy();
    const assign = screen.getByRole('button', { name: 'Map 2 codes to Card' });
    assign.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(lastDraft().draft?.set).toEqual([entry(' ', 'card'), entry('', 'card')]));
    const row = (await valueOf('X')).closest('tr')!;
    const target = screen.getByRole('button', { name: 'Auto' }).closest('li')!;
    const dataTransfer = { setData: () => {}, effectAllowed: '' };
    fireEvent.dragStart(row, { dataTransfer });
    fireEvent.dragOver(target, { dataTransfer });
    fireEvent.drop(target, { dataTransfer });
    await waitFor(() => expect(lastDraft().draft?.set).toHaveLength(3));
    expect(lastDraft().draft?.set.at(-1)).toEqual(entry('X', 'auto'));
  });

  it('accepts suggestions, and remembers rejected ones', async () => {
    server.answers[codesKey({ filter: 'suggested', limit: '5000' })] = () =>
      Response.json({ ...result, codes: [result.codes[0]!] });
    server.answers['POST /api/v1/configuration/rejections'] = () => Response.json({ rejected: true });
    await open();
    expect(await screen.findByText(/same text as “x”/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Don’t suggest Card for X again' }));
    await waitFor(() =>
      expect(server.sent('POST /api/v1/configuration/rejections')).toEqual([
        { type: 'loan_type', code: 'X', value: 'card' },
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Accept the certain ones' }));
    await waitFor(() => expect(lastDraft().draft?.set).toEqual([entry('X', 'card')]));
  });
});

describe('saving', () => {
  it('shows the impact first, and asks where it reaches ended periods', async () => {
    draft = { basedOn: 3, set: [entry('X', 'card')], remove: [] };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Review and save' }));
    const moves = await screen.findByRole('table', { name: 'Amount by Loan type' });
    expect(within(moves).getAllByRole('row')[1]!.textContent).toBe('May 2026Card–$700+$700');
    expect(screen.getByText('Unmapped rows: 60.0% now, 40.0% after.')).toBeTruthy();
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByLabelText('Change the figures of earlier periods'));
    await fill(screen.getByLabelText('Note'), 'New core system');
    await userEvent.click(save);
    expect(await screen.findByText(/Saved as version 4/)).toBeTruthy();
    expect(server.sent('PATCH /api/v1/mapping')).toEqual([
      { type: 'loan_type', basedOn: 3, set: [entry('X', 'card')], remove: [], message: 'New core system' },
    ]);
    expect(lastDraft().draft).toBeNull();
    server.answers['POST /api/v1/mapping/restore'] = () =>
      Response.json({ changed: true, table: { type: 'loan_type', version: 5, codes: [], categories: [], rules: [] } });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Changes undone.')).toBeTruthy();
    expect(server.sent('POST /api/v1/mapping/restore')).toEqual([
      { type: 'loan_type', version: 3, basedOn: 4, message: 'Undid version 4' },
    ]);
  });

  it('offers to apply a draft to the version that someone saved meanwhile', async () => {
    draft = { basedOn: 2, set: [entry('X', 'card')], remove: [] };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Review and save' }));
    expect(await screen.findByText('This mapping has changed since')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Apply to this version' }));
    await waitFor(() => expect(lastDraft().draft).toMatchObject({ basedOn: 3 }));
  });
});

describe('days and categories', () => {
  it('refuses values that overlap, and says which days have none', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Days and attributes of A' }));
    fireEvent.change(await screen.findByLabelText('Last day'), { target: { value: '2026-03-31' } });
    expect(await screen.findByText(/Without a value on days with data: Apr 1, 2026 – Jun 30, 2026/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add another value' }));
    await userEvent.selectOptions(screen.getByLabelText('Value 2'), 'Card');
    fireEvent.change(screen.getAllByLabelText('First day')[1]!, { target: { value: '2026-03-31' } });
    expect(await screen.findByText('Two values share some days. End one before the other starts.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Apply' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getAllByLabelText('First day')[1]!, { target: { value: '2026-04-01' } });
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() =>
      expect(lastDraft().draft?.set).toEqual([
        { ...entry('A', 'auto'), until: '2026-03-31' },
        { ...entry('A', 'card'), from: '2026-04-01' },
      ]),
    );
  });

  it('lets tenants have categories of their own where the model has no targets', async () => {
    result = { ...result, targets: null, categories: [{ value: 'Loans', parent: null }], byTarget: [] };
    await open();
    await fill(await screen.findByLabelText('New category'), 'Cars', '{Enter}');
    await waitFor(() =>
      expect(lastDraft().draft?.categories).toEqual([
        { value: 'Loans', parent: null },
        { value: 'Cars', parent: null },
      ]),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Cars' }));
    await userEvent.selectOptions(screen.getByLabelText('Part of'), 'Loans');
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(lastDraft().draft?.categories?.[1]).toEqual({ value: 'Cars', parent: 'Loans' }));
    await fill(await valueOf('X'), 'unmapped', '{Enter}');
    expect(await screen.findByText(/reserved for unmapped codes/)).toBeTruthy();
    await userEvent.clear(await valueOf('X'));
    await fill(await valueOf('X'), 'Boats', '{Enter}');
    await waitFor(() => expect(lastDraft().draft?.set).toEqual([entry('X', 'Boats')]));
    expect(lastDraft().draft?.categories?.map(({ value }) => value)).toEqual(['Loans', 'Cars', 'Boats']);
  });
});

describe('all types', () => {
  it('are listed with what is unmapped, those in the model marked', async () => {
    server.answers['GET /api/v1/configuration/proposals'] = () => Response.json({ proposals: [] });
    server.answers['GET /api/v1/configuration/types'] = () =>
      Response.json({
        types: [
          {
            type: 'loan_type',
            title: { en: 'Loan type' },
            description: null,
            editable: true,
            codes: 5,
            unmappedCodes: 3,
            rows: 35,
            unmappedRows: 21,
            amount: '3500',
            unmappedAmount: '700',
            weight: ASSETS,
            version: {
              version: 3,
              current: true,
              createdAt: '2026-07-01T10:00:00.000Z',
              author: 'eda@alder.example',
              message: '',
              codes: 2,
            },
            datasets: [{ en: 'Loans' }],
          },
          {
            type: 'state',
            title: { en: 'State' },
            description: null,
            editable: false,
            codes: 50,
            unmappedCodes: 0,
            rows: 35,
            unmappedRows: 0,
            amount: null,
            unmappedAmount: null,
            weight: null,
            version: null,
            datasets: [{ en: 'Loans' }],
          },
        ],
        dataVersion: 2,
        asOf: '2026-06-30',
      });
    await openPortal('/configuration', person('tenant.admin'));
    const link = await screen.findByRole('link', { name: 'Loan type' });
    expect(link.getAttribute('href')).toBe('/configuration/loan_type');
    const row = link.closest('tr')!;
    for (const text of ['3', 'of 5 codes', '60.0%', '21 rows', '20.0%', 'Jul 1, 2026'])
      expect(within(row).getByText(text)).toBeTruthy();
    expect(screen.getByText(/labels in the model/)).toBeTruthy();
    await fill(screen.getByLabelText('Search types'), 'stat');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Loan type' })).toBeNull());
  });
});

describe('approval', () => {
  const proposal: MappingProposal = {
    type: 'loan_type',
    number: 4,
    basedOn: 3,
    set: [entry('X', 'card')],
    remove: [],
    message: 'New core system',
    author: 'eda@alder.example',
    own: false,
    createdAt: '2026-07-01T08:00:00.000Z',
    state: 'open',
    decidedBy: null,
    decidedAt: null,
    reason: null,
    version: null,
  };

  it('proposes instead of saving, with a reason', async () => {
    result = { ...result, needsApproval: true };
    draft = { basedOn: 3, set: [entry('X', 'card')], remove: [] };
    impact = { ...impact, closed: null };
    server.answers['POST /api/v1/configuration/proposals'] = () => {
      proposals = [{ ...proposal, own: true }];
      return Response.json(proposals[0]);
    };
    await open();
    expect(await screen.findByText(/need the approval of another administrator/)).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Review and save' }));
    await screen.findByRole('table', { name: 'Amount by Loan type' });
    const propose = screen.getByRole('button', { name: 'Propose changes' });
    expect(propose).toHaveProperty('disabled', true);
    await fill(screen.getByLabelText('Note'), 'New core system');
    await userEvent.click(propose);
    expect(await screen.findByText(/Figures change once another administrator approves it/)).toBeTruthy();
    expect(server.sent('POST /api/v1/configuration/proposals')).toEqual([
      { type: 'loan_type', basedOn: 3, set: [entry('X', 'card')], remove: [], message: 'New core system' },
    ]);
    expect(server.sent('PATCH /api/v1/mapping')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show proposals' }));
    expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve and apply' })).toBeNull();
  });

  it('lets another person see what moves, refuse with a reason, or approve', async () => {
    proposals = [proposal];
    server.answers['POST /api/v1/configuration/proposals/decide'] = () => {
      const decided = { state: 'refused', decidedBy: 'ebru@alder.example', reason: 'No card' } as const;
      proposals = [{ ...proposal, ...decided, decidedAt: '2026-07-02T08:00:00.000Z' }];
      return Response.json(proposals[0]);
    };
    await open();
    expect(await screen.findByText('1 change waits for approval', { exact: false })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show proposals' }));
    expect(await screen.findByText('New core system')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show what moves' }));
    expect(await screen.findByRole('table', { name: 'Amount by Loan type' })).toBeTruthy();
    const refuse = screen.getByRole('button', { name: 'Refuse' });
    expect(refuse).toHaveProperty('disabled', true);
    await fill(screen.getByLabelText('Reason'), 'No card');
    await userEvent.click(refuse);
    expect(await screen.findByText(/ebru@alder.example.*No card/)).toBeTruthy();
    expect(server.sent('POST /api/v1/configuration/proposals/decide')).toEqual([
      { type: 'loan_type', number: 4, decision: 'refuse', reason: 'No card' },
    ]);
  });
});

it('offers an own type where the labels are in the model, which begins with its column and labels', async () => {
  const column = { table: 'loan', column: 'kind' };
  result = { ...result, editable: false, column, codes: [code('auto', { status: 'mapped', unmappedRows: 0, entries: [entry('auto', 'auto')] })] }; // prettier-ignore
  server.answers['GET /api/v1/configuration/columns?search=loan.kind'] = () =>
    Response.json({ columns: [{ ...column, kind: 'text', datasets: [{ en: 'Loans' }], types: [] }], total: 1 });
  server.answers['POST /api/v1/configuration/type'] = () => Response.json({}, { status: 500 });
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'New type' }));
  expect(await screen.findByRole('radio', { name: /kind/ })).toHaveProperty('checked', true);
  expect(screen.getByText('Enter an English name.')).toBeTruthy();
  await fill(screen.getByLabelText(/^English name \*?$/), 'Kinds of loans');
  await userEvent.click(screen.getByRole('button', { name: 'Create type' }));
  await waitFor(() =>
    expect(server.sent('POST /api/v1/configuration/type')).toEqual([
      {
        ...column,
        type: 'kinds_of_loans',
        title: { en: 'Kinds of loans' },
        description: null,
        categories: TARGETS.map(({ value, title }) => ({ value, title })),
      },
    ]),
  );
});

it('defines a type on a column that is found by search', async () => {
  server.answers['GET /api/v1/configuration/proposals'] = () => Response.json({ proposals: [] });
  server.answers['GET /api/v1/configuration/types'] = () => Response.json({ types: [], dataVersion: 2, asOf: null });
  const column = { table: 'loan', column: 'kind', kind: 'text', datasets: [{ en: 'Loans' }], types: [] };
  server.answers['GET /api/v1/configuration/columns?search='] = () => Response.json({ columns: [], total: 0 });
  server.answers['GET /api/v1/configuration/columns?search=kind'] = () =>
    Response.json({ columns: [column], total: 1 });
  const title = { en: 'Loan type', tr: 'Kredi türü' };
  server.answers['POST /api/v1/configuration/type'] = () =>
    Response.json({ definition: { type: 'loan_type', title, description: null, categories: null }, modelVersion: 2 });
  await openPortal('/configuration', person('tenant.admin'));
  await userEvent.click(await screen.findByRole('button', { name: 'New type' }));
  await fill(await screen.findByLabelText('Search tables and columns'), 'kind');
  await userEvent.click(await screen.findByRole('radio', { name: /kind/ }));
  await fill(screen.getByLabelText(/English name/), 'Loan type');
  await fill(screen.getByLabelText(/Turkish name/), 'Kredi türü');
  await userEvent.click(screen.getByRole('button', { name: 'Create type' }));
  // Its codes are shown at once.
  expect(await screen.findByRole('heading', { name: 'Loan type configuration' })).toBeTruthy();
  expect(server.sent('POST /api/v1/configuration/type')).toEqual([
    { type: 'loan_type', table: 'loan', column: 'kind', title, description: null, categories: null },
  ]);
});
