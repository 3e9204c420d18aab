import { CAST } from '../../generate/cast.ts';
import { type Circumstances, type Group, refusal } from '../../group.ts';
import { byIdIn, take, unknownIds } from '../../records.ts';
import { merge } from '../../text.ts';
import {
  type Boards,
  type Card,
  lastPosition,
  type List,
  misfits,
  problemsOf,
  told,
  toldCard,
  whole,
} from './scrumboard.rules.ts';
import { seedScrumboard } from './scrumboard.seed.ts';

/** Notes that something on a board was changed now. */
function touch({ boards }: Boards, boardId: string, { now }: Circumstances): void {
  const board = byIdIn(boards, boardId);
  if (board) board.lastActivity = now.toISOString();
}

function drop<T>(records: T[], isGone: (record: T) => boolean): void {
  records.splice(0, records.length, ...records.filter((record) => !isGone(record)));
}

function addLabel(state: Boards, asked: Circumstances & { body: { label: { boardId: string; title: string } } }) {
  const { boardId, title } = asked.body.label;
  const faults = byIdIn(state.boards, boardId) ? [] : [unknownBoard('label')];
  if (faults.length > 0) return refusal(asked.id(), faults);
  const label = { id: asked.id(), boardId, title };
  state.labels.push(label);
  touch(state, boardId, asked);
  return label;
}

const unknownBoard = (part: string) => ({ field: `${part}.boardId`, message: 'Use the id of a board' });

interface ListChange {
  readonly id: string;
  readonly title?: string | undefined;
  readonly position?: number | undefined;
}

function changeList(state: Boards, change: ListChange, asked: Circumstances): List | null {
  const list = byIdIn(state.lists, change.id);
  if (!list) return null;
  touch(state, list.boardId, asked);
  return merge(list, change, asked.language);
}

interface CardChange {
  readonly labels?: string[] | undefined;
  readonly listId?: string | undefined;
}

function changeCard(state: Boards, card: Card, change: CardChange, asked: Circumstances) {
  touch(state, card.boardId, asked);
  const labels = change.labels && [...new Set(change.labels)];
  return toldCard(state, merge(card, { ...change, labels }, asked.language));
}

