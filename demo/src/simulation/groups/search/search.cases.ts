import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const search = (api: Api, query: string, language: 'en' | 'tr' = 'en') =>
  api.call('POST /api/common/search', { body: { query }, language });

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
};
