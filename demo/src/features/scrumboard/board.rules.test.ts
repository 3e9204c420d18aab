import { expect, it } from 'vitest';
import type { Board, Card } from './board.ts';
import { moveCard, moveList, neighborOf, stepOf, STEP, withCards, withLists } from './board.rules.ts';

const card = (id: string, listId: string, position: number): Card => ({
  id,
  listId,
  position,
  boardId: 'board',
  title: id,
  description: null,
  labels: [],
  dueDate: null,
  members: [],
  checklist: [],
  comments: [],
  cover: null,
});
const board = (lists: Record<string, readonly number[]>): Board => ({
  id: 'board',
  title: '',
  description: null,
  icon: 'task',
  lastActivity: null,
  members: [],
  labels: [],
  lists: Object.entries(lists).map(([id, positions], index) => ({
    id,
    boardId: 'board',
    title: id,
    position: (index + 1) * STEP,
    cards: positions.map((position, place) => card(`${id}${place + 1}`, id, position)),
  })),
});
const BOARD = board({ a: [STEP, STEP * 2, STEP * 3], b: [], c: [STEP] });
const shown = ({ lists }: Board) => lists.map(({ id, cards }) => `${id}: ${cards.map((each) => each.id).join(' ')}`);

it.each([
  ['in the middle', 'a3', 'a', 'a2', [{ id: 'a3', listId: 'a', position: STEP * 1.5 }]],
  ['at the top: half of the first', 'c1', 'a', 'a1', [{ id: 'c1', listId: 'a', position: STEP / 2 }]],
  ['at the end: a step after the last', 'a1', 'c', null, [{ id: 'a1', listId: 'c', position: STEP * 2 }]],
  ['into an empty list', 'a1', 'b', null, [{ id: 'a1', listId: 'b', position: STEP }]],
  ['where it is already', 'a2', 'a', 'a3', []],
  ['into a list that is not there', 'a2', 'z', null, []],
])('%s', (_, id, list, before, expected) => {
  expect(moveCard(BOARD, id, { list, before })).toEqual(expected);
});

it.each([
  ['fractional', [1, 2], 'a2'],
  ['too large', [STEP, STEP * 500], null],
])('numbers a list again where the position would be %s', (_, positions, before) => {
  const full = board({ a: positions, b: [STEP] });
  const after = withCards(full, moveCard(full, 'b1', { list: 'a', before }));
  expect(shown(after)).toEqual([before === null ? 'a: a1 a2 b1' : 'a: a1 b1 a2', 'b: ']);
  expect(after.lists[0]!.cards.map(({ position }) => position)).toEqual([STEP, STEP * 2, STEP * 3]);
});

it('stays in order through many moves to the same place', () => {
  let current = board({ a: [STEP, STEP * 2, STEP * 3] });
  for (let round = 0; round < 60; round += 1) {
    const last = current.lists[0]!.cards[2]!;
    const before = current.lists[0]!.cards[1]!.id;
    const expected = [current.lists[0]!.cards[0]!.id, last.id, before];
    current = withCards(current, moveCard(current, last.id, { list: 'a', before }));
    expect(current.lists[0]!.cards.map(({ id }) => id)).toEqual(expected);
    expect(current.lists[0]!.cards.every(({ position }) => Number.isInteger(position))).toBe(true);
  }
});

it('leaves lists without a changed card as they are', () => {
  const after = withCards(BOARD, moveCard(BOARD, 'a2', { list: 'b', before: null }));
  expect(shown(after)).toEqual(['a: a1 a3', 'b: a2', 'c: c1']);
  expect(after.lists[2]).toBe(BOARD.lists[2]);
});

it('moves lists', () => {
  expect(shown(withLists(BOARD, moveList(BOARD, 'c', 'a'))).map((list) => list[0])).toEqual(['c', 'a', 'b']);
  expect(shown(withLists(BOARD, moveList(BOARD, 'a', null))).map((list) => list[0])).toEqual(['b', 'c', 'a']);
});

it.each([
  ['a1', 'ArrowUp', null],
  ['a2', 'ArrowUp', { list: 'a', before: 'a1' }],
  ['a1', 'ArrowDown', { list: 'a', before: 'a3' }],
  ['a2', 'ArrowDown', { list: 'a', before: null }],
  ['a3', 'ArrowDown', null],
  ['a2', 'ArrowRight', { list: 'b', before: null }],
  ['c1', 'ArrowLeft', { list: 'b', before: null }],
  ['a1', 'ArrowLeft', null],
] as const)('%s is moved by %s', (id, direction, expected) => {
  expect(stepOf(BOARD, id, direction)).toEqual(expected);
});

it.each([
  ['a3', 'ArrowRight', 'c1'],
  ['c1', 'ArrowLeft', 'a1'],
  ['a1', 'ArrowDown', 'a2'],
  ['a1', 'ArrowUp', null],
] as const)('from %s, %s leads to %s', (id, direction, expected) => {
  expect(neighborOf(BOARD, id, direction)).toBe(expected);
});
