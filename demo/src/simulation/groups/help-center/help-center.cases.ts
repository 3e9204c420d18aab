import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const faqs = (api: Api, slug?: string) => api.call('GET /api/apps/help-center/faqs', { query: { slug } });
const guides = (api: Api, query: { slug?: string; limit?: number } = {}) =>
  api.call('GET /api/apps/help-center/guides', { query });
const guide = (api: Api, categorySlug: string, guideSlug: string, language: 'en' | 'tr' = 'en') =>
  api.call('GET /api/apps/help-center/guide', { query: { categorySlug, guideSlug }, language });

const search = (api: Api, query: string) => api.call('GET /api/apps/help-center/search', { query: { query } });
const draft = (api: Api) => api.call('GET /api/apps/help-center/support/draft');
const sent = (api: Api) => api.call('GET /api/apps/help-center/support/messages');
const ANY_ID = '3d63d92e-b649-4ff6-ab6a-244b2177eac9';
const MESSAGE = { name: 'Ada Demir', email: 'ada@elm.example', subject: 'A question', message: 'How do I …?' };
const send = (api: Api, message: typeof MESSAGE) =>
  api.call('POST /api/apps/help-center/support/message', { body: { message } });

/** Without a slug, the call returns a list. */
const listed = <T>(answer: T | T[] | null): T[] => answer as T[];

