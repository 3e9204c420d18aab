import type { CommentThread, Report, ReportComment } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { answerReport, queryMeta, runOf } from './report-answers.fixture.ts';

usePortal();

const account = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const OWN = { account: '6a0c2d5e-1111-4222-8333-444455556666', name: 'Ada Alder' };
const BEA = { account: account(1), name: 'Bea Boss' };

const scored = scorecard({
  tiles: [
    {
      id: 'states',
      kind: 'table',
      title: { en: 'By state', tr: 'Eyalete göre' },
      width: 12,
      of: 'peers',
      subtotals: false,
      dimensions: ['state'],
      measures: ['nwr'],
    },
  ],
});
const { subject: _, ...document } = scored.document;
const report: Report = { ...scored, document, defaultSubject: null };
const PATH = `/api/v1/reports/${report.id}`;
const COMMENTS = `${PATH}/comments`;

const comment = (number: number, text: string, more: Partial<ReportComment> = {}): ReportComment => ({
  id: account(number),
  author: BEA,
  text,
  mentions: [],
  createdAt: '2026-11-27T10:00:00.000Z',
  editedAt: null,
  deletedAt: null,
  isOwn: false,
  can: { edit: false, delete: false },
  ...more,
});
const thread = (number: number, comments: ReportComment[], more: Partial<CommentThread> = {}): CommentThread => ({
  id: account(number),
  tile: null,
  place: null,
  seen: null,
  comments,
  resolvedAt: null,
  resolvedBy: null,
  can: { resolve: true, reopen: false },
  ...more,
});

