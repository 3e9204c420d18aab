import { DEMO_USER } from '../../generate/cast.ts';
import { type CallContext, type Group, invalidRequest } from '../../group.ts';
import { byIdIn, removeById, unknownIds } from '../../records.ts';
import { merge } from '../../text.ts';
import {
  type Boards,
  type Card,
  lastPosition,
  type List,
  MEMBERS,
  validateCard,
  findIssues,
  presentBoard,
  presentCard,
  presentBoardContents,
} from './scrumboard.rules.ts';
import { deleteBoard, deleteCard, deleteComment, deleteList, restore } from './deletions.ts';
import { seedScrumboard } from './scrumboard.seed.ts';

/** Updates a board's time of last activity. */
function touch({ boards }: Boards, boardId: string, { now }: CallContext): void {
  const board = byIdIn(boards, boardId);
  if (board) board.lastActivity = now.toISOString();
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
  readonly members?: string[] | undefined;
}

function changeCard(state: Boards, card: Card, change: CardChange, context: CallContext) {
  touch(state, card.boardId, context);
  const labels = change.labels && [...new Set(change.labels)];
  const members = change.members && [...new Set(change.members)];
  return presentCard(state, merge(card, { ...change, labels, members }, context.language));
}

export const scrumboard: Group<'scrumboard'> = {
  name: 'scrumboard',
  seed: seedScrumboard,
  findIssues: findIssues,
  handlers: {
    'GET /api/apps/scrumboard/members': { withoutInput: true, read: () => [...MEMBERS] },
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
        const issues = unknownIds('board.members', members, MEMBERS);
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
        const issues = unknownIds('board.members', change.members, MEMBERS);
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        touch(state, id, request);
        const members = change.members && [...new Set(change.members)];
        return presentBoard(merge(board, { ...change, members }, request.language));
      },
    },
    'DELETE /api/apps/scrumboard/board': {
      write: (state, { query }) => deleteBoard(state, query.id) || null,
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
        const list = deleteList(state, request.query.id);
        if (!list) return null;
        touch(state, list.boardId, request);
        return true;
      },
    },
    'PUT /api/apps/scrumboard/board/card': {
      write: (state, request) => {
        const { listId, title, position, labels = [], members = [], ...content } = request.body.card;
        // The list determines the board.
        const boardId = byIdIn(state.lists, listId)?.boardId ?? '';
        const issues = validateCard(state, boardId, 'card', { listId, labels, members });
        if (issues.length > 0) return invalidRequest(request.id(), issues);
        const others = state.cards.filter((card) => card.listId === listId);
        const card: Card = {
          id: request.id(),
          boardId,
          listId,
          position: position ?? lastPosition(others),
          title,
          description: content.description ?? null,
          labels: [...new Set(labels)],
          dueDate: content.dueDate ?? null,
          members: [...new Set(members)],
          checklist: content.checklist ?? [],
          comments: [],
          cover: content.cover ?? null,
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
        const card = deleteCard(state, request.query.id);
        if (!card) return null;
        touch(state, card.boardId, request);
        return true;
      },
    },
    'POST /api/apps/scrumboard/board/card/comment': {
      write: (state, request) => {
        const { cardId, content } = request.body;
        const card = byIdIn(state.cards, cardId);
        if (!card) return null;
        card.comments.push({
          id: request.id(),
          author: DEMO_USER.id,
          content,
          createdAt: request.now.toISOString(),
        });
        touch(state, card.boardId, request);
        return presentCard(state, card);
      },
    },
    'DELETE /api/apps/scrumboard/board/card/comment': {
      write: (state, request) => {
        const card = deleteComment(state, request.query.id);
        if (!card) return null;
        touch(state, card.boardId, request);
        return true;
      },
    },
    'POST /api/apps/scrumboard/restore': {
      write: (state, request) => {
        const boardId = restore(state, request.body.id);
        if (boardId === null) return null;
        touch(state, boardId, request);
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
