import type { KnowledgeDocument } from '@rise/contract';
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
const open = async (...documents: KnowledgeDocument[]) => {
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
  ['another kind', new File(['x'], 'a.pdf'), /ends in \.md or \.txt/],
  ['no text', new File([' \n'], 'a.md'), /contains no text/],
  ['another encoding', new File([new Uint8Array([0xff, 0xfe, 0x41])], 'a.txt'), /not text in UTF-8/],
  ['too much', new File(['x'.repeat(500_001)], 'a.md'), /too large/],
])('does not send a file of %s, and says why', async (_what, file, text) => {
  await open();
  await choose(file);
  expect((await screen.findByRole('alert')).textContent).toMatch(text);
  expect(server.sent(UPLOAD)).toEqual([]);
});

it('opens a document at the passage that an answer cites', async () => {
  server.answers[`GET /api/v1/knowledge/${ID}`] = () =>
    Response.json({
      id: ID,
      name: 'fees.md',
      uploadedAt: '2026-01-20T08:00:00.000Z',
      passages: [
        { place: 0, heading: 'Fees', text: 'All fees.' },
        { place: 1, heading: 'Fees › Wires', text: 'A wire costs $15.' },
      ],
    });
  await openPortal(`/knowledge/${ID}?passage=1`, person('tenant.user'));
  const cited = await screen.findByRole('region', { name: 'The cited passage' });
  expect(cited.textContent).toContain('A wire costs $15.');
  await waitFor(() => expect(globalThis.document.activeElement).toBe(cited));
});

it('says that a document is gone', async () => {
  server.answers[`GET /api/v1/knowledge/${ID}`] = () =>
    Response.json({ error: { code: 'NOT_FOUND', message: 'x', requestId: 'r' } }, { status: 404 });
  await openPortal(`/knowledge/${ID}`, person('tenant.user'));
  expect(await screen.findByText('This document is not available')).toBeTruthy();
});
