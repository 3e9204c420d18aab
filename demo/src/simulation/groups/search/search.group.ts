import type { IconName } from '@rise/contract';
import { MOST_RESULTS } from '@rise/contract/demo';
import type { CallContext, Group } from '../../group.ts';
import { findMatches } from '../../match.ts';
import { SECTIONS } from '../navigation/sections.ts';
import type { Text } from '../../text.ts';
import { findHelp } from '../help-center/help-search.ts';
import { findWords } from '../../words.ts';
import { findRecords } from './record-search.ts';
import { recordSets, SEARCHED } from './record-sets.ts';

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

type RecordRequest = CallContext<(typeof SEARCHED)[number]> & { body: { query: string } };

async function findInApps({ body: { query }, others, language }: RecordRequest) {
  if (query.trim() === '') return [];
  const sets = recordSets(others).map(({ id, label, records, asCandidate }) => ({
    id,
    label,
    results: findRecords(records as never[], asCandidate, query, language),
  }));
  const guides = (await findHelp(query, language)).slice(0, MOST_RESULTS).map(asResult(query));
  const help = { id: 'guides' as const, label: { en: 'Help', tr: 'Yardım' }, results: guides };
  return [...sets, help].filter(({ results: found }) => found.length > 0);
}

const asResult =
  (query: string) =>
  ({ id, title, category, slug }: Awaited<ReturnType<typeof findHelp>>[number]) => ({
    id,
    title,
    value: title,
    detail: category.title,
    link: `/apps/help-center/${slug === null ? `faqs?open=${id}` : `guides/${category.slug}/${slug}`}`,
    icon: 'help' as const,
    highlights: findWords(title, query),
  });

export const search: Group<'search', 'tasks' | (typeof SEARCHED)[number]> = {
  name: 'search',
  reads: ['tasks', ...SEARCHED],
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'POST /api/common/search': { read: (_, request) => find(request) },
    'POST /api/common/search/records': { read: (_, request) => findInApps(request) },
  },
};
