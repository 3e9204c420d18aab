import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const faqs = (api: Api, slug?: string) => api.call('GET /api/apps/help-center/faqs', { query: { slug } });
const guides = (api: Api, query: { slug?: string; limit?: number } = {}) =>
  api.call('GET /api/apps/help-center/guides', { query });
const guide = (api: Api, categorySlug: string, guideSlug: string, language: 'en' | 'tr' = 'en') =>
  api.call('GET /api/apps/help-center/guide', { query: { categorySlug, guideSlug }, language });

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
      expect((category as { guides: unknown[] }).guides).toHaveLength(7);
    },
    'without a slug every category with the first five, how many are visible and how many there are': async (api) => {
      const [first, second, ...rest] = listed(await guides(api)) as { guides: unknown[]; title: string }[];
      expect(first).toMatchObject({ title: 'Getting Started', visibleGuides: 5, totalGuides: 7 });
      expect(first!.guides).toHaveLength(5);
      expect(second).toMatchObject({ title: 'Projects', visibleGuides: 5, totalGuides: 4 });
      expect(second!.guides).toHaveLength(4);
      expect(rest.map(({ title }) => title)).toEqual(['Settings', 'Payments', 'Your Account']);
    },
    'with a limit so many': async (api) => {
      const [first] = listed(await guides(api, { limit: 2 })) as { guides: unknown[] }[];
      expect(first).toMatchObject({ visibleGuides: 2, totalGuides: 7 });
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
      expect(answer!.guides[0].content).toMatch(/^<p>Follow your device.*<\/p><ol>(<li>.+<\/li>)+<\/ol>$/);
      const turkish = await guide(api, 'settings', 'light-and-dark', 'tr');
      expect(turkish!.guides[0].content).toContain('<li>Ayar çekmecesini açın.</li>');
    },
    'an unknown guide returns null': async (api) => {
      expect(await guide(api, 'settings', 'nothing')).toBeNull();
      expect(await guide(api, 'nothing', 'light-and-dark')).toBeNull();
    },
  },
};
