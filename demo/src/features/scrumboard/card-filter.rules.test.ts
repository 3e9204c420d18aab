import { expect, it } from 'vitest';
import type { Board, Card } from './board.ts';
import { isNarrowed, narrowed, readFilter } from './card-filter.rules.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const LABEL = { id: 'bug', boardId: 'board', title: 'Bug' };
const card = (id: string, more: Partial<Card>): Card => ({
  id,
  listId: 'list',
  position: 1,
  boardId: 'board',
  title: id,
  description: null,
  labels: [],
  dueDate: null,
  members: [],
  checklist: [],
  comments: [],
  cover: null,
  ...more,
});
const BOARD: Board = {
  id: 'board',
  title: '',
  description: null,
  icon: 'task',
  lastActivity: null,
  members: [],
  labels: [LABEL],
  lists: [
    {
      id: 'list',
      boardId: 'board',
      title: '',
      position: 1,
      cards: [
        card('late', { dueDate: inDays(-3), labels: [LABEL] }),
        card('soon', { dueDate: inDays(2), members: ['ada'] }),
        card('later', { dueDate: inDays(40), checklist: [{ id: '1', title: 'Buy sugar', completed: false }] }),
        card('Çay', { members: ['ada', 'ben'] }),
      ],
    },
  ],
};

it.each([
  ['', ['late', 'soon', 'later', 'Çay']],
  ['due=overdue', ['late']],
  ['due=week,none', ['soon', 'Çay']],
  ['due=later', ['later']],
  ['label=bug', ['late']],
  ['member=ada', ['soon', 'Çay']],
  ['member=ada&due=none', ['Çay']],
  ['q=cay', ['Çay']],
  ['q=sugar', ['later']],
  ['q=sugar&label=bug', []],
])('%s leaves %j', (search, expected) => {
  const filter = readFilter(Object.fromEntries(new URLSearchParams(search)));
  expect(isNarrowed(filter)).toBe(search !== '');
  expect(narrowed(BOARD, filter).lists[0]!.cards.map(({ id }) => id)).toEqual(expected);
});