const format = { unit: 'percent', decimals: 2, truncate: false };
const result = {
  columns: [
    { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
    { name: 'nwr', title: { en: 'Net worth ratio' }, role: 'measure', type: 'number', format },
  ],
  rows: [['TX', 0.1021]],
  meta: queryMeta(),
};
const TILES = [{ type: 'tile', tile: 'states', results: { table: { query: {}, result } } }];

let threads: CommentThread[];
beforeEach(() => {
  threads = [];
  answerReport(report);
  server.answers[`POST ${PATH}/run`] = () => runOf(TILES);
  server.answers[`GET ${COMMENTS}`] = () => Response.json({ threads });
  server.answers[`GET ${COMMENTS}/people`] = () =>
    Response.json({
      people: [
        { ...OWN, email: 'ada@alder.example' },
        { ...BEA, email: 'bea@alder.example' },
      ],
    });
});

const open = (search = '') => openPortal(`/reports/${report.id}${search}`, person('tenant.user'));
const drawer = () => screen.findByRole('dialog', { name: 'Comments' });
const write = async (panel: HTMLElement, label: string, text: string) => {
  const field = await within(panel).findByRole('textbox', { name: label });
  await userEvent.click(field);
  await userEvent.keyboard(text);
  return field;
};

describe('comments on a report', () => {
  it('are opened from its header, with the number of open threads, and from a tile', async () => {
    threads = [
      thread(2, [comment(3, 'On all of it')]),
      thread(4, [comment(5, 'On the states')], { tile: 'states' }),
      thread(6, [comment(7, 'Old')], { resolvedAt: '2026-11-27T11:00:00.000Z', resolvedBy: 'Bea Boss' }),
      thread(8, [comment(9, 'Lost')], { tile: 'gone' }),
    ];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Comments, 3 open threads' }));
    const panel = await drawer();
    expect(await within(panel).findByText('On the states')).toBeTruthy();
    expect(within(panel).getByText('The tile is no longer in this report')).toBeTruthy();
    expect(within(panel).queryByText('Old')).toBeNull();
    await userEvent.click(within(panel).getByRole('radio', { name: 'Resolved' }));
    expect(within(panel).getByText(/^Resolved by Bea Boss/)).toBeTruthy();
    expect(within(panel).queryByText('On all of it')).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: '1 open thread on By state' }));
    const ofTile = await drawer();
    expect(await within(ofTile).findByText('On the states')).toBeTruthy();
    expect(within(ofTile).queryByText('On all of it')).toBeNull();
    await userEvent.click(within(ofTile).getByRole('button', { name: 'Show all tiles' }));
    expect(await within(await drawer()).findByText('On all of it')).toBeTruthy();
  });

  it('begin at a figure of a tile, with a person chosen by keys, and are sent by Ctrl and Enter', async () => {
    const started = thread(2, [comment(3, 'x', { author: OWN, isOwn: true })], { tile: 'states' });
    server.answers[`POST ${COMMENTS}`] = () => Response.json(started);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for By state' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Comment' }));
    const panel = await drawer();
    await userEvent.click(await within(panel).findByRole('combobox', { name: 'About' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Texas · Net worth ratio: 10.21%' }));
    const field = await write(panel, 'New comment', 'Why, @bo');
    expect(await within(panel).findByRole('option', { name: /Bea Boss/ })).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect((field as HTMLTextAreaElement).value).toBe('Why, @Bea Boss ');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() =>
      expect(server.sent(`POST ${COMMENTS}`)).toEqual([
        {
          tile: 'states',
          place: { text: 'Texas · Net worth ratio', measure: 'nwr', values: { state: 'TX' } },
          seen: { value: '10.21%', figure: '0.1021', asOf: '2025-12-31', dataVersion: 1 },
          text: 'Why, @Bea Boss',
          mentions: [BEA.account],
        },
      ]),
    );
    expect(await within(panel).findByText('By state', { selector: 'button' })).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('');
  });

  it('survive the closing of the panel while they are written, and an error', async () => {
    server.answers[`POST ${COMMENTS}`] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Comments' }));
    await write(await drawer(), 'New comment', 'Half a tho');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Comments' }));
    const panel = await drawer();
    const field = await write(panel, 'New comment', 'ught{Control>}{Enter}{/Control}');
    expect((await within(panel).findByRole('alert')).textContent).toMatch(/^Not sent/);
    expect((field as HTMLTextAreaElement).value).toBe('Half a thought');
  });

  it('are opened by a link, with the value then and now, a reply, and the end of the thread', async () => {
    const linked = thread(
      2,
      [
        comment(3, '', { deletedAt: '2026-11-27T12:00:00.000Z' }),
        comment(4, 'See @Ada Alder', { mentions: [OWN], editedAt: '2026-11-27T12:00:00.000Z' }),
      ],
      {
        tile: 'states',
        place: { text: 'Texas · Net worth ratio', measure: 'nwr', values: { state: 'TX' } },
        seen: { value: '9.80%', figure: '0.098', asOf: '2025-09-30', dataVersion: 1 },
      },
    );
    threads = [linked];
    const PART = `${COMMENTS}/${linked.id}`;
    server.answers[`POST ${PART}/replies`] = () =>
      Response.json({ ...linked, comments: [...linked.comments, comment(5, 'Done', { author: OWN, isOwn: true })] });
    server.answers[`POST ${PART}/resolve`] = () =>
      Response.json({
        ...linked,
        resolvedAt: '2026-11-27T12:30:00.000Z',
        resolvedBy: 'Ada Alder',
        can: { resolve: false, reopen: true },
      });
    const { address } = await open(`?comment=${linked.id}`);
    const panel = await drawer();
    expect(await within(panel).findByText('Comment deleted')).toBeTruthy();
    expect(within(panel).getByText('@Ada Alder')).toBeTruthy();
    expect(await within(panel).findByText('Then: 9.80% (as of Sep 30, 2025) · on this page now: 10.21%')).toBeTruthy();
    await userEvent.click(within(panel).getByRole('button', { name: 'Reply' }));
    await write(panel, 'Reply', 'Done');
    await userEvent.click(within(panel).getByRole('button', { name: 'Send reply' }));
    expect(await within(panel).findByText('Done')).toBeTruthy();
    expect(server.sent(`POST ${PART}/replies`)).toEqual([{ text: 'Done', mentions: [] }]);
    await userEvent.click(await within(panel).findByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(within(panel).getByText(/^Resolved by Ada Alder/)).toBeTruthy());
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe(`/reports/${report.id}`));
  });

  it('are edited and deleted by those who may', async () => {
    const own = comment(3, 'Tpyo', { author: OWN, isOwn: true, can: { edit: true, delete: true } });
    threads = [thread(2, [own, comment(4, 'Mine')])];
    const ONE = `${COMMENTS}/${account(2)}/replies/${own.id}`;
    server.answers[`PATCH ${ONE}`] = () => Response.json(thread(2, [{ ...own, text: 'Typo' }]));
    server.answers[`DELETE ${ONE}`] = () => Response.json({ thread: null });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Comments, 1 open thread' }));
    const panel = await drawer();
    const options = () => within(panel).findByRole('button', { name: 'Options for Ada Alder’s comment' });
    await options();
    expect(within(panel).queryByRole('button', { name: 'Options for Bea Boss’s comment' })).toBeNull();
    await userEvent.click(await options());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const field = await within(panel).findByRole('textbox', { name: 'Edit' });
    await userEvent.clear(field);
    await userEvent.paste('Typo');
    await userEvent.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await within(panel).findByText('Typo')).toBeTruthy();
    expect(server.sent(`PATCH ${ONE}`)).toEqual([{ text: 'Typo', mentions: [] }]);
    await userEvent.click(await options());
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await within(panel).findByText('No open threads')).toBeTruthy();
  });

  it('say so where the thread of a link was deleted', async () => {
    await open(`?comment=${account(2)}`);
    expect(await within(await drawer()).findByText('This thread was deleted.')).toBeTruthy();
  });
});