export const scrumboard: Group<'scrumboard'> = {
  name: 'scrumboard',
  seed: seedScrumboard,
  problems: problemsOf,
  handlers: {
    'GET /api/apps/scrumboard/boards': { takesNothing: true, read: ({ boards }) => boards.map(told) },
    'GET /api/apps/scrumboard/board': {
      read: (state, { query }) => {
        const board = byIdIn(state.boards, query.id);
        return board && whole(state, board);
      },
    },
    'PUT /api/apps/scrumboard/board': {
      write: ({ boards }, { body, id, now }) => {
        const { title, description = null, icon = 'task', members = [] } = body.board;
        const faults = unknownIds('board.members', members, CAST);
        if (faults.length > 0) return refusal(id(), faults);
        const lastActivity = now.toISOString();
        const board = { id: id(), title, description, icon, lastActivity, members: [...new Set(members)] };
        boards.push(board);
        return told(board);
      },
    },
    'PATCH /api/apps/scrumboard/board': {
      write: (state, asked) => {
        const { id, board: change } = asked.body;
        const board = byIdIn(state.boards, id);
        if (!board) return null;
        const faults = unknownIds('board.members', change.members, CAST);
        if (faults.length > 0) return refusal(asked.id(), faults);
        touch(state, id, asked);
        const members = change.members && [...new Set(change.members)];
        return told(merge(board, { ...change, members }, asked.language));
      },
    },
    'DELETE /api/apps/scrumboard/board': {
      write: ({ boards, lists, cards, labels }, { query: { id } }) => {
        if (!take(boards, id)) return null;
        const isGone = ({ boardId }: { boardId: string }) => boardId === id;
        drop(lists, isGone);
        drop(cards, isGone);
        drop(labels, isGone);
        return true;
      },
    },
    'POST /api/apps/scrumboard/board/list': {
      write: (state, asked) => {
        const { boardId, title, position } = asked.body.list;
        if (!byIdIn(state.boards, boardId)) return refusal(asked.id(), [unknownBoard('list')]);
        const others = state.lists.filter((list) => list.boardId === boardId);
        const list = { id: asked.id(), boardId, title, position: position ?? lastPosition(others) };
        state.lists.push(list);
        touch(state, boardId, asked);
        return list;
      },
    },
    'PATCH /api/apps/scrumboard/board/list': { write: (state, asked) => changeList(state, asked.body.list, asked) },
    'PATCH /api/apps/scrumboard/board/lists': {
      write: (state, asked) => asked.body.lists.flatMap((list) => changeList(state, list, asked) ?? []),
    },
    'DELETE /api/apps/scrumboard/board/list': {
      write: (state, asked) => {
        const list = take(state.lists, asked.query.id);
        if (!list) return null;
        drop(state.cards, ({ listId }) => listId === list.id);
        touch(state, list.boardId, asked);
        return true;
      },
    },
    'PUT /api/apps/scrumboard/board/card': {
      write: (state, asked) => {
        const { listId, title, position, description = null, dueDate = null, labels = [] } = asked.body.card;
        // Which board it stands on follows from the list.
        const boardId = byIdIn(state.lists, listId)?.boardId ?? '';
        const faults = misfits(state, boardId, 'card', { listId, labels });
        if (faults.length > 0) return refusal(asked.id(), faults);
        const others = state.cards.filter((card) => card.listId === listId);
        const card: Card = {
          id: asked.id(),
          boardId,
          listId,
          position: position ?? lastPosition(others),
          title,
          description,
          labels: [...new Set(labels)],
          dueDate,
        };
        state.cards.push(card);
        touch(state, boardId, asked);
        return toldCard(state, card);
      },
    },
    'PATCH /api/apps/scrumboard/board/card': {
      write: (state, asked) => {
        const { id, card: change } = asked.body;
        const card = byIdIn(state.cards, id);
        if (!card) return null;
        const faults = misfits(state, card.boardId, 'card', change);
        return faults.length > 0 ? refusal(asked.id(), faults) : changeCard(state, card, change, asked);
      },
    },
    'PATCH /api/apps/scrumboard/board/cards': {
      write: (state, asked) => {
        const changes = asked.body.cards.map((change, place) => ({
          change,
          place,
          card: byIdIn(state.cards, change.id),
        }));
        const known = changes.filter(({ card }) => card !== null);
        const faults = known.flatMap(({ change, place, card }) =>
          misfits(state, card!.boardId, `cards.${place}`, change),
        );
        if (faults.length > 0) return refusal(asked.id(), faults);
        return known.map(({ change, card }) => changeCard(state, card!, change, asked));
      },
    },
    'PATCH /api/apps/scrumboard/board/card/positions': {
      write: (state, asked) => {
        const ids = [...new Set(asked.body.cards.map(({ id }) => id))];
        return ids
          .flatMap((id) => byIdIn(state.cards, id) ?? [])
          .map((card, position) => {
            card.position = position;
            touch(state, card.boardId, asked);
            return toldCard(state, card);
          });
      },
    },
    'DELETE /api/apps/scrumboard/board/card': {
      write: (state, asked) => {
        const card = take(state.cards, asked.query.id);
        if (!card) return null;
        touch(state, card.boardId, asked);
        return true;
      },
    },
    'GET /api/apps/scrumboard/board/labels': {
      read: ({ labels }, { query }) => labels.filter(({ boardId }) => boardId === query.boardId),
    },
    'PUT /api/apps/scrumboard/board/label': { write: addLabel },
    'POST /api/apps/scrumboard/board/label': { write: addLabel },
    'PATCH /api/apps/scrumboard/board/label': {
      write: (state, asked) => {
        const label = byIdIn(state.labels, asked.body.id);
        if (!label) return null;
        touch(state, label.boardId, asked);
        return merge(label, asked.body.label, asked.language);
      },
    },
    'DELETE /api/apps/scrumboard/board/label': {
      write: (state, asked) => {
        const label = take(state.labels, asked.query.id);
        if (!label) return null;
        for (const card of state.cards) card.labels = card.labels.filter((id) => id !== label.id);
        touch(state, label.boardId, asked);
        return true;
      },
    },
  },
};
