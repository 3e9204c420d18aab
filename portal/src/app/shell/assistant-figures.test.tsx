import type { AssistantData, QueryResult, QuestionReading, SemanticQuery } from '@rise/contract';
import { semanticQuery } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fill, openPortal, person, server, usePortal } from '../tests/portal.fixture.tsx';

usePortal();

const CHAT = 'POST /api/v1/openai/confluence/chat';
const ID = '55555555-5555-4555-8555-555555555555';
const STORE = `PUT /api/v1/openai/conversations/${ID}/messages/1/query`;
const BY_STATE = semanticQuery.parse({ dataset: 'call_report', measures: ['members'], dimensions: ['state'] });
const BY_REGION = semanticQuery.parse({ dataset: 'call_report', measures: ['members'], dimensions: ['region'] });
const TOTAL = semanticQuery.parse({ dataset: 'call_report', measures: ['members'] });

afterEach(async () => {
  // Open state is global to the page, which the next test shares.
  const opened = screen.queryByRole('dialog', { name: 'Ask RiseIQ', hidden: true });
  if (opened) await userEvent.click(within(opened).getByRole('button', { name: 'Close', hidden: true }));
  vi.restoreAllMocks();
});

const part = (
  key: string,
  meaning: string,
  change: Partial<QuestionReading['parts'][number]> = {},
): QuestionReading['parts'][number] => ({
  key,
  role: 'measure',
  words: null,
  meaning,
  definition: null,
  format: null,
  alternatives: [],
  without: null,
  ...change,
});
function readingOf(query: SemanticQuery): QuestionReading {
  const by = 'dimensions' in query ? query.dimensions[0] : undefined;
  const group = part('group:state', `by ${by === 'state' ? 'State' : 'Region'}`, {
    role: 'group',
    alternatives: [{ title: 'by Region', query: BY_REGION }],
    without: TOTAL,
  });
  const members = part('measure:members', 'Members', { definition: 'Members (083).' });
  return {
    title: by === undefined ? 'Members' : `Members ${group.meaning}`,
    query,
    parts: by === undefined ? [members] : [members, group],
    labels: { state: { TX: 'Texas', OH: 'Ohio' }, region: { 1: 'Eastern' } },
    view: null,
  };
}
function resultOf(query: SemanticQuery): QueryResult {
  const by = 'dimensions' in query ? (query.dimensions[0] as string | undefined) : undefined;
  const figure = {
    name: 'members',
    title: { en: 'Members' },
    role: 'measure' as const,
    type: 'decimal' as const,
    format: { unit: 'count' as const },
  };
  const group = { name: by ?? '', title: { en: by ?? '' }, role: 'dimension' as const, type: 'string' as const };
  const rows =
    by === 'state'
      ? [
          ['TX', '9500000'],
          ['OH', '3000000'],
        ]
      : by === 'region'
        ? [['1', '50000000']]
        : [['140000000']];
  return {
    columns: (by === undefined ? [figure] : [group, figure]) as QueryResult['columns'],
    rows,
    meta: {
      dataVersion: 1,
      asOf: '2025-12-31',
      rowCount: rows.length,
      truncated: false,
      cache: 'miss',
      uncomputed: [],
      unavailable: [],
      averages: [],
      unmapped: [],
      periods: [],
      elapsedMs: 1,
    },
  };
}

const data = (change: Partial<AssistantData> = {}): AssistantData => ({
  question: 'members by state',
  query: BY_STATE,
  view: null,
  choices: [],
  passages: '',
  ...change,
});

const UNAVAILABLE = { error: { code: 'WAREHOUSE_UNAVAILABLE', message: 'x', requestId: 'r' } };

