import type { KnowledgeDocument, KnowledgeRun, KnowledgeSource } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '55555555-5555-4555-8555-555555555555';
const document = (change: Partial<KnowledgeDocument> = {}): KnowledgeDocument => ({
  id: ID,
  name: 'fees.md',
  kind: 'markdown',
  audience: 'administrators',
  bytes: 2048,
  passages: 12,
  author: 'ada@alder.example',
  uploadedAt: '2026-01-20T08:00:00.000Z',
  ...change,
});
const LIST = 'GET /api/v1/knowledge';
const UPLOAD = 'POST /api/v1/knowledge';
const SOURCES = 'GET /api/v1/knowledge-sources';
const run = (change: Partial<KnowledgeRun> = {}): KnowledgeRun => ({
  id: '66666666-6666-4666-8666-666666666666',
  status: 'done',
  complete: true,
  startedBy: null,
  createdAt: '2026-01-20T08:00:00.000Z',
  startedAt: '2026-01-20T08:00:00.000Z',
  finishedAt: '2026-01-20T08:05:00.000Z',
  progress: { done: 3, of: 3 },
  added: 3,
  changed: 0,
  removed: 0,
  skipped: 0,
  skips: [],
  failure: null,
  ...change,
});
const source = (change: Partial<KnowledgeSource> = {}): KnowledgeSource => ({
  id: ID,
  name: 'Wiki',
  kind: 'cloud',
  url: 'https://alder.atlassian.net/wiki',
  email: 'reader@alder.example',
  spaces: [{ key: 'OPS', name: 'Operations' }],
  commonGroups: [],
  documents: 3,
  nextRunAt: '2026-01-20T08:30:00.000Z',
  lastRun: run(),
  createdBy: 'ada@alder.example',
  createdAt: '2026-01-20T08:00:00.000Z',
  ...change,
});
const openWith = async (...sources: KnowledgeSource[]) => {
  server.answers[LIST] = () => Response.json({ documents: [] });
  server.answers[SOURCES] = () => Response.json({ sources, folders: [] });
  await openPortal('/knowledge', person('tenant.admin'));
  await screen.findByRole('button', { name: 'Connect Confluence' });
};
const open = async (...documents: KnowledgeDocument[]) => {
  server.answers[SOURCES] = () => Response.json({ sources: [], folders: [] });
  server.answers[LIST] = () => Response.json({ documents });
  await openPortal('/knowledge', person('tenant.admin'));
  await screen.findByRole('heading', { name: /^Knowledge/ });
};
const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), file, { applyAccept: false });

