import type { IconName } from '@rise/contract';
import { MOST_RESULTS } from '@rise/contract/demo';
import type { CallContext, Group } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { SECTIONS } from '../navigation/sections.ts';
import type { Text } from '../../text.ts';

interface Candidate {
  readonly id: string;
  readonly title: Text;
  readonly detail: Text | null;
  readonly link: string;
  readonly icon: IconName;
  readonly avatar?: string | null;
  readonly completed?: boolean;
}

/** Candidates with the query in the title, ordered by the position of the first match. */
function results(candidates: readonly Candidate[], query: string, localize: (text: Text) => string) {
  return candidates
    .map((candidate) => ({
      ...candidate,
      title: localize(candidate.title),
      detail: candidate.detail === null ? null : localize(candidate.detail),
    }))
    .map((candidate) => ({ ...candidate, value: candidate.title, highlights: findMatches(candidate.title, query) }))
    .filter(({ highlights }) => highlights.length > 0)
    .toSorted((candidate, other) => candidate.highlights[0]![0] - other.highlights[0]![0])
    .slice(0, MOST_RESULTS);
}

function find({ body: { query }, others, localize }: CallContext<'contacts' | 'tasks'> & { body: { query: string } }) {
  if (query.trim() === '') return [];
  const contacts = others.contacts.contacts.map(({ id, name, title, avatar }) => ({
    id,
    title: name,
    detail: title,
    link: `/apps/contacts/${id}`,
    icon: 'contact' as const,
    avatar,
  }));
  const pages = SECTIONS.flatMap((section) =>
    section.screens.map(({ id, title, link, icon }) => ({ id, title, detail: section.title, link, icon })),
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
    { id: 'contacts' as const, label: { en: 'Contacts', tr: 'Kişiler' }, results: results(contacts, query, localize) },
    { id: 'pages' as const, label: { en: 'Pages', tr: 'Sayfalar' }, results: results(pages, query, localize) },
    { id: 'tasks' as const, label: { en: 'Tasks', tr: 'Görevler' }, results: results(tasks, query, localize) },
  ];
  return sets.filter((set) => set.results.length > 0);
}

export const search: Group<'search', 'contacts' | 'tasks'> = {
  name: 'search',
  reads: ['contacts', 'tasks'],
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'POST /api/common/search': { read: (_, request) => find(request) },
  },
};
