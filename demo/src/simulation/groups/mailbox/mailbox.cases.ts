import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

type Query = Parameters<Api['request']>[1] & {};

const labels = (api: Api) => api.call('GET /api/apps/mailbox/labels');
const folders = (api: Api) => api.call('GET /api/apps/mailbox/folders');
const page = (api: Api, query: { folder?: string; filter?: string; label?: string; page?: number }) =>
  api.call('GET /api/apps/mailbox/mails', { query });
const read = (api: Api, id: string) => api.call('GET /api/apps/mailbox/mail', { query: { id } });
const change = (api: Api, id: string, mail: object) => api.call('PATCH /api/apps/mailbox/mail', { body: { id, mail } });
const addLabel = (api: Api, title: string) => api.call('POST /api/apps/mailbox/label', { body: { label: { title } } });

/** The mails of all pages. */
async function all(api: Api, query: { folder?: string; filter?: string; label?: string } = {}) {
  const { mails, pagination } = await page(api, query);
  for (let next = 2; next <= pagination.lastPage; next += 1)
    mails.push(...(await page(api, { ...query, page: next })).mails);
  return mails;
}

async function refused(api: Api, key: Parameters<Api['request']>[0], input: Query, field: string) {
  expect(await api.request(key, input)).toMatchObject({ status: 400, body: { error: { details: [{ field }] } } });
}

const unknown = (key: Parameters<Api['request']>[0], input: Query) => async (api: Api) => {
  expect(await api.request(key, input)).toEqual({ status: 200, body: null });
};

