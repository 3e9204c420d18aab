import { DEMO_USER } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import type { Group } from '../../group.ts';
import { duplicates, removeById } from '../../records.ts';
import { contentOf, guidesOf, loadFaqs, loadGuides } from './help-content.ts';
import { findHelp } from './help-search.ts';

/** Guides were last changed a few days apart. */
const DAYS_APART = 6;

export const helpCenter: Group<'helpCenter'> = {
  name: 'helpCenter',
  seed: () => ({
    draft: { name: DEMO_USER.name, email: DEMO_USER.email, subject: '', message: '' },
    messages: [],
    votes: [],
  }),
  findIssues: ({ messages, votes }) => [...duplicates('message', messages), ...duplicates('vote', votes)],
  handlers: {
    'GET /api/apps/help-center/faqs': {
      read: async (_, { query: { slug } }) => {
        const categories = await loadFaqs();
        return slug === undefined ? categories : (categories.find((one) => one.slug === slug) ?? null);
      },
    },
    'GET /api/apps/help-center/guides': {
      read: async (_, { query: { slug, limit } }) => {
        const categories = (await loadGuides()).map(guidesOf);
        if (slug !== undefined) return categories.find((one) => one.slug === slug) ?? null;
        return categories.map((category) => ({
          ...category,
          visibleGuides: limit,
          totalGuides: category.guides.length,
          guides: category.guides.slice(0, limit),
        }));
      },
    },
    'GET /api/apps/help-center/guide': {
      read: async (_, { query: { categorySlug, guideSlug }, now }) => {
        const category = (await loadGuides()).find(({ slug }) => slug === categorySlug);
        const index = category?.guides.findIndex(({ slug }) => slug === guideSlug) ?? -1;
        if (!category || index < 0) return null;
        const output = guidesOf(category);
        const updatedAt = dayFrom(now, -DAYS_APART * (index + 1));
        return {
          ...output,
          guides: [{ ...output.guides[index]!, content: contentOf(category.guides[index]!), updatedAt }],
        };
      },
    },
    'GET /api/apps/help-center/search': {
      read: (_, { query: { query }, language }) => findHelp(query, language),
    },
    'GET /api/apps/help-center/votes': { withoutInput: true, read: ({ votes }) => votes },
    'PATCH /api/apps/help-center/vote': {
      write: ({ votes }, { body: { id, isHelpful } }) => {
        removeById(votes, id);
        if (isHelpful !== null) votes.push({ id, isHelpful });
        return votes;
      },
    },
    'GET /api/apps/help-center/support/draft': { withoutInput: true, read: ({ draft }) => draft },
    'PATCH /api/apps/help-center/support/draft': {
      write: ({ draft }, { body }) => Object.assign(draft, body.draft),
    },
    'GET /api/apps/help-center/support/messages': { withoutInput: true, read: ({ messages }) => messages },
    'POST /api/apps/help-center/support/message': {
      write: (state, { body, id, now }) => {
        const message = { ...body.message, id: id(), sentAt: now.toISOString() };
        state.messages.unshift(message);
        Object.assign(state.draft, { name: message.name, email: message.email, subject: '', message: '' });
        return message;
      },
    },
  },
};