export const helpCenterCases: Cases<'helpCenter'> = {
  'GET /api/apps/help-center/faqs': {
    'without a slug every category with its questions': async (api) => {
      const categories = listed(await faqs(api)) as { id: string; title: string; faqs: { categoryId: string }[] }[];
      expect(categories.map(({ title }) => title)).toEqual([
        'Most asked',
        'General inquiries',
        'Licenses',
        'Payments',
        'Support',
      ]);
      for (const { id, faqs } of categories) {
        expect(faqs.length).toBeGreaterThanOrEqual(3);
        expect(new Set(faqs.map(({ categoryId }) => categoryId))).toEqual(new Set([id]));
      }
    },
    'with a slug that category with its questions': async (api) => {
      expect(await faqs(api, 'licenses')).toEqual(listed(await faqs(api))[2]);
      const turkish = await api.call('GET /api/apps/help-center/faqs', { query: { slug: 'licenses' }, language: 'tr' });
      expect(turkish).toMatchObject({ slug: 'licenses', title: 'Lisanslar' });
    },
    'an unknown slug returns null': async (api) => expect(await faqs(api, 'nothing')).toBeNull(),
  },
  'GET /api/apps/help-center/guides': {
    'with a slug the category with all its guides': async (api) => {
      const category = await guides(api, { slug: 'getting-started' });
      expect(category).toMatchObject({ slug: 'getting-started', title: 'Getting Started' });
      expect((category as { guides: unknown[] }).guides).toHaveLength(8);
    },
    'without a slug every category with the first five, how many are visible and how many there are': async (api) => {
      const [first, second, ...rest] = listed(await guides(api)) as { guides: unknown[]; title: string }[];
      expect(first).toMatchObject({ title: 'Getting Started', visibleGuides: 5, totalGuides: 8 });
      expect(first!.guides).toHaveLength(5);
      expect(second).toMatchObject({ title: 'Projects', visibleGuides: 5, totalGuides: 4 });
      expect(second!.guides).toHaveLength(4);
      expect(rest.map(({ title }) => title)).toEqual(['Settings', 'Payments', 'Your Account']);
    },
    'with a limit so many': async (api) => {
      const [first] = listed(await guides(api, { limit: 2 })) as { guides: unknown[] }[];
      expect(first).toMatchObject({ visibleGuides: 2, totalGuides: 8 });
      expect(first!.guides).toHaveLength(2);
      const answer = await api.request('GET /api/apps/help-center/guides', { query: { limit: 'many' } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'limit' }] } } });
    },
    'an unknown slug returns null': async (api) => expect(await guides(api, { slug: 'nothing' })).toBeNull(),
  },
  'GET /api/apps/help-center/guide': {
    'returns the category with the guide and its content': async (api) => {
      const answer = await guide(api, 'settings', 'light-and-dark');
      const { guides: all, ...category } = (await guides(api, { slug: 'settings' })) as { guides: object[] };
      expect(answer).toMatchObject({ ...category, guides: [all[0]] });
      expect(answer!.guides).toHaveLength(1);
      expect(answer!.guides[0].content).toMatch(
        /^<p>Follow your device.*<\/p><ol>(<li>.+<\/li>)+<\/ol><h2>.+<\/h2><p>.+<\/p>$/,
      );
      const turkish = await guide(api, 'settings', 'light-and-dark', 'tr');
      expect(turkish!.guides[0].content).toContain('<li>Üst çubuktaki dişliyle “Görünüm ayarları”nı açın.');
    },
    'an unknown guide returns null': async (api) => {
      expect(await guide(api, 'settings', 'nothing')).toBeNull();
      expect(await guide(api, 'nothing', 'light-and-dark')).toBeNull();
    },
  },
  'GET /api/apps/help-center/search': {
    'finds questions and guides with all words, those with the words in the title first': async (api) => {
      const hits = await search(api, 'invoice print');
      expect(hits[0]).toMatchObject({ type: 'guide', slug: 'print-an-invoice', category: { slug: 'payments' } });
      expect(await search(api, 'invoice elephant')).toEqual([]);
      expect((await search(api, 'licensed under mit'))[0]).toMatchObject({ type: 'faq', title: 'And the icons?' });
    },
    'looks into the content of guides, and shows the passage': async (api) => {
      const [hit] = await search(api, 'Margins');
      expect(hit).toMatchObject({ slug: 'print-an-invoice' });
      expect(hit!.excerpt).toContain('margins');
    },
    'is in the language of the request': async (api) => {
      const query = { query: 'fatura yazdir' };
      const hits = await api.call('GET /api/apps/help-center/search', { query, language: 'tr' });
      expect(hits[0]!.title).toBe('Fatura yazdırın');
    },
    'a blank query returns an empty list': async (api) => expect(await search(api, ' ')).toEqual([]),
  },
  'GET /api/apps/help-center/votes': {
    'returns none before the first vote': async (api) =>
      expect(await api.call('GET /api/apps/help-center/votes')).toEqual([]),
  },
  'PATCH /api/apps/help-center/vote': {
    'keeps one vote for each, and null takes it back': async (api) => {
      const vote = (isHelpful: boolean | null) =>
        api.call('PATCH /api/apps/help-center/vote', { body: { id: ANY_ID, isHelpful } });
      expect(await vote(true)).toEqual([{ id: ANY_ID, isHelpful: true }]);
      expect(await vote(false)).toEqual([{ id: ANY_ID, isHelpful: false }]);
      expect(await api.call('GET /api/apps/help-center/votes')).toEqual([{ id: ANY_ID, isHelpful: false }]);
      expect(await vote(null)).toEqual([]);
    },
  },
  'GET /api/apps/help-center/support/draft': {
    'starts with the name and address of the visitor': async (api) => {
      const user = await api.call('GET /api/common/user');
      expect(await draft(api)).toEqual({ name: user.name, email: user.email, subject: '', message: '' });
    },
  },
  'PATCH /api/apps/help-center/support/draft': {
    'returns the merged draft': async (api) => {
      const before = await draft(api);
      const body = { draft: { subject: 'A question' } };
      const after = await api.call('PATCH /api/apps/help-center/support/draft', { body });
      expect(after).toEqual({ ...before, subject: 'A question' });
      expect(await draft(api)).toEqual(after);
    },
  },
  'GET /api/apps/help-center/support/messages': {
    'returns none before the first is sent': async (api) => expect(await sent(api)).toEqual([]),
  },
  'POST /api/apps/help-center/support/message': {
    'the new one has a new id and comes first, and the draft keeps name and address only': async (api) => {
      const first = await send(api, { ...MESSAGE, subject: 'First' });
      const second = await send(api, MESSAGE);
      expect(second).toMatchObject(MESSAGE);
      expect(await sent(api)).toEqual([second, first]);
      expect(await draft(api)).toEqual({ name: 'Ada Demir', email: 'ada@elm.example', subject: '', message: '' });
    },
    'a blank field or a wrong address is rejected': async (api) => {
      for (const change of [{ subject: ' ' }, { message: '' }, { email: 'ada' }]) {
        const body = { message: { ...MESSAGE, ...change } };
        const answer = await api.request('POST /api/apps/help-center/support/message', { body });
        expect(answer).toMatchObject({ status: 400 });
      }
      expect(await sent(api)).toEqual([]);
    },
  },
};
