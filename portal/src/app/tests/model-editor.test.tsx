import type { DraftCheck, ModelDocument, ModelDraft, ModelQuestion, TestOutcome } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const TEXT = `# Our model
name: loans
datasets:
  - name: loans
    table: loan
    measures:
      - name: amount # as booked
        kind: sum
        title: { en: Amount }
        definition: { en: All amounts }
        format: { unit: currency }
`;
const ACTIVE: ModelDocument = {
  version: 3,
  current: true,
  createdAt: '2026-01-01T00:00:00Z',
  author: 'boss@alder.example',
  origin: 'person',
  message: '',
  template: null,
  document: TEXT,
};
const CHECKED: DraftCheck = {
  issues: [],
  changes: [{ change: 'changed', kind: 'measure', dataset: 'loans', name: 'amount', before: {}, after: { title: {} } }],
  datasets: [
    {
      name: 'loans',
      title: { en: 'Loans' },
      description: { en: 'Loans' },
      owner: null,
      table: 'loan',
      dimensions: [
        { name: 'branch', title: { en: 'Branch' }, description: null, type: 'string', mapping: null, synonyms: [] },
      ],
      measures: [
        {
          name: 'amount',
          title: { en: 'Amount' },
          definition: { en: 'All amounts' },
          caveat: null,
          format: { unit: 'currency', decimals: 0, truncate: false },
          better: 'neutral',
          formula: 'sum(loan.amount)',
          owner: null,
          source: null,
          computedFrom: [],
          usedBy: [],
          synonyms: [],
        },
      ],
    },
  ],
};
const draftOf = (body: unknown): ModelDraft => {
  const { document, revision, basedOn } = body as { document: string; revision: number; basedOn: number | null };
  return { document, revision: revision + 1, basedOn, author: 'ada@alder.example', updatedAt: '2026-01-02T10:00:00Z' };
};
const figure = (rows: unknown[][], totals?: unknown[], unmapped: unknown[] = []) =>
  Response.json({
    columns: rows[0]!.map((_, place) => ({ name: `c${place}` })),
    rows,
    ...(totals && { totals }),
    meta: { dataVersion: 7, unmapped },
  });
const conflict = () =>
  Response.json({ error: { code: 'CONFLICT', message: 'x', details: [], requestId: 'r' } }, { status: 409 });

let stored: ModelDraft | null;

beforeEach(() => {
  stored = null;
  server.answers['GET /api/v1/model'] = () => Response.json(ACTIVE);
  server.answers['GET /api/v1/model/draft'] = () => Response.json({ draft: stored });
  server.answers['PUT /api/v1/model/draft'] = (body) => Response.json({ draft: (stored = draftOf(body)) });
  server.answers['POST /api/v1/model/draft/check'] = () => Response.json(CHECKED);
  server.answers['POST /api/v1/model/draft/query'] = () => figure([[1200]]);
  server.answers['POST /api/v1/model/draft/impact'] = () => Response.json({ figures: [], computed: 0, changed: 0 });
  server.answers['POST /api/v1/model/draft/tests'] = () => Response.json({ dataVersion: 7, outcomes: [] });
  server.answers['GET /api/v1/model/tests'] = () => Response.json({ run: null, pending: false });
  server.answers['POST /api/v1/model/profile'] = () => Response.json({ remembered: true });
  server.answers['POST /api/v1/model/draft/discard'] = () => Response.json({ draft: null });
  server.answers['GET /api/v1/model/tables'] = () =>
    Response.json({
      tables: [
        { name: 'loan', rows: 10, columns: [{ name: 'amount', type: 'decimal' }], usedBy: ['loans'] },
        { name: 'entry', rows: 200, columns: [{ name: 'balance', type: 'decimal' }], usedBy: [] },
      ],
    });
});

const open = async (address = '/model/edit') => {
  const page = await openPortal(address, person('tenant.admin'));
  await screen.findByRole('heading', { name: 'Edit model', level: 1 });
  return page;
};
const outline = () => screen.findByRole('navigation', { name: 'Outline' });
const retitle = async (title: string) => {
  const field = await screen.findByLabelText('Title, English');
  await userEvent.clear(field);
  await userEvent.paste(title);
  await userEvent.tab();
};
const saved = () => server.sent('PUT /api/v1/model/draft') as { document: string; revision: number }[];