async function askWith(
  answered: AssistantData,
  { content = '**Members by State**', isAvailable = true, before = Promise.resolve(), result = resultOf } = {},
) {
  const sent: { message: string; previous?: unknown }[] = [];
  server.answers[CHAT] = (body) => {
    sent.push(body as { message: string; previous?: unknown });
    const lines = sent.flatMap(({ message }, at) => [
      { role: 'user' as const, content: message, index: at * 2, timestamp: '2026-01-20T08:00:00Z' },
      { role: 'assistant' as const, content, index: at * 2 + 1, data: answered },
    ]);
    return Response.json({ chatId: ID, message: { content }, conversationHistory: lines });
  };
  server.answers[STORE] = (body) =>
    Response.json({
      role: 'assistant',
      content: '**Changed**',
      index: 1,
      timestamp: '2026-01-20T08:00:00Z',
      data: { ...answered, query: (body as { query: SemanticQuery }).query },
      rating: null,
    });
  server.answers['POST /api/v1/questions'] = (body) =>
    Response.json({ kind: 'reading', reading: readingOf((body as { query: SemanticQuery }).query) });
  server.answers['POST /api/v1/query'] = async (body) => {
    await before;
    return isAvailable ? Response.json(result(body as SemanticQuery)) : Response.json(UNAVAILABLE, { status: 503 });
  };
  const { address } = await openPortal(
    '/user',
    person('tenant.user', { features: { chatbot: true, insights: false, chat: true } }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Ask RiseIQ' }));
  const drawer = await screen.findByRole('dialog', { name: 'Ask RiseIQ' });
  const box = within(drawer).getByRole<HTMLTextAreaElement>('textbox', { name: 'Your question' });
  const ask = (text: string) => fill(box, text, '{Enter}');
  await ask('members by state');
  return { drawer, ask, sent, address };
}

it('shows figures with their definitions, as-of date, and how the question was understood', async () => {
  const { drawer } = await askWith(data());
  const table = await within(drawer).findByRole('table');
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['stateMembers', 'Texas9,500,000', 'Ohio3,000,000']);
  expect(drawer.textContent).toContain('Members: Members (083).');
  expect(drawer.textContent).toContain('As of Dec 31, 2025');
  const parts = within(drawer).getByRole('list', { name: 'How I understood it' });
  expect(
    within(parts)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Members', 'by State']);
});

it('changes and removes a part, and lets the next question follow what is shown then', async () => {
  const { drawer, ask, sent } = await askWith(data());
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Change: by State' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'by Region' }));
  expect(await within(drawer).findByText('50,000,000')).toBeTruthy();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Remove: by Region' }));
  expect(await within(drawer).findByText('140,000,000')).toBeTruthy();
  expect(within(drawer).queryByRole('table')).toBeNull();
  // Both are stored with the answer, in their order.
  await waitFor(() => expect(server.sent(STORE)).toEqual([{ query: BY_REGION }, { query: TOTAL }]));
  await ask('as a chart');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]).not.toHaveProperty('previous');
  expect(sent[1]).toMatchObject({ message: 'as a chart', previous: TOTAL });
});

it('lets a meaning be chosen, and shows its figures', async () => {
  const content = 'This can mean several things. What do you mean?\n\n- Members\n- Members by State';
  const choices = [
    { title: 'Members', query: TOTAL },
    { title: 'Members by State', query: BY_STATE },
  ];
  const { drawer } = await askWith(data({ query: null, choices }), { content });
  expect(await within(drawer).findByText('This can mean several things. What do you mean?')).toBeTruthy();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Members by State' }));
  expect(await within(drawer).findByRole('table')).toBeTruthy();
  await waitFor(() => expect(server.sent(STORE)).toEqual([{ query: BY_STATE }]));
});

it('says so where a changed part can’t be stored', async () => {
  const { drawer } = await askWith(data());
  server.answers[STORE] = () => Response.json(UNAVAILABLE, { status: 503 });
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Remove: by State' }));
  expect(await within(drawer).findByText('140,000,000')).toBeTruthy();
  expect(await screen.findByRole('alert')).toBeTruthy();
});

it('has how it was understood above the figures, and their query with definition and SQL on request', async () => {
  const { drawer } = await askWith(data());
  const table = await within(drawer).findByRole('table');
  const chips = within(drawer).getByRole('list', { name: 'How I understood it' });
  expect(chips.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  server.answers['POST /api/v1/query/explanation'] = () =>
    Response.json({ definition: { en: 'Members (083).' }, sql: 'SELECT sum(ACCT_083)' });
  const button = within(drawer).getByRole('button', { name: 'Show the query' });
  await userEvent.click(button);
  const query = await screen.findByRole('dialog', { name: /Query behind the figures/ });
  expect(await within(query).findByText('SELECT sum(ACCT_083)')).toBeTruthy();
  expect(query.textContent).toContain('"dimensions"');
  expect(query.textContent).toContain('Members (083).');
  expect(server.sent('POST /api/v1/query/explanation')).toEqual([{ query: BY_STATE, measure: 'members' }]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Query behind/ })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Ask RiseIQ' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('as a chart of many members says that these are the highest', async () => {
  const rows = Array.from({ length: 54 }, (_, at) => [`S${at}`, String(1000 + at)]);
  const { drawer } = await askWith(data({ view: 'chart' }), { result: (query) => ({ ...resultOf(query), rows }) });
  expect(await within(drawer).findByText('The 30 highest of 54')).toBeTruthy();
});

