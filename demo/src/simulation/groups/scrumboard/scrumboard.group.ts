import { CAST } from '../../generate/cast.ts';
import { type CallContext, type Group, invalidRequest } from '../../group.ts';
import { byIdIn, removeById, unknownIds } from '../../records.ts';
import { merge } from '../../text.ts';
import {
  type Boards,
  type Card,
  lastPosition,
  type List,
  validateCard,
  findIssues,
  presentBoard,
  presentCard,
  presentBoardContents,
} from './scrumboard.rules.ts';
import { seedScrumboard } from './scrumboard.seed.ts';

/** Updates a board's time of last activity. */
function touch({ boards }: Boards, boardId: string, { now }: CallContext): void {
  const board = byIdIn(boards, boardId);
  if (board) board.lastActivity = now.toISOString();
}

function drop<T>(records: T[], isDeleted: (record: T) => boolean): void {
  records.splice(0, records.length, ...records.filter((record) => !isDeleted(record)));
}

function addLabel(state: Boards, request: CallContext & { body: { label: { boardId: string; title: string } } }) {
  const { boardId, title } = request.body.label;
  const issues = byIdIn(state.boards, boardId) ? [] : [unknownBoard('label')];
  if (issues.length > 0) return invalidRequest(request.id(), issues);
  const label = { id: request.id(), boardId, title };
  state.labels.push(label);
  touch(state, boardId, request);
  return label;
}

const unknownBoard = (part: string) => ({ field: `${part}.boardId`, message: 'Use the id of a board' });

interface ListChange {
  readonly id: string;
  readonly title?: string | undefined;
  readonly position?: number | undefined;
}

function changeList(state: Boards, change: ListChange, context: CallContext): List | null {
  const list = byIdIn(state.lists, change.id);
  if (!list) return null;
  touch(state, list.boardId, context);
  return merge(list, change, context.language);
}

interface CardChange {
  readonly labels?: string[] | undefined;
  readonly listId?: string | undefined;
}

function changeCard(state: Boards, card: Card, change: CardChange, context: CallContext) {
  touch(state, card.boardId, context);
  const labels = change.labels && [...new Set(change.labels)];
  return presentCard(state, merge(card, { ...change, labels }, context.language));
}