describe('the model editor', () => {
  it('is for those who manage the model', async () => {
    await openPortal('/model/edit', person('tenant.user'));
    expect(await screen.findByRole('heading', { name: 'We can’t find this page' })).toBeTruthy();
  });

  it('shows the figure of the member chosen in the outline, from the draft, by a dimension', async () => {
    const { address } = await open();
    await userEvent.click(await within(await outline()).findByRole('button', { name: 'Amount' }));
    expect(await screen.findByText('$1,200')).toBeTruthy();
    expect(screen.getByText('From the draft, on data version 7')).toBeTruthy();
    server.answers['POST /api/v1/model/draft/query'] = () =>
      figure(
        [
          ['North', 900],
          [' ', 300],
        ],
        [null, 1200],
        [{ dimension: 'branch', share: 0.5, figures: [{ measure: 'amount', share: 0.25 }] }],
      );
    await userEvent.selectOptions(screen.getByLabelText('Break down by'), 'Branch');
    expect(await screen.findByRole('row', { name: /North/ })).toBeTruthy();
    // A code of one blank is not an empty one.
    expect(screen.getByRole('rowheader', { name: '“ ”' })).toBeTruthy();
    expect(screen.getByRole('note').textContent).toBe(
      'Branch: 50.0% of rows have unmapped codes; of the figures Amount 25.0%.',
    );
    expect(address()).toBe('/model/edit?member=loans.amount&by=branch');
    const [sent] = server.sent('POST /api/v1/model/draft/query');
    expect(sent).toMatchObject({ document: TEXT, query: { dataset: 'loans', measures: ['amount'] } });
  });

  it('computes the figure with the eyes of a role with groups and values of row rules, says whose, and keeps them', async () => {
    const rule = '    rules:\n      - { name: own, title: { en: Own }, where: "branch IN (:user_branch)" }\n';
    stored = draftOf({ document: `${TEXT}${rule}`, revision: 1, basedOn: 3 });
    server.answers['GET /api/v1/users/groups'] = () => Response.json({ groups: ['Tellers, north'] });
    const { address } = await open('/model/edit?member=loans.amount');
    expect(await screen.findByText('$1,200')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keep this figure as a test' })).toBeTruthy();
    expect(screen.queryByLabelText('In the groups')).toBeNull();

    server.answers['POST /api/v1/model/draft/query'] = () => figure([[30]]);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'View as' }), 'User');
    expect(await screen.findByText('$30')).toBeTruthy();
    expect(screen.getByText('Figure as this reader sees it: User; in no group.')).toBeTruthy();
    expect(screen.getByText(/^Without a value of branch: row rules/)).toBeTruthy();
    // It is not the tenant's figure.
    expect(screen.queryByRole('button', { name: 'Keep this figure as a test' })).toBeNull();
    await userEvent.type(screen.getByRole('combobox', { name: 'In the groups' }), 'Tellers, north{Enter}');
    await userEvent.type(screen.getByRole('combobox', { name: 'Values of branch' }), '001{Enter}');
    expect(
      await screen.findByText('Figure as this reader sees it: User; in the group Tellers, north; branch = 001.'),
    ).toBeTruthy();
    expect(screen.queryByText(/^Without a value/)).toBeNull();
    await waitFor(() =>
      expect(server.sent('POST /api/v1/model/draft/query').at(-1)).toMatchObject({
        viewAs: { roles: ['tenant.user'], groups: ['Tellers, north'], attributes: { branch: ['001'] } },
      }),
    );
    expect(new URLSearchParams(address().split('?')[1]).get('having')).toBe('branch=001');

    await userEvent.type(screen.getByLabelText(/^Another attribute/), 'Region{Enter}');
    expect(screen.getByText('Use lower-case letters, digits and _, and each name once.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText(/^Another attribute/));
    await userEvent.type(screen.getByLabelText(/^Another attribute/), 'region{Enter}');
    expect(screen.getByRole('combobox', { name: 'Values of region' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'View as' }), 'Yourself');
    await waitFor(() => expect(address()).toBe('/model/edit?member=loans.amount'));
  });

  it('never shows a figure under the eyes of someone else, while theirs is computed', async () => {
    await open('/model/edit?member=loans.amount&as=user&groups=tellers');
    expect(await screen.findByText('Figure as this reader sees it: User; in the group tellers.')).toBeTruthy();
    expect(await screen.findByText('$1,200')).toBeTruthy();
    server.answers['POST /api/v1/model/draft/query'] = () => new Promise(() => undefined);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'View as' }), 'Administrator');
    await screen.findByText('Figure as this reader sees it: Administrator; in the group tellers.');
    expect(screen.queryByText('$1,200')).toBeNull();
  });

  it('changes the text by a form, with its comments, and saves it as a draft', async () => {
    await open('/model/edit?panel=form&member=loans.amount');
    await retitle('Booked amount');
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]).toMatchObject({ revision: 0, document: TEXT.replace('en: Amount', 'en: Booked amount') });
    expect(await screen.findByText(/^Draft saved/)).toBeTruthy();
  });

  it('never overwrites what someone else saved: the author chooses', async () => {
    await open('/model/edit?panel=form&member=loans.amount');
    // What the author sees is from before the other one's draft.
    await screen.findByLabelText('Title, English');
    server.answers['PUT /api/v1/model/draft'] = conflict;
    stored = { ...draftOf({ document: '# theirs\n', revision: 4, basedOn: 3 }), author: 'cy@alder.example' };
    await retitle('Mine');
    expect(await screen.findByText('cy@alder.example changed the draft meanwhile')).toBeTruthy();
    server.answers['PUT /api/v1/model/draft'] = (body) => Response.json({ draft: draftOf(body) });
    await userEvent.click(screen.getByRole('button', { name: 'Continue with my text' }));
    await waitFor(() => expect(saved()).toHaveLength(2));
    expect(saved()[1]).toMatchObject({ revision: 5 });
    expect(saved()[1]!.document).toContain('en: Mine');
  });

  it('lists each error with its line, freezes the form where the YAML is broken, and publishes neither', async () => {
    stored = draftOf({ document: `${TEXT}  - [`, revision: 0, basedOn: 3 });
    server.answers['POST /api/v1/model/draft/check'] = () =>
      Response.json({
        issues: [{ line: 12, column: 3, path: '', message: 'Correct the YAML here.' }],
        datasets: [],
        changes: [],
      });
    await open('/model/edit?panel=form&member=loans.amount');
    expect(await screen.findByRole('button', { name: 'Line 12: Correct the YAML here.' })).toBeTruthy();
    expect(await screen.findByText(/^The text has YAML errors/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Review and publish' }));
    expect(await screen.findByText('1 error has to be corrected before you publish')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true);
  });

  it('publishes a reviewed draft with a note', async () => {
    stored = draftOf({ document: TEXT.replace('Amount', 'Sum'), revision: 1, basedOn: 3 });
    server.answers['POST /api/v1/model/draft/impact'] = () =>
      Response.json({
        figures: [
          {
            dataset: 'loans',
            measure: 'amount',
            title: { en: 'Amount' },
            format: { unit: 'currency', decimals: 0, truncate: false },
            before: 1200,
            after: 600,
            latest: { period: '2025-12-01', before: 100, after: 50 },
          },
        ],
        computed: 1,
        changed: 1,
      });
    server.answers['PUT /api/v1/model'] = () =>
      Response.json({ version: { ...ACTIVE, version: 4 }, changed: true, countedOnce: [] });
    await open('/model/edit?step=review');
    expect(await screen.findByRole('row', { name: /Amount.*\$1,200\s*\$600\s*\$100\s*\$50/ })).toBeTruthy();
    expect(screen.getByText('loans.amount')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Note'), 'Halved');
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Version 4 is published. Readers see its figures now.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/model')).toMatchObject([{ message: 'Halved', basedOn: 3 }]);
    expect(server.sent('POST /api/v1/model/draft/discard')).toEqual([{ revision: 2 }]);
  });

  it('turns a table into a dataset, asks what its rows leave open, and puts the answer into the text', async () => {
    const member = { name: 'balance', kind: 'sum', columns: [{ table: 'entry', column: 'balance' }] };
    const question: ModelQuestion = {
      id: 'entry.balance.running_balance',
      kind: 'running_balance',
      dataset: 'entry',
      table: 'entry',
      column: 'balance',
      evidence: { share: 0.66, amount: 'amount', holder: 'account_id', rows: 200 },
      recommended: 'last_known',
      answers: [
        {
          id: 'last_known',
          members: [
            { list: 'measures', member: { ...member, over: { time: 'day', take: 'last', per: 'account_id' } } },
          ],
        },
        { id: 'sum', members: [{ list: 'measures', member }] },
      ],
    };
    server.answers['POST /api/v1/model/generate'] = () =>
      Response.json({
        document: 'name: model\ndatasets:\n  - name: entry\n    table: entry # 200 rows\n    measures: []\n',
        datasets: ['entry'],
        questions: [question],
        skipped: [],
      });
    const { address } = await open('/model/edit?panel=tables');
    await userEvent.click(await screen.findByRole('button', { name: 'Create dataset from entry' }));
    const group = await screen.findByRole('radiogroup', { name: 'Is balance a balance after each row?' });
    expect(screen.getByText(/changes by exactly amount in 66% of 200 rows/)).toBeTruthy();
    expect(within(group).getByRole('radio', { name: /last known one of each account_id/ })).toHaveProperty(
      'checked',
      true,
    );
    expect(address()).toContain('tables=entry');
    await userEvent.click(within(group).getByRole('radio', { name: 'An amount that adds up' }));
    await waitFor(() => expect(saved().at(-1)!.document).toContain('table: entry # 200 rows'));
    await waitFor(() => expect(saved().at(-1)!.document).not.toContain('over:'));
    expect(saved().at(-1)!.document.startsWith(TEXT)).toBe(true);
  });
});

it('says how far the tables of a new dataset are read, and stops on demand', async () => {
  let finish: (response: Response) => void = () => undefined;
  const second = new Promise<Response>((resolve) => {
    finish = resolve;
  });
  server.answers['POST /api/v1/model/profile'] = (body) =>
    (body as { table: string }).table === 'loan' ? Response.json({ remembered: true }) : second;
  await open('/model/edit?panel=tables');
  await userEvent.click(await screen.findByRole('button', { name: 'Create dataset from entry' }));
  expect(await screen.findByText('Reading tables for entry: 2 of 2')).toBeTruthy();
  const bar = () => screen.queryByRole('progressbar', { name: /^Reading tables/u });
  expect(bar()!.getAttribute('aria-valuenow')).toBe('50');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  finish(Response.json({ remembered: true }));
  await waitFor(() => expect(bar()).toBeNull());
  expect(screen.getByRole('button', { name: 'Create dataset from entry' }).hasAttribute('disabled')).toBe(false);
  expect(server.sent('POST /api/v1/model/generate')).toEqual([]);
});

describe('row rules and masks', () => {
  const section = (name: string) => screen.findByRole('region', { name });

  it('are added as forms to the dataset in the text, with errors at their field, and removed', async () => {
    server.answers['GET /api/v1/users/groups'] = () => Response.json({ groups: ['audit'] });
    server.answers['POST /api/v1/model/draft/check'] = (body) =>
      Response.json(
        /rule/.test((body as { document: string }).document) && !/where/.test((body as { document: string }).document)
          ? {
              issues: [{ line: 13, column: 9, path: 'datasets.0.rules.0', message: "'where' is missing." }],
              datasets: [],
              changes: [],
            }
          : CHECKED,
      );
    const { address } = await open('/model/edit?member=loans.amount');
    await userEvent.click(await within(await outline()).findByRole('button', { name: 'Row rules and masks' }));
    expect(address()).toBe('/model/edit?panel=form&member=loans');
    const rules = await section('Row rules');
    expect(within(rules).getByText('None in your text yet.')).toBeTruthy();
    await userEvent.click(within(rules).getByRole('button', { name: 'Add row rule' }));
    expect(document.activeElement?.textContent).toBe('Row rule');
    expect(await within(rules).findByText("'where' is missing.")).toBeTruthy();
    expect(within(rules).getByRole('img', { name: 'Has errors' })).toBeTruthy();

    await userEvent.click(within(rules).getByLabelText('Only rows where'));
    await userEvent.paste('branch IN (:user_branch)');
    await userEvent.tab();
    await userEvent.type(within(rules).getByRole('combobox', { name: 'Except for the groups' }), 'audit{Enter}');
    await waitFor(() => expect(within(rules).queryByText("'where' is missing.")).toBeNull());
    const rule = { name: 'rule', where: 'branch IN (:user_branch)', exceptFor: { groups: ['audit'] } };
    await waitFor(() => expect(parse(saved().at(-1)!.document)).toMatchObject({ datasets: [{ rules: [rule] }] }));
    expect(saved().at(-1)!.document).toContain('name: amount # as booked');

    // The figure follows: that of the dataset's first measure, with someone's eyes.
    await userEvent.click(screen.getByRole('button', { name: 'See the figure as someone else' }));
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'View as' }), 'User');
    await waitFor(() =>
      expect(server.sent('POST /api/v1/model/draft/query').at(-1)).toMatchObject({
        document: expect.stringContaining('branch IN (:user_branch)') as string,
        query: { measures: ['amount'] },
        viewAs: { roles: ['tenant.user'] },
      }),
    );
    await userEvent.click(screen.getByRole('radio', { name: 'Fields' }));
    await userEvent.click(within(await section('Row rules')).getByRole('button', { name: 'Row rule' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove rule' }));
    expect(document.activeElement?.textContent).toBe('Add row rule');
    await waitFor(() => expect(saved().at(-1)!.document).toBe(TEXT));
  });

  it('hide columns of the tables that the dataset reads', async () => {
    await open('/model/edit?panel=form&member=loans');
    const masks = await section('Column masks');
    await userEvent.click(within(masks).getByRole('button', { name: 'Add mask' }));
    await userEvent.click(within(masks).getByRole('combobox', { name: 'Hidden columns' }));
    await userEvent.click(await screen.findByRole('option', { name: 'loan.amount' }));
    expect(screen.queryByRole('option', { name: 'entry.balance' })).toBeNull();
    const mask = { name: 'mask', columns: [{ table: 'loan', column: 'amount' }] };
    await waitFor(() => expect(parse(saved().at(-1)!.document)).toMatchObject({ datasets: [{ masks: [mask] }] }));
  });
});

it('makes a measure a balance by its form, with what is wrong at the field', async () => {
  const [dataset] = CHECKED.datasets;
  const day = {
    name: 'day',
    title: { en: 'Day' },
    description: null,
    type: 'date' as const,
    mapping: null,
    synonyms: [],
  };
  server.answers['POST /api/v1/model/draft/check'] = () =>
    Response.json({ ...CHECKED, datasets: [{ ...dataset!, dimensions: [...dataset!.dimensions, day] }] });
  await open('/model/edit?panel=form&member=loans.amount');
  await outline();
  const over = await screen.findByRole('combobox', { name: 'Over time' });
  await waitFor(() => expect(screen.getByText('No errors')).toBeTruthy());
  server.answers['POST /api/v1/model/draft/check'] = () =>
    Response.json({
      issues: [{ line: 12, column: 9, path: 'datasets.0.measures.0.over.time', message: 'No such date.' }],
      datasets: [],
      changes: [],
    });
  await userEvent.selectOptions(over, 'Last date of a period');
  await waitFor(() => expect(saved().at(-1)!.document).toContain('over: { time: day, take: last }'));
  expect(saved().at(-1)!.document).toContain('name: amount # as booked');
  expect(await screen.findByRole('combobox', { name: 'Date', description: 'No such date.' })).toBeTruthy();
  expect(screen.queryByLabelText(/^Days for which/)).toBeNull();
  await userEvent.type(screen.getByRole('combobox', { name: 'Last known value of each' }), 'branch{Enter}');
  expect(await screen.findByLabelText(/^Days for which/)).toBeTruthy();
  await waitFor(() => expect(saved().at(-1)!.document).toContain('over: { time: day, take: last, per: branch }'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Over time' }), 'Adds up');
  await waitFor(() => expect(saved().at(-1)!.document).toBe(TEXT));
});

describe('models of other tools', () => {
  const IMPORTED = {
    document: 'name: bank\ndatasets:\n  - name: loans\n    table: loan\n  - name: entries\n    table: entry\n',
    datasets: ['loans', 'entries'],
    notes: [{ place: 'datasets.entries.running', reason: 'Window functions are not read.' }],
  };
  const choose = async (name: string) => {
    const input = screen.getByLabelText<HTMLInputElement>('Import an Ossie file');
    await userEvent.upload(input, new File(['semantic_model: []'], name));
  };

  it('are added to the draft, with what could not be carried over beside it', async () => {
    server.answers['POST /api/v1/model/exchange/read'] = () => Response.json(IMPORTED);
    await open();
    await outline();
    await choose('bank.yaml');
    const drawer = await screen.findByRole('dialog', { name: 'Import from bank.yaml' });
    expect(within(drawer).getByText('Window functions are not read.')).toBeTruthy();
    expect(within(drawer).getByText('entries')).toBeTruthy();
    expect(within(drawer).getByText('loans')).toBeTruthy();
    expect(saved()).toEqual([]);
    await userEvent.click(within(drawer).getByRole('button', { name: 'Add to the draft' }));
    expect(await within(drawer).findByText(/1 element is in the draft/u)).toBeTruthy();
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(saved()[0]!.document).toContain('name: amount # as booked');
    expect(saved()[0]!.document).toContain('table: entry');
  });

  it('that cannot be read say where, and change nothing', async () => {
    const details = [{ field: 'semantic_model.0', message: "'source' is missing.", line: 6, column: 5 }];
    server.answers['POST /api/v1/model/exchange/read'] = () =>
      Response.json({ error: { code: 'MODEL_INVALID', message: 'x', details, requestId: 'r' } }, { status: 400 });
    await open();
    await outline();
    await choose('broken.yaml');
    const drawer = await screen.findByRole('dialog', { name: 'broken.yaml could not be read' });
    expect(within(drawer).getByText("Line 6: 'source' is missing.")).toBeTruthy();
    expect(saved()).toEqual([]);
  });
});

describe('tests of the model', () => {
  const outcome = (change: Partial<TestOutcome> = {}): TestOutcome => ({
    name: 'amount',
    title: null,
    dataset: 'loans',
    measure: 'amount',
    measureTitle: { en: 'Amount' },
    format: { unit: 'number', decimals: 0, truncate: false },
    expected: '1200',
    tolerance: '0',
    status: 'passed',
    actual: '1200',
    difference: '0',
    obstacle: null,
    ...change,
  });
  const found = (...outcomes: TestOutcome[]) => {
    server.answers['POST /api/v1/model/draft/tests'] = () => Response.json({ dataVersion: 7, outcomes });
  };

  it('begin with the figure on the screen, and are changed by their fields', async () => {
    found(outcome());
    await open('/model/edit?member=loans.amount');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep this figure as a test' }));
    const form = await screen.findByRole('form', { name: 'Fields of the test amount' });
    await waitFor(() =>
      expect(saved().at(-1)?.document).toBe(`${TEXT}tests:
  - name: amount
    dataset: loans
    measure: amount
    expect: 1200
`),
    );
    expect(await screen.findByText('Passes')).toBeTruthy();
    const field = within(form).getByLabelText('Expected figure');
    await userEvent.clear(field);
    await userEvent.paste('1300.5');
    await userEvent.tab();
    await userEvent.click(within(form).getByRole('button', { name: 'Add dimension' }));
    await userEvent.type(within(form).getByLabelText('Values'), 'north{Enter}');
    await waitFor(() => {
      const { document } = saved().at(-1)!;
      expect(document).toContain('expect: 1300.5');
      expect(document).toContain('filter: { field: branch, op: in, values: [ north ] }');
    });
  });

  it('show what they expect and find, or why they could not run, and when they last ran', async () => {
    const failed = outcome({ status: 'failed', actual: '1198.5', difference: '-1.5' });
    const stuck = outcome({
      name: 'stuck',
      title: { en: 'Stuck' },
      status: 'not_run',
      actual: null,
      difference: null,
      obstacle: { code: 'error', message: 'A number is too large.' },
    });
    found(failed, stuck);
    const ran = { dataVersion: 6, modelVersion: 3, ranAt: '2026-01-02T10:00:00Z', outcomes: [failed, stuck] };
    server.answers['GET /api/v1/model/tests'] = () => Response.json({ run: ran, pending: false });
    server.answers['POST /api/v1/model/tests/run'] = () => Response.json({ pending: true });
    await open('/model/edit?panel=tests');
    const list = await screen.findByRole('list', { name: 'Tests of the model' });
    await waitFor(() => expect(list.textContent).toMatch(/AmountFails.*Expected1,200.0Actual1,198.5Difference−1.5/));
    expect(list.textContent).toMatch(/StuckCould not run.*A number is too large\./);
    expect(screen.getByText('2 of 2 published tests do not pass.')).toBeTruthy();
    expect(screen.getByText(/on data version 6, with model version 3/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Run now' }));
    await waitFor(() => expect(server.sent('POST /api/v1/model/tests/run')).toHaveLength(1));
  });

  it('say before publishing which would not pass', async () => {
    stored = {
      document: `${TEXT}# changed\n`,
      revision: 1,
      basedOn: 3,
      author: null,
      updatedAt: '2026-01-02T10:00:00Z',
    };
    found(outcome({ name: 'fine' }), outcome({ status: 'failed', actual: '1', difference: '-1199' }));
    await open('/model/edit?step=review');
    expect(await screen.findByText('1 test would not pass')).toBeTruthy();
    const [first, second] = within(screen.getByRole('list', { name: 'Tests' })).getAllByRole('listitem');
    expect([first!.textContent, second!.textContent]).toEqual([
      expect.stringContaining('Fails'),
      expect.stringContaining('Passes'),
    ]);
  });
});

describe('joins', () => {
  const join = {
    dataset: 'loans',
    name: 'branch',
    table: 'branch',
    to: 'loan',
    toTable: 'loan',
    on: [{ column: 'branch_id', key: 'id' }],
    declared: 'many_to_one',
    dated: false,
    conditional: false,
    measured: {
      cardinality: 'many_to_many',
      from: { rows: 200, matched: 150, repeated: 10 },
      to: { rows: 12, matched: 10, repeated: 2 },
      most: 3,
      agrees: false,
    },
    unmeasured: null,
  };

  it('are listed with what the data says, warn where it is not as declared, and lead to their text', async () => {
    const table = '    table: loan\n';
    const document = TEXT.replace(table, `${table}    joins:\n      - { table: branch, on: [branch_id] }\n`);
    server.answers['GET /api/v1/model'] = () => Response.json({ ...ACTIVE, document });
    server.answers['POST /api/v1/model/draft/joins'] = () =>
      Response.json({ datasets: [{ name: 'loans', table: 'loan' }], joins: [join], dataVersion: 7 });
    const { address } = await open();
    await outline();
    await userEvent.click(screen.getByRole('button', { name: 'Joins' }));
    expect(await screen.findByText('1 join is not as declared')).toBeTruthy();
    const list = within(screen.getByRole('group', { name: 'Tables of loans' })).getByRole('list');
    const entry = within(list).getByRole('button', { name: /branch.*Many to many.*2 repeated keys/u });
    await userEvent.click(entry);
    const drawer = await screen.findByRole('dialog', { name: 'loan to branch' });
    expect(within(drawer).getByText('loan.branch_id = branch.id')).toBeTruthy();
    expect(within(drawer).getByText('50 of 200 (25%)')).toBeTruthy();
    expect(within(drawer).getByText('2 of 12 (16.67%)')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Open in the text' }));
    await waitFor(() => expect(address()).toBe('/model/edit'));
    expect(server.sent('POST /api/v1/model/draft/joins')).toEqual([{ document }]);
  });
});