it('says why there is no chart where one was asked for', async () => {
  const { drawer } = await askWith(data({ query: TOTAL, view: 'chart' }));
  expect(await within(drawer).findByText('There is no chart of a single figure.')).toBeTruthy();
  expect(within(drawer).getByText('140,000,000')).toBeTruthy();
});

describe('opened as a report', () => {
  const REPORT = '77777777-7777-4777-8777-777777777777';
  const CHANGES = `POST /api/v1/reports/${REPORT}/draft/changes`;
  const WORKSPACE = { id: 'w1', name: { en: 'Shared' }, can: { edit: true }, archivedAt: null };
  const withWorkspaces = (...workspaces: object[]) => {
    server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces });
  };

  it('is built with its title in both languages, and opened where it is edited', async () => {
    withWorkspaces(WORKSPACE);
    const { drawer, address } = await askWith(data());
    const inEnglish = server.answers['POST /api/v1/questions']!;
    server.answers['POST /api/v1/questions'] = (body, language) =>
      (body as { language: string }).language === 'tr'
        ? Response.json({
            kind: 'reading',
            reading: { ...readingOf(BY_STATE), title: 'Eyalet bazında Üye sayısı' },
          })
        : inEnglish(body, language);
    server.answers['POST /api/v1/reports'] = () => Response.json({ id: REPORT });
    server.answers[`GET /api/v1/reports/${REPORT}/draft`] = () =>
      Response.json({ document: { pages: [{ id: 'one' }] } });
    server.answers[CHANGES] = () => Response.json({});
    await userEvent.click(await within(drawer).findByRole('button', { name: 'Open as report' }));
    await waitFor(() => expect(address()).toBe(`/reports/${REPORT}/edit`));
    const title = { en: 'Members by State', tr: 'Eyalet bazında Üye sayısı' };
    expect(server.sent('POST /api/v1/reports')).toEqual([{ workspace: 'w1', title, dataset: 'call_report' }]);
    expect(server.sent(CHANGES)).toMatchObject([
      {
        change: {
          operations: [
            { type: 'insert-tile', tile: { kind: 'table', title, measures: ['members'] }, to: { page: 'one' } },
          ],
        },
      },
    ]);
  });

  it('is not offered where no tile has its figures, and the answer says why', async () => {
    withWorkspaces(WORKSPACE);
    const share = { name: 'share', kind: 'share' as const, measure: 'members', within: [] };
    const { drawer } = await askWith(data({ query: { ...BY_STATE, calculations: [share] } as SemanticQuery }));
    expect(await within(drawer).findByText(/a report has no tile with shares, changes or ranks/)).toBeTruthy();
    expect(within(drawer).queryByRole('button', { name: 'Open as report' })).toBeNull();
  });

  it('is not mentioned to people who can put reports nowhere', async () => {
    const { drawer } = await askWith(data());
    await within(drawer).findByRole('table');
    expect(within(drawer).queryByText(/as a report/)).toBeNull();
  });
});

describe('what answers', () => {
  it('is said at the box: without a language model', async () => {
    const { drawer } = await askWith(data());
    expect(
      within(drawer).getByText(/^Without a language model: answers are figures from your data model/),
    ).toBeTruthy();
  });
  it.each([
    [{ model: 'gpt-x', isUsedUp: false }, /^With the language model gpt-x\./],
    [{ model: 'gpt-x', isUsedUp: true }, /^Your organization has used up the language model gpt-x for this month/],
  ] as const)('is said on the page: %o', async (mode, text) => {
    server.answers['GET /api/v1/openai/mode'] = () => Response.json(mode);
    server.answers['GET /api/v1/openai/conversations?search='] = () => Response.json({ conversations: [] });
    await openPortal('/openai', person('tenant.user', { features: { chatbot: true, insights: false, chat: true } }));
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

it('keeps the focus on a source when the figures arrive', async () => {
  const passages = '> A member has at least one share account.\n\n[Guide › Members](/documentation/members)';
  const content = `**Members by State**\n\n${passages}`;
  let arrive = () => {};
  const before = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { drawer } = await askWith(data({ passages }), { content, before });
  const source = await within(drawer).findByRole('link', { name: 'Guide › Members' });
  source.focus();
  arrive();
  await within(drawer).findByRole('table');
  expect(document.activeElement).toBe(source);
  expect(within(drawer).getAllByRole('link', { name: 'Guide › Members' })).toEqual([source]);
});

it('says when the figures can’t be had', async () => {
  const { drawer } = await askWith(data(), { isAvailable: false });
  expect(await within(drawer).findByText(/not available|unavailable/i)).toBeTruthy();
});