export const scrumboard: Group<'scrumboard'> = {
  name: 'scrumboard',
  seed: seedScrumboard,
  findIssues: findIssues,
  handlers: {
    'GET /api/apps/scrumboard/boards': { withoutInput: true, read: ({ boards }) => boards.map(presentBoard) },
    'GET /api/apps/scrumboard/board': {
      read: (state, { query }) => {
        const board = byIdIn(state.boards, query.id);
        return board && presentBoardContents(state, board);
      },
    },
    'PUT /api/apps/scrumboard/board': {
      write: ({ boards }, { body, id, now }) => {
        const { title, description = null, icon = 'task', members = [] } = body.board;
        const issues = unknownIds('board.members', members, CAST);
        if (issues.length > 0) return invalidRequest(id(), issues);
        const lastActivity = now.toISOString();
        const board = { id: id(), title, description, icon, lastActivity, members: [...new Set(members)] };
        boards.push(board);
        return presentBoard(board);
      },
    },
    'PATCH /api/apps/scrumboard/board': {
      write: (state, request) => {
        const { id, board: change } = request.body;
        const board = byIdIn(state.boards, id);
        if (!board) return null;
        const issues = unknownIds('board.members', change.members, CAST);
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        touch(state, id, request);
        const members = change.members && [...new Set(change.members)];
        return presentBoard(merge(board, { ...change, members }, request.language));
      },
    },
    'DELETE /api/apps/scrumboard/board': {
      write: ({ boards, lists, cards, labels }, { query: { id } }) => {
        if (!removeById(boards, id)) return null;
        const isGone = ({ boardId }: { boardId: string }) => boardId === id;
        drop(lists, isGone);
        drop(cards, isGone);
        drop(labels, isGone);
        return true;
      },
    },
    'POST /api/apps/scrumboard/board/list': {
      write: (state, request) => {
        const { boardId, title, position } = request.body.list;
        if (!byIdIn(state.boards, boardId)) return invalidRequest(request.id(), [unknownBoard('list')]);
        const others = state.lists.filter((list) => list.boardId === boardId);
        const list = { id: request.id(), boardId, title, position: position ?? lastPosition(others) };
        state.lists.push(list);
        touch(state, boardId, request);
        return list;
      },
    },
    'PATCH /api/apps/scrumboard/board/list': {
      write: (state, request) => changeList(state, request.body.list, request),
    },
    'PATCH /api/apps/scrumboard/board/lists': {
      write: (state, request) => request.body.lists.flatMap((list) => changeList(state, list, request) ?? []),
    },
    'DELETE /api/apps/scrumboard/board/list': {
      write: (state, request) => {
        const list = removeById(state.lists, request.query.id);
        if (!list) return null;
        drop(state.cards, ({ listId }) => listId === list.id);
        touch(state, list.boardId, request);
        return true;
      },
    },
    'PUT /api/apps/scrumboard/board/card': {
      write: (state, request) => {
        const { listId, title, position, description = null, dueDate = null, labels = [] } = request.body.card;
        // The list determines the board.
        const boardId = byIdIn(state.lists, listId)?.boardId ?? '';
        const issues = validateCard(state, boardId, 'card', { listId, labels });
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        const others = state.cards.filter((card) => card.listId === listId);
        const card: Card = {
          id: request.id(),
          boardId,
          listId,
          position: position ?? lastPosition(others),
          title,
          description,
          labels: [...new Set(labels)],
          dueDate,
        };
        state.cards.push(card);
        touch(state, boardId, request);
        return presentCard(state, card);
      },
    },
    'PATCH /api/apps/scrumboard/board/card': {
      write: (state, request) => {
        const { id, card: change } = request.body;
        const card = byIdIn(state.cards, id);
        if (!card) return null;
        const issues = validateCard(state, card.boardId, 'card', change);
        return issues.length > 0 ? invalidRequest(request.id(), issues) : changeCard(state, card, change, request);
      },
    },
    'PATCH /api/apps/scrumboard/board/cards': {
      write: (state, request) => {
        const changes = request.body.cards.map((change, index) => ({
          change,
          index,
          card: byIdIn(state.cards, change.id),
        }));
        const valid = changes.filter(({ card }) => card !== null);
        const issues = valid.flatMap(({ change, index, card }) =>
          validateCard(state, card!.boardId, `cards.${index}`, change),
        );
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        return valid.map(({ change, card }) => changeCard(state, card!, change, request));
      },
    },
    'PATCH /api/apps/scrumboard/board/card/positions': {
      write: (state, request) => {
        const ids = [...new Set(request.body.cards.map(({ id }) => id))];
        return ids
          .flatMap((id) => byIdIn(state.cards, id) ?? [])
          .map((card, position) => {
            card.position = position;
            touch(state, card.boardId, request);
            return presentCard(state, card);
          });
      },
    },
    'DELETE /api/apps/scrumboard/board/card': {
      write: (state, request) => {
        const card = removeById(state.cards, request.query.id);
        if (!card) return null;
        touch(state, card.boardId, request);
        return true;
      },
    },
    'GET /api/apps/scrumboard/board/labels': {
      read: ({ labels }, { query }) => labels.filter(({ boardId }) => boardId === query.boardId),
    },
    'PUT /api/apps/scrumboard/board/label': { write: addLabel },
    'POST /api/apps/scrumboard/board/label': { write: addLabel },
    'PATCH /api/apps/scrumboard/board/label': {
      write: (state, request) => {
        const label = byIdIn(state.labels, request.body.id);
        if (!label) return null;
        touch(state, label.boardId, request);
        return merge(label, request.body.label, request.language);
      },
    },
    'DELETE /api/apps/scrumboard/board/label': {
      write: (state, request) => {
        const label = removeById(state.labels, request.query.id);
        if (!label) return null;
        for (const card of state.cards) card.labels = card.labels.filter((id) => id !== label.id);
        touch(state, label.boardId, request);
        return true;
      },
    },
  },
};