export const mailboxCases: Cases<'mailbox'> = {
  'GET /api/apps/mailbox/settings': {
    'the layout is right at first': async (api) => {
      expect(await api.call('GET /api/apps/mailbox/settings')).toEqual({ messageLayout: 'right' });
    },
  },
  'PATCH /api/apps/mailbox/settings': {
    'returns the merged settings': async (api) => {
      const settings = { messageLayout: 'bottom', singleKeys: false } as const;
      expect(await api.call('PATCH /api/apps/mailbox/settings', { body: { settings: {} } })).toEqual({
        messageLayout: 'right',
      });
      expect(await api.call('PATCH /api/apps/mailbox/settings', { body: { settings } })).toEqual(settings);
      expect(await api.call('GET /api/apps/mailbox/settings')).toEqual(settings);
    },
  },
  'GET /api/apps/mailbox/folders': {
    'inbox, sent, drafts, spam and trash among them': async (api) => {
      const slugs = (await folders(api)).map(({ slug }) => slug);
      expect(slugs).toEqual(expect.arrayContaining(['inbox', 'sent', 'drafts', 'spam', 'trash']));
      expect(slugs).toHaveLength(6);
    },
    'sent and trash count 0, drafts and spam their mails, others the unread ones': async (api) => {
      const sent = (await all(api, { folder: 'sent' }))[0]!;
      await change(api, sent.id, { unread: true });
      for (const { slug, count, id } of await folders(api)) {
        const mails = await all(api, { folder: slug });
        expect(mails.length).toBeGreaterThan(0);
        expect(mails.every(({ folder }) => folder === id)).toBe(true);
        if (slug === 'sent' || slug === 'trash') expect(count).toBe(0);
        else if (slug === 'drafts' || slug === 'spam') expect(count).toBe(mails.length);
        else expect(count).toBe(mails.filter(({ unread }) => unread).length);
      }
    },
  },
  'GET /api/apps/mailbox/filters': {
    'starred and important': async (api) => {
      expect((await api.call('GET /api/apps/mailbox/filters')).map(({ slug }) => slug)).toEqual([
        'starred',
        'important',
      ]);
    },
  },
  'GET /api/apps/mailbox/labels': {
    'each with a slug of its title and a color': async (api) => {
      expect((await labels(api)).map(({ title, slug }) => [title, slug])).toEqual([
        ['Personal', 'personal'],
        ['Work', 'work'],
        ['Payments', 'payments'],
        ['Invoices', 'invoices'],
        ['Accounts', 'accounts'],
        ['Forums', 'forums'],
      ]);
    },
    'titles in Turkish, slugs the same': async (api) => {
      const turkish = await api.call('GET /api/apps/mailbox/labels', { language: 'tr' });
      expect(turkish[2]).toMatchObject({ title: 'Ödemeler', slug: 'payments' });
    },
  },
  'POST /api/apps/mailbox/label': {
    'the slug is lower-cased, with single hyphens for spaces and without other characters': async (api) => {
      const before = await labels(api);
      const created = await addLabel(api, '  Board   Papers, 2026! ');
      expect(created).toMatchObject({ title: 'Board   Papers, 2026!', slug: 'board-papers-2026', color: '#f97316' });
      expect(await labels(api)).toEqual([...before, created]);
    },
    'a taken slug gets -1, then -2': async (api) => {
      const slugs = [];
      for (const title of ['Work', 'work', 'WORK?']) slugs.push((await addLabel(api, title)).slug);
      expect(slugs).toEqual(['work-1', 'work-2', 'work-3']);
    },
    'a title without any such character has a slug too': async (api) => {
      expect([(await addLabel(api, '€')).slug, (await addLabel(api, '£')).slug]).toEqual(['label', 'label-1']);
    },
    'any color is allowed': async (api) => {
      const label = { title: 'Sea', color: 'teal' };
      expect(await api.call('POST /api/apps/mailbox/label', { body: { label } })).toMatchObject(label);
    },
    'a blank title is rejected': (api) =>
      refused(api, 'POST /api/apps/mailbox/label', { body: { label: { title: '  ' } } }, 'label.title'),
  },
  'PATCH /api/apps/mailbox/label': {
    'the slug is updated': async (api) => {
      const before = await labels(api);
      const label = { title: 'Invoices', color: '#0b8a80' };
      const body = { id: before[1]!.id, label };
      expect(await api.call('PATCH /api/apps/mailbox/label', { body })).toEqual({
        id: before[1]!.id,
        ...label,
        slug: 'invoices-1',
      });
      expect((await labels(api)).map(({ slug }) => slug).slice(0, 4)).toEqual([
        'personal',
        'invoices-1',
        'payments',
        'invoices',
      ]);
      // Its own slug is not taken by another.
      expect(
        await api.call('PATCH /api/apps/mailbox/label', { body: { ...body, label: { title: 'Work' } } }),
      ).toMatchObject({ slug: 'work', color: '#0b8a80' });
    },
    'an unknown id returns null': unknown('PATCH /api/apps/mailbox/label', { body: { id: 'none', label: {} } }),
  },
  'DELETE /api/apps/mailbox/label': {
    'returns true, and no mail carries it any more': async (api) => {
      const work = (await labels(api)).find(({ slug }) => slug === 'work')!;
      const before = await all(api);
      expect(before.filter((mail) => mail.labels.includes(work.id)).length).toBeGreaterThan(10);
      expect(await api.call('DELETE /api/apps/mailbox/label', { query: { id: work.id } })).toBe(true);
      expect((await labels(api)).map(({ slug }) => slug)).not.toContain('work');
      expect(await all(api)).toEqual(
        before.map((mail) => ({ ...mail, labels: mail.labels.filter((id) => id !== work.id) })),
      );
    },
    'an unknown id returns null': unknown('DELETE /api/apps/mailbox/label', { query: { id: 'none' } }),
  },
  'GET /api/apps/mailbox/mails': {
    'a folder’s mails, the newest first, with counts of cc and bcc': async (api) => {
      const inbox = await all(api, { folder: 'inbox' });
      const dates = inbox.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(dates.every((date) => date <= api.now.toISOString())).toBe(true);
      for (const { cc, bcc, ccCount, bccCount } of inbox) expect([ccCount, bccCount]).toEqual([cc.length, bcc.length]);
      expect(inbox.some(({ ccCount }) => ccCount > 1)).toBe(true);
      expect(await all(api, { folder: 'no-such' })).toEqual([]);
    },
    'a filter’s mails, by the name of a boolean field': async (api) => {
      const mails = await all(api);
      for (const filter of ['starred', 'important', 'unread'] as const) {
        const filtered = await all(api, { filter });
        expect(filtered.map(({ id }) => id)).toEqual(mails.filter((mail) => mail[filter]).map(({ id }) => id));
        expect(filtered.length).toBeGreaterThan(3);
      }
      expect(await all(api, { filter: 'subject' })).toEqual([]);
    },
    'a label’s mails, by its slug': async (api) => {
      const label = (await labels(api))[3]!;
      const labeled = await all(api, { label: label.slug });
      expect(labeled).toEqual((await all(api)).filter((mail) => mail.labels.includes(label.id)));
      expect(labeled.length).toBeGreaterThan(4);
      expect(await all(api, { label: 'no-such' })).toEqual([]);
    },
    'ten a page, the first without a page, indices from 0 with both ends included': async (api) => {
      const inbox = await all(api, { folder: 'inbox' });
      expect(inbox).toHaveLength(28);
      const first = await page(api, { folder: 'inbox' });
      expect(first).toEqual({
        mails: inbox.slice(0, 10),
        pagination: { totalResults: 28, resultsPerPage: 10, currentPage: 1, lastPage: 3, startIndex: 0, endIndex: 9 },
      });
      const last = await page(api, { folder: 'inbox', page: 3 });
      expect(last.mails).toEqual(inbox.slice(20));
      expect(last.pagination).toMatchObject({ currentPage: 3, startIndex: 20, endIndex: 27 });
    },
    'a page beyond the last returns no mails, and only the last page': async (api) => {
      expect(await page(api, { folder: 'inbox', page: 4 })).toEqual({ mails: [], pagination: { lastPage: 3 } });
    },
    'an empty selection has one page': async (api) => {
      const { slug } = await addLabel(api, 'Nothing yet');
      expect(await page(api, { label: slug })).toMatchObject({
        mails: [],
        pagination: { totalResults: 0, lastPage: 1 },
      });
      expect(await page(api, { label: slug, page: 2 })).toEqual({ mails: [], pagination: { lastPage: 1 } });
    },
    'about seventy, in six folders, with up to five labels each, in both languages': async (api) => {
      const mails = await all(api);
      expect(mails).toHaveLength(70);
      expect(new Set(mails.map(({ folder }) => folder)).size).toBe(6);
      expect(Math.max(...mails.map((mail) => mail.labels.length))).toBe(5);
      const turkish = await api.call('GET /api/apps/mailbox/mails', { language: 'tr' });
      for (const [index, mail] of turkish.mails.entries()) {
        expect(mail.subject).not.toBe(mails[index]!.subject);
        expect(mail.content).not.toBe(mails[index]!.content);
      }
      const files = mails.flatMap(({ attachments }) => attachments);
      expect(new Set(files.map(({ type }) => type))).toEqual(new Set(['application/pdf', 'image/png', 'image/jpeg']));
      for (const { size } of files) expect(size).toSatisfy((bytes: number) => bytes >= 14_000 && bytes <= 243_500);
    },
    'a document that is attached opens: each object lies where its table says': async (api) => {
      const files = (await all(api)).flatMap(({ attachments }) => attachments);
      const documents = files.filter(({ type }) => type === 'application/pdf');
      expect(documents.length).toBeGreaterThan(5);
      for (const { downloadUrl, name } of documents) {
        const file = Buffer.from(downloadUrl.replace('data:application/pdf;base64,', ''), 'base64').toString('latin1');
        const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1]);
        expect(file.slice(table)).toMatch(/^xref\n0 5\n/);
        const offsets = [...file.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset));
        for (const [index, offset] of offsets.entries())
          expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
        expect(file).toContain(name.slice(0, -4));
      }
    },
    'a search finds words of subject, text, people and files, in any case and order': async (api) => {
      const found = async (search: string, language: 'en' | 'tr' = 'en') =>
        (await api.call('GET /api/apps/mailbox/mails', { query: { search }, language })).mails.map(({ id }) => id);
      const [first] = (await page(api, { folder: 'inbox' })).mails;
      for (const words of ['NOON pricing', 'quarter point', 'demirci', 'rate sheet.pdf', 'achebe auto loan'])
        expect(await found(words)).toContain(first!.id);
      expect(await found('tasit KREDISI', 'tr')).toContain(first!.id);
      expect(await found('noon xyzzy')).toEqual([]);
      expect(await found('  ')).toHaveLength(10);
    },
    'there is no page 0': (api) =>
      refused(api, 'GET /api/apps/mailbox/mails', { query: { folder: 'inbox', page: 0 } }, 'page'),
  },
  'GET /api/apps/mailbox/mail': {
    'returns the mail': async (api) => {
      const { ccCount, bccCount, ...listed } = (await page(api, { folder: 'inbox' })).mails[0]!;
      expect([ccCount, bccCount]).toEqual([2, 0]);
      expect(await read(api, listed.id)).toEqual(listed);
    },
    'an unknown id returns null': unknown('GET /api/apps/mailbox/mail', { query: { id: 'none' } }),
  },
  'POST /api/apps/mailbox/mail': {
    'a sent one is from the user, of now, and the first of the sent ones': async (api) => {
      const mail = { to: 'aylin@elmwood.example', subject: 'Agreed', content: 'Go ahead.\nDeniz' };
      const created = await api.call('POST /api/apps/mailbox/mail', { body: { mail } });
      expect(created).toMatchObject({ ...mail, date: api.now.toISOString(), unread: false, cc: [] });
      expect(created.from.contact).toContain('<demo@rise.example>');
      expect((await page(api, { folder: 'sent' })).mails[0]).toEqual({ ...created, ccCount: 0, bccCount: 0 });
    },
    'a draft is kept among the drafts, and needs no address': async (api) => {
      const created = await api.call('POST /api/apps/mailbox/mail', {
        body: { mail: { subject: 'Later', draft: true } },
      });
      expect((await page(api, { folder: 'drafts' })).mails[0]!.id).toBe(created.id);
      expect((await folders(api)).find(({ slug }) => slug === 'drafts')!.count).toBe(5);
    },
    'formatted text comes with its plain form, and several addresses are allowed': async (api) => {
      const mail = { to: 'a@elmwood.example, B <b@elmwood.example>', content: 'Now', html: '<b>Now</b>' };
      expect(await api.call('POST /api/apps/mailbox/mail', { body: { mail } })).toMatchObject(mail);
    },
    'a mail without recipients is rejected': (api) =>
      refused(api, 'POST /api/apps/mailbox/mail', { body: { mail: { subject: 'Hello' } } }, 'mail.to'),
  },
  'PATCH /api/apps/mailbox/mail': {
    'returns the merged one, and the others stay': async (api) => {
      const [first, ...others] = await all(api);
      const { ccCount, bccCount, ...before } = first!;
      const after = await change(api, before.id, { starred: true, important: false, unread: false });
      expect(after).toEqual({ ...before, starred: true, important: false, unread: false });
      expect(await all(api)).toEqual([{ ...after, ccCount, bccCount }, ...others]);
    },
    'folder and counts follow': async (api) => {
      const [before, { id: spam }] = [await folders(api), (await folders(api)).find(({ slug }) => slug === 'spam')!];
      const mail = (await page(api, { folder: 'inbox' })).mails.find(({ unread }) => unread)!;
      await change(api, mail.id, { folder: spam });
      const count = (list: typeof before, name: string) => list.find(({ slug }) => slug === name)!.count;
      const after = await folders(api);
      expect(count(after, 'inbox')).toBe(count(before, 'inbox') - 1);
      expect(count(after, 'spam')).toBe(count(before, 'spam') + 1);
      expect((await all(api, { folder: 'spam' })).map(({ id }) => id)).toContain(mail.id);
    },
    'a mail sent back whole keeps both languages': async (api) => {
      const { id } = (await page(api, { folder: 'inbox' })).mails[0]!;
      const request = { query: { id }, language: 'tr' as const };
      const turkish = await api.call('GET /api/apps/mailbox/mail', request);
      await change(api, id, { ...(await read(api, id)), starred: true });
      expect(await api.call('GET /api/apps/mailbox/mail', request)).toEqual({ ...turkish, starred: true });
    },
    'an unknown folder or label is rejected, and nothing changes': async (api) => {
      const { id } = (await page(api, { folder: 'inbox' })).mails[0]!;
      const before = await read(api, id);
      const key = 'PATCH /api/apps/mailbox/mail';
      await refused(api, key, { body: { id, mail: { starred: true, folder: 'attic' } } }, 'mail.folder');
      await refused(api, key, { body: { id, mail: { starred: true, labels: ['attic'] } } }, 'mail.labels.0');
      expect(await read(api, id)).toEqual(before);
    },
    'a draft that is moved to the sent ones is sent now, if it has an address': async (api) => {
      const sent = (await folders(api)).find(({ slug }) => slug === 'sent')!.id;
      const { id } = (await page(api, { folder: 'drafts' })).mails[0]!;
      const key = 'PATCH /api/apps/mailbox/mail';
      await refused(api, key, { body: { id, mail: { folder: sent, to: '' } } }, 'mail.to');
      expect(await change(api, id, { folder: sent })).toMatchObject({ folder: sent, date: api.now.toISOString() });
    },
    'an unknown id returns null': unknown('PATCH /api/apps/mailbox/mail', { body: { id: 'none', mail: {} } }),
  },
  'PATCH /api/apps/mailbox/mails': {
    'what the user wrote keeps where it belongs while it is elsewhere': async (api) => {
      const idOf = async (slug: string) => (await folders(api)).find((folder) => folder.slug === slug)!.id;
      for (const slug of ['drafts', 'sent'] as const) {
        const { id } = (await page(api, { folder: slug })).mails[0]!;
        await change(api, id, { folder: await idOf('trash') });
        expect(await read(api, id)).toMatchObject({ origin: slug });
        await change(api, id, { folder: await idOf(slug) });
        expect(await read(api, id)).not.toHaveProperty('origin');
        await api.call('DELETE /api/apps/mailbox/mail', { query: { id } });
        expect(await read(api, id)).toMatchObject({ origin: slug });
      }
      const { id } = (await page(api, { folder: 'inbox' })).mails[0]!;
      await change(api, id, { folder: await idOf('archive') });
      expect(await read(api, id)).not.toHaveProperty('origin');
    },
    'returns those that were there, merged, and the others stay': async (api) => {
      const before = await all(api);
      const [first, second] = (await page(api, { folder: 'inbox' })).mails;
      const archive = (await folders(api)).find(({ slug }) => slug === 'archive')!.id;
      const mails = [
        { id: first!.id, mail: { folder: archive } },
        { id: 'none', mail: { starred: true } },
        { id: second!.id, mail: { starred: !second!.starred } },
      ];
      const changed = await api.call('PATCH /api/apps/mailbox/mails', { body: { mails } });
      expect(changed).toMatchObject([
        { id: first!.id, folder: archive, subject: first!.subject },
        { id: second!.id, starred: !second!.starred },
      ]);
      const others = (mail: { id: string }) => mail.id !== first!.id && mail.id !== second!.id;
      expect((await all(api)).filter(others)).toEqual(before.filter(others));
    },
    'with one that is not valid, none is changed': async (api) => {
      const before = await all(api);
      const mails = [
        { id: before[0]!.id, mail: { starred: !before[0]!.starred } },
        { id: before[1]!.id, mail: { folder: 'none' } },
      ];
      await refused(api, 'PATCH /api/apps/mailbox/mails', { body: { mails } }, 'mails.1.mail.folder');
      expect(await all(api)).toEqual(before);
    },
  },
  'DELETE /api/apps/mailbox/mails': {
    'returns the ids of those that were in the trash, and they are gone': async (api) => {
      const before = await all(api);
      const [first, second] = await all(api, { folder: 'trash' });
      const [received] = (await page(api, { folder: 'inbox' })).mails;
      const ids = [first!.id, second!.id, received!.id, 'none'];
      const deleted = await api.call('DELETE /api/apps/mailbox/mails', { body: { ids } });
      expect(deleted.toSorted()).toEqual([first!.id, second!.id].toSorted());
      expect(await all(api)).toEqual(before.filter(({ id }) => !deleted.includes(id)));
      await api.call('POST /api/apps/mailbox/restore', { body: { ids: deleted } });
      expect(await all(api)).toEqual(before);
    },
  },
  'DELETE /api/apps/mailbox/trash': {
    'returns the ids of the mails that were there, and all others stay': async (api) => {
      const [before, trash] = [await all(api), await all(api, { folder: 'trash' })];
      const ids = trash.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(1);
      const answer = await api.call('DELETE /api/apps/mailbox/trash');
      expect(answer.toSorted()).toEqual(ids.toSorted());
      expect(await all(api)).toEqual(before.filter(({ id }) => !ids.includes(id)));
      expect(await api.call('DELETE /api/apps/mailbox/trash')).toEqual([]);
    },
  },
  'POST /api/apps/mailbox/restore': {
    'mails that were deleted permanently are there again as they were, in both languages': async (api) => {
      const [first] = await all(api, { folder: 'trash' });
      const turkish = () => api.call('GET /api/apps/mailbox/mail', { query: { id: first!.id }, language: 'tr' });
      const before = [await all(api), await turkish()];
      await api.call('DELETE /api/apps/mailbox/mail', { query: { id: first!.id } });
      const ids = [first!.id, 'none'];
      expect(await api.call('POST /api/apps/mailbox/restore', { body: { ids } })).toEqual([first!.id]);
      expect([await all(api), await turkish()]).toEqual(before);
      const emptied = await api.call('DELETE /api/apps/mailbox/trash');
      await api.call('POST /api/apps/mailbox/restore', { body: { ids: emptied } });
      expect(await all(api)).toEqual(before[0]);
      expect(await api.call('POST /api/apps/mailbox/restore', { body: { ids } })).toEqual([]);
    },
    'a label deleted meanwhile does not return with them': async (api) => {
      const label = await addLabel(api, 'Old');
      const [mail] = await all(api, { folder: 'trash' });
      await change(api, mail!.id, { labels: [label.id] });
      const ids = await api.call('DELETE /api/apps/mailbox/trash');
      await api.call('DELETE /api/apps/mailbox/label', { query: { id: label.id } });
      await api.call('POST /api/apps/mailbox/restore', { body: { ids } });
      expect((await read(api, mail!.id))!.labels).toEqual([]);
    },
  },
  'DELETE /api/apps/mailbox/mail': {
    'moves it to the trash, and from there it is gone': async (api) => {
      const { id } = (await page(api, { folder: 'inbox' })).mails[0]!;
      const remove = () => api.call('DELETE /api/apps/mailbox/mail', { query: { id } });
      expect(await remove()).toBe(true);
      expect((await page(api, { folder: 'trash' })).mails.map((mail) => mail.id)).toContain(id);
      expect(await remove()).toBe(true);
      expect([await read(api, id), await remove()]).toEqual([null, null]);
    },
    'an unknown id returns null': unknown('DELETE /api/apps/mailbox/mail', { query: { id: 'none' } }),
  },
};
