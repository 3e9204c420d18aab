import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const search = (api: Api, query: string, language: 'en' | 'tr' = 'en') =>
  api.call('POST /api/common/search', { body: { query }, language });

const records = (api: Api, query: string) => api.call('POST /api/common/search/records', { body: { query } });

export const searchCases: Cases<'search'> = {
  'POST /api/common/search': {
    'returns sets of contacts, pages and tasks': async (api) => {
      const sets = await search(api, 'in');
      expect(sets.map(({ id, label }) => [id, label])).toEqual([
        ['contacts', 'Contacts'],
        ['pages', 'Pages'],
        ['tasks', 'Tasks'],
      ]);
      for (const { results } of sets)
        for (const { title, highlights } of results)
          for (const [start, end] of highlights) expect(['in', 'ın']).toContain(title.slice(start, end).toLowerCase());
    },
    'labels are in the language of the request': async (api) => {
      const labels = async (language: 'en' | 'tr') => (await search(api, 'an', language)).map(({ label }) => label);
      expect(await labels('en')).toEqual(['Contacts', 'Pages', 'Tasks']);
      expect(await labels('tr')).toEqual(['Kişiler', 'Sayfalar', 'Görevler']);
    },
    'each result has a link and a value': async (api) => {
      const [contacts] = await search(api, 'priya');
      const [result] = contacts!.results;
      expect(result).toMatchObject({ title: 'Priya Raghunathan', value: 'Priya Raghunathan', detail: 'Data analyst' });
      expect(result!.link).toBe(`/apps/contacts/${result!.id}`);
      const [pages] = await search(api, 'posta', 'tr');
      expect(pages!.results[0]).toMatchObject({ link: '/apps/mailbox', value: 'Posta kutusu' });
      const [tasks] = await search(api, 'screen reader');
      expect(tasks!.results[0]).toMatchObject({ completed: true, value: 'Test with a screen reader' });
    },
    'sets without hits are left out': async (api) => {
      expect((await search(api, 'scrumboard')).map(({ id }) => id)).toEqual(['pages']);
      expect(await search(api, 'zzzz qqqq')).toEqual([]);
    },
    'a blank query returns an empty list': async (api) => {
      for (const query of ['', '   ']) expect(await search(api, query)).toEqual([]);
    },
    'finds what was written just now, with either i and without accents': async (api) => {
      const { id } = await api.call('POST /api/apps/contacts/contact', { body: {} });
      await api.call('PATCH /api/apps/contacts/contact', { body: { id, contact: { name: 'Işıl Öztürk' } } });
      for (const query of ['isil', 'IŞIL', 'ozturk'])
        expect((await search(api, query))[0]!.results.map((result) => result.id)).toEqual([id]);
    },
  },
  'POST /api/common/search/records': {
    'finds records of each app by all words, in any order, and titles first': async (api) => {
      const [mail] = (await api.call('GET /api/apps/mailbox/mails', { query: { folder: 'inbox', page: 1 } })).mails!;
      const words = mail!.subject.split(' ').toReversed().join(' ');
      const [mails] = await records(api, words);
      expect(mails).toMatchObject({ id: 'mails', label: 'Mails' });
      expect(mails!.results[0]).toMatchObject({ id: mail!.id, link: `/apps/mailbox/inbox/1/${mail!.id}` });
      expect(mails!.results[0]!.highlights.length).toBeGreaterThan(0);
      const found = new Set<string>();
      for (const query of ['re', 'an', 'pdf', 'print', 'phishing'])
        for (const { id } of await records(api, query)) found.add(id);
      expect([...found].toSorted()).toEqual(
        ['boards', 'cards', 'chats', 'courses', 'files', 'guides', 'mails', 'notes', 'products'].toSorted(),
      );
    },
    'finds what was written just now': async (api) => {
      const { id } = await api.call('POST /api/apps/notes', { body: { note: { title: 'Zebra crossing' } } });
      expect((await records(api, 'crossing zebra'))[0]!.results[0]!.id).toBe(id);
      await api.call('PATCH /api/apps/notes', { body: { updatedNote: { id, title: 'Elephant' } } });
      expect(await records(api, 'zebra')).toEqual([]);
      expect((await records(api, 'elephant'))[0]!.results[0]!.link).toBe(`/apps/notes/${id}`);
    },
    'a blank query returns an empty list': async (api) => expect(await records(api, ' ')).toEqual([]),
  },
};
