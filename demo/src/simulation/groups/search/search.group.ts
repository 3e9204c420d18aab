import type { IconName } from '@rise/contract';
import { MOST_RESULTS } from '@rise/contract/demo';
import type { Circumstances, Group } from '../../group.ts';
import { matches } from '../../match.ts';
import { SECTIONS } from '../navigation/sections.ts';
import type { Text } from '../../text.ts';

interface Found {
  readonly id: string;
  readonly title: Text;
  readonly detail: Text | null;
  readonly link: string;
  readonly icon: IconName;
  readonly avatar?: string | null;
  readonly completed?: boolean;
}

/** Those with the query in their title, the earliest first. */
function results(found: readonly Found[], query: string, tell: (text: Text) => string) {
  return found
    .map((one) => ({ ...one, title: tell(one.title), detail: one.detail === null ? null : tell(one.detail) }))
    .map((one) => ({ ...one, value: one.title, highlights: matches(one.title, query) }))
    .filter(({ highlights }) => highlights.length > 0)
    .toSorted((one, other) => one.highlights[0]![0] - other.highlights[0]![0])
    .slice(0, MOST_RESULTS);
}

function find({ body: { query }, others, tell }: Circumstances<'contacts' | 'tasks'> & { body: { query: string } }) {
  if (query.trim() === '') return [];
  const contacts = others.contacts.contacts.map(({ id, name, title, avatar }) => ({
    id,
    title: name,
    detail: title,
    link: `/apps/contacts/${id}`,
    icon: 'contact' as const,
    avatar,
  }));
  const pages = SECTIONS.flatMap(({ title: [en, tr], screens }) =>
    screens.map(([id, icon, link, title]) => ({
      id,
      title: { en: title[0], tr: title[1] },
      detail: { en, tr },
      link,
      icon,
    })),
  );
  const tasks = others.tasks.tasks
    .filter(({ type }) => type === 'task')
    .map(({ id, title, completed }) => ({
      id,
      title,
      detail: null,
      link: `/apps/tasks/${id}`,
      icon: 'task' as const,
      completed,
    }));
  const sets = [
    { id: 'contacts' as const, label: { en: 'Contacts', tr: 'Kişiler' }, results: results(contacts, query, tell) },
    { id: 'pages' as const, label: { en: 'Pages', tr: 'Sayfalar' }, results: results(pages, query, tell) },
    { id: 'tasks' as const, label: { en: 'Tasks', tr: 'Görevler' }, results: results(tasks, query, tell) },
  ];
  return sets.filter((set) => set.results.length > 0);
}

export const search: Group<'search', 'contacts' | 'tasks'> = {
  name: 'search',
  reads: ['contacts', 'tasks'],
  seed: () => ({}),
  problems: () => [],
  handlers: {
    // Labels are told in both languages, as the portal’s are.
    'POST /api/common/search': { inBothLanguages: true, read: (_, asked) => find(asked) },
  },
};