it('lists documents with their state, and deletes one after a confirmation', async () => {
  await open(document());
  const item = within(await screen.findByRole('list', { name: 'Knowledge' }));
  expect(item.getByRole('link', { name: 'fees.md' }).getAttribute('href')).toBe(`/knowledge/${ID}`);
  expect(item.getByText(/Ready: 12 passages .* Administrators only/)).toBeTruthy();
  server.answers[`DELETE /api/v1/knowledge/${ID}`] = () => Response.json({ deleted: true });
  server.answers[LIST] = () => Response.json({ documents: [] });
  await userEvent.click(item.getByRole('button', { name: 'Delete fees.md' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete fees.md' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No documents yet')).toBeTruthy();
});

it('uploads a text with its audience, and says what became of it', async () => {
  await open(document({ name: 'old.txt' }));
  server.answers[UPLOAD] = () => Response.json(document({ name: 'notes.txt', passages: 1 }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who may read it' }), 'administrators');
  await choose(new File(['Şube saatleri 9–17'], 'notes.txt'));
  expect(await screen.findByText('notes.txt was added: 1 passage.')).toBeTruthy();
  expect(server.sent(UPLOAD)).toEqual([
    { name: 'notes.txt', kind: 'text', audience: 'administrators', content: 'Şube saatleri 9–17' },
  ]);
  await choose(new File(['# New'], 'old.txt'));
  expect(await screen.findByText(/was replaced/)).toBeTruthy();
});

it.each<[string, File, RegExp]>([
  ['another kind', new File(['x'], 'a.docx'), /ends in \.md, \.txt or \.pdf/],
  ['no text', new File([' \n'], 'a.md'), /contains no text/],
  ['another encoding', new File([new Uint8Array([0xff, 0xfe, 0x41])], 'a.txt'), /has to be in UTF-8/],
  ['too much', new File(['x'.repeat(500_001)], 'a.md'), /too large/],
])('does not send a file of %s, and says why', async (_what, file, text) => {
  await open();
  await choose(file);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(server.sent(UPLOAD)).toEqual([]);
});

it('sends a PDF in base64', async () => {
  await open();
  server.answers[UPLOAD] = () => Response.json(document({ name: 'fees.pdf', kind: 'pdf' }));
  await choose(new File(['%PDF-1.4'], 'fees.pdf'));
  expect(await screen.findByText('fees.pdf was added: 12 passages.')).toBeTruthy();
  expect(server.sent(UPLOAD)).toEqual([
    { name: 'fees.pdf', kind: 'pdf', audience: 'everyone', content: btoa('%PDF-1.4') },
  ]);
});

it('connects a site after testing it: the fields say what is missing, the test what is wrong', async () => {
  await openWith();
  await userEvent.click(screen.getByRole('button', { name: 'Connect Confluence' }));
  const form = within(await screen.findByRole('form', { name: 'Confluence site' }));
  await userEvent.click(form.getByRole('button', { name: 'Connect' }));
  for (const text of [
    'Enter a name.',
    /begins with https/,
    'Enter an email address.',
    'Enter the token.',
    /at least one space/,
  ])
    expect(form.getByText(text)).toBeTruthy();
  await userEvent.type(form.getByLabelText('Name'), 'Wiki');
  await userEvent.type(form.getByLabelText('Address'), 'https://alder.atlassian.net');
  await userEvent.type(form.getByLabelText('Email address of the account'), 'reader@alder.example');
  await userEvent.type(form.getByLabelText('API token'), 'secret');
  const TEST = 'POST /api/v1/knowledge-sources/test';
  server.answers[TEST] = () => Response.json({ failure: 'token', spaces: [] });
  await userEvent.click(form.getByRole('button', { name: 'Test connection' }));
  expect((await form.findByRole('alert')).textContent).toMatch(/does not accept the token/);
  server.answers[TEST] = () => Response.json({ failure: null, spaces: [{ key: 'OPS', name: 'Operations' }, { key: 'HR', name: 'People' }] }); // prettier-ignore
  await userEvent.click(form.getByRole('button', { name: 'Test connection' }));
  expect(await form.findByText('The connection works: 2 spaces.')).toBeTruthy();
  await userEvent.click(form.getByRole('checkbox', { name: 'Operations (OPS)' }));
  await userEvent.type(form.getByLabelText('Groups that include everyone'), 'confluence-users, Staff');
  const CREATE = 'POST /api/v1/knowledge-sources';
  server.answers[CREATE] = () => Response.json(source());
  server.answers[SOURCES] = () => Response.json({ sources: [source()], folders: [] });
  await userEvent.click(form.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByRole('listitem', { name: 'Wiki' })).toBeTruthy();
  expect(server.sent(CREATE)).toEqual([
    {
      name: 'Wiki',
      kind: 'cloud',
      url: 'https://alder.atlassian.net',
      email: 'reader@alder.example',
      token: 'secret',
      spaces: [{ key: 'OPS', name: 'Operations' }],
      commonGroups: ['confluence-users', 'staff'],
    },
  ]);
});

it('shows how the last run of a site went, its history, and what was skipped', async () => {
  const failed = run({
    status: 'failed',
    failure: 'rights',
    skipped: 2,
    skips: [{ title: 'photo.png', reason: 'kind' }],
  });
  server.answers[`GET /api/v1/knowledge-sources/${ID}/runs`] = () => Response.json({ runs: [failed] });
  await openWith(source({ lastRun: failed }));
  const item = within(await screen.findByRole('listitem', { name: 'Wiki' }));
  expect(item.getByText(/3 documents · Operations/)).toBeTruthy();
  expect(item.getByText(/Let it read the spaces and their restrictions/)).toBeTruthy();
  await userEvent.click(item.getByRole('button', { name: 'History of Wiki' }));
  expect(await item.findByText(/3 added · 0 changed · 0 removed · 2 skipped/)).toBeTruthy();
  expect(item.getByText('photo.png: this kind of file is not read')).toBeTruthy();
  expect(item.getByText('and 1 more')).toBeTruthy();
});

it('reads a site now, and disconnects it after a confirmation', async () => {
  await openWith(source());
  const item = within(await screen.findByRole('listitem', { name: 'Wiki' }));
  const RUN = `POST /api/v1/knowledge-sources/${ID}/runs`;
  server.answers[RUN] = () => Response.json(source());
  await userEvent.click(item.getByRole('button', { name: 'Read now: Wiki' }));
  await waitFor(() => expect(server.sent(RUN)).toHaveLength(1));
  server.answers[`DELETE /api/v1/knowledge-sources/${ID}`] = () => Response.json({ deleted: true });
  server.answers[SOURCES] = () => Response.json({ sources: [], folders: [] });
  await userEvent.click(item.getByRole('button', { name: 'Disconnect Wiki' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Wiki' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Wiki' })).toBeNull());
});

it('opens a document at the passage that an answer cites', async () => {
  server.answers[`GET /api/v1/knowledge/${ID}`] = () =>
    Response.json({
      id: ID,
      name: 'fees.md',
      file: null,
      uploadedAt: '2026-01-20T08:00:00.000Z',
      passages: [
        { place: 0, heading: 'Fees', text: 'All fees.', links: [] },
        { place: 1, heading: 'Fees › Wires', text: 'A wire costs $15.', links: [] },
      ],
    });
  await openPortal(`/knowledge/${ID}?passage=1`, person('tenant.user'));
  const cited = await screen.findByRole('region', { name: 'The cited passage' });
  expect(cited.textContent).toContain('A wire costs $15.');
  await waitFor(() => expect(globalThis.document.activeElement).toBe(cited));
});

it('shows where a file is, and its links lead to places in other files', async () => {
  const OTHER = '77777777-7777-4777-8777-777777777777';
  const documentOf = (id: string, name: string, links: object[]) =>
    Response.json({
      id,
      name,
      file: `handbook/${name}`,
      uploadedAt: '2026-01-20T08:00:00.000Z',
      passages: [
        { place: 0, heading: '', text: 'See cards, then fees.', links },
        { place: 1, heading: 'Loss', text: 'Call the branch.', links: [] },
      ],
    });
  const links = [
    { from: 4, to: 9, document: OTHER, passage: 1 },
    { from: 16, to: 20, document: OTHER, passage: null },
  ];
  server.answers[`GET /api/v1/knowledge/${ID}`] = () => documentOf(ID, 'wires.md', links);
  server.answers[`GET /api/v1/knowledge/${OTHER}`] = () => documentOf(OTHER, 'cards.md', []);
  await openPortal(`/knowledge/${ID}`, person('tenant.user'));
  expect(await screen.findByText(/^handbook\/wires\.md, as read on/)).toBeTruthy();
  expect(screen.getByText(/^See/).textContent).toBe('See cards, then fees.');
  expect(screen.getByRole('link', { name: 'fees' }).getAttribute('href')).toBe(`/knowledge/${OTHER}`);
  await userEvent.click(screen.getByRole('link', { name: 'cards' }));
  expect(await screen.findByRole('heading', { name: 'cards.md' })).toBeTruthy();
  const cited = await screen.findByRole('region', { name: 'The cited passage' });
  await waitFor(() => expect(globalThis.document.activeElement).toBe(cited));
});

it('shows folders with their runs, which administrators read again and do not change', async () => {
  const failed = run({
    status: 'failed',
    failure: 'folder',
    skipped: 1,
    skips: [{ title: 'out.md', reason: 'outside' }],
  });
  const handbook = { id: ID, name: 'handbook', documents: 2, nextRunAt: '2026-01-20T08:30:00.000Z', lastRun: failed };
  server.answers[LIST] = () => Response.json({ documents: [] });
  server.answers[SOURCES] = () => Response.json({ sources: [], folders: [handbook] });
  server.answers[`GET /api/v1/knowledge-sources/${ID}/runs`] = () => Response.json({ runs: [failed] });
  await openPortal('/knowledge', person('tenant.admin'));
  const item = within(await screen.findByRole('listitem', { name: 'handbook' }));
  expect(item.getByText('2 documents')).toBeTruthy();
  expect(item.getByText(/The server cannot read this folder/)).toBeTruthy();
  expect(item.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Read now', 'History']);
  await userEvent.click(item.getByRole('button', { name: 'History of handbook' }));
  expect(await item.findByText('out.md: leads out of the folder, so it is not read')).toBeTruthy();
  const RUN = `POST /api/v1/knowledge-sources/${ID}/runs`;
  server.answers[RUN] = () => Response.json(handbook);
  await userEvent.click(item.getByRole('button', { name: 'Read now: handbook' }));
  await waitFor(() => expect(server.sent(RUN)).toHaveLength(1));
});

it('says that a document is gone', async () => {
  server.answers[`GET /api/v1/knowledge/${ID}`] = () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
  await openPortal(`/knowledge/${ID}`, person('tenant.user'));
  expect(await screen.findByText('This document is not available')).toBeTruthy();
});
