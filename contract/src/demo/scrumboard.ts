import { z } from 'zod';
import { ICONS } from '../values/icons.ts';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const member = z.object({ id: z.string(), name: z.string(), avatar: z.string().nullable() });
const label = z.object({ id: z.string(), boardId: z.string(), title: z.string() });
const title = z.string().trim().min(1, 'Write a title').max(200);
/** A step of a card. */
const step = z.object({ id: z.string(), title: z.string().max(300), completed: z.boolean() });
/** What a member says about a card. */
const comment = z.object({ id: z.string(), author: z.string(), content: z.string(), createdAt: moment });
/** What a card shows at its top: one of eight colors, by number from 1, or a picture. */
const cover = z.union([z.object({ color: z.int().min(1).max(8) }), z.object({ picture })]);
/** Sort position, lowest first; fractions go between neighbors. */
const position = z.number();

const storedBoard = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  icon: z.enum(ICONS),
  /** When the board or anything on it last changed. */
  lastActivity: moment.nullable(),
  members: z.array(z.string()),
});
const storedList = z.object({ id: z.string(), boardId: z.string(), position, title: z.string() });
const storedCard = z.object({
  id: z.string(),
  boardId: z.string(),
  /** A list of the same board. */
  listId: z.string(),
  position,
  title: z.string(),
  description: z.string().nullable(),
  labels: z.array(z.string()),
  dueDate: moment.nullable(),
  /** Who works on it: ids of members. */
  members: z.array(z.string()),
  checklist: z.array(step),
  /** The oldest first. */
  comments: z.array(comment),
  cover: cover.nullable(),
});

const board = storedBoard.extend({ members: z.array(member) });
const card = storedCard.extend({ labels: z.array(label) });
const list = storedList.extend({ cards: z.array(card) });

/** A list can be moved on its board, never to another. */
const listChange = storedList.pick({ position: true }).extend({ title }).partial();
/** Labels are accepted as ids, or as they are returned. */
const sentLabels = z.array(z.union([anyId, z.object({ id: anyId }).transform(({ id }) => id)]));
const cardChange = storedCard
  .pick({ listId: true, position: true, description: true, dueDate: true, cover: true })
  .extend({ title, labels: sentLabels, members: z.array(anyId), checklist: z.array(step).max(100) })
  .partial();
const boardChange = z
  .object({ title, description: z.string().max(2000).nullable(), icon: z.enum(ICONS), members: z.array(anyId) })
  .partial();

const newLabel = {
  summary: 'Add a label to a board',
  body: z.object({ label: z.object({ boardId: anyId, title }) }),
  output: label,
} as const;

export const scrumboardCalls = {
  'GET /api/apps/scrumboard/members': { summary: 'Everyone who can be on a board', output: z.array(member) },
  'GET /api/apps/scrumboard/boards': { summary: 'All boards', output: z.array(board) },
  'GET /api/apps/scrumboard/board': {
    summary: 'One board with its lists, cards and labels',
    query: byId,
    output: board.extend({ lists: z.array(list), labels: z.array(label) }).nullable(),
  },
  'PUT /api/apps/scrumboard/board': {
    summary: 'Create a board',
    body: z.object({ board: boardChange.required({ title: true }) }),
    output: board,
  },
  'PATCH /api/apps/scrumboard/board': {
    summary: 'Change a board; returns the merged board',
    body: z.object({ id: anyId, board: boardChange }),
    output: board.nullable(),
  },
  'DELETE /api/apps/scrumboard/board': {
    summary: 'Delete a board with its lists, cards and labels',
    query: byId,
    output: deleted,
  },
  'POST /api/apps/scrumboard/board/list': {
    summary: 'Add a list to a board, at the end unless a position is given',
    body: z.object({ list: z.object({ boardId: anyId, title, position: position.optional() }) }),
    output: storedList,
  },
  'PATCH /api/apps/scrumboard/board/list': {
    summary: 'Rename or move a list; returns the merged list',
    body: z.object({ list: listChange.extend({ id: anyId }) }),
    output: storedList.nullable(),
  },
  'PATCH /api/apps/scrumboard/board/lists': {
    summary: 'Rename or move several lists; returns the existing ones',
    body: z.object({ lists: z.array(listChange.extend({ id: anyId })) }),
    output: z.array(storedList),
  },
  'DELETE /api/apps/scrumboard/board/list': { summary: 'Delete a list with its cards', query: byId, output: deleted },
  'PUT /api/apps/scrumboard/board/card': {
    summary: 'Add a card to a list, at the end unless a position is given',
    body: z.object({ card: cardChange.required({ title: true, listId: true }) }),
    output: card,
  },
  'PATCH /api/apps/scrumboard/board/card': {
    summary: 'Change or move a card; returns the merged card',
    body: z.object({ id: anyId, card: cardChange }),
    output: card.nullable(),
  },
  'PATCH /api/apps/scrumboard/board/cards': {
    summary: 'Change or move several cards; returns the existing ones',
    body: z.object({ cards: z.array(cardChange.extend({ id: anyId })) }),
    output: z.array(card),
  },
  'PATCH /api/apps/scrumboard/board/card/positions': {
    summary: 'Set each card’s position to its index in the request, from 0',
    body: z.object({ cards: z.array(z.object({ id: anyId })) }),
    output: z.array(card),
  },
  'DELETE /api/apps/scrumboard/board/card': { summary: 'Delete a card', query: byId, output: deleted },
  'POST /api/apps/scrumboard/board/card/comment': {
    summary: 'Add the user’s comment to a card; returns the card',
    body: z.object({ cardId: anyId, content: z.string().trim().min(1, 'Write a comment').max(5000) }),
    output: card.nullable(),
  },
  'DELETE /api/apps/scrumboard/board/card/comment': {
    summary: 'Delete a comment',
    query: byId,
    output: deleted,
  },
  'POST /api/apps/scrumboard/restore': {
    summary: 'Bring back one of the boards, lists, cards or comments deleted last, with all that was deleted with it',
    body: byId,
    output: deleted,
  },
  'GET /api/apps/scrumboard/board/labels': {
    summary: 'The labels of a board',
    query: z.object({ boardId: anyId }),
    output: z.array(label),
  },
  'PUT /api/apps/scrumboard/board/label': newLabel,
  'POST /api/apps/scrumboard/board/label': newLabel,
  'PATCH /api/apps/scrumboard/board/label': {
    summary: 'Rename a label',
    body: z.object({ id: anyId, label: z.object({ title }) }),
    output: label.nullable(),
  },
  'DELETE /api/apps/scrumboard/board/label': {
    summary: 'Delete a label and remove it from cards',
    query: byId,
    output: deleted,
  },
} as const satisfies DemoCallTable;

const records = {
  boards: z.array(storedBoard),
  lists: z.array(storedList),
  cards: z.array(storedCard),
  labels: z.array(label),
};

export const scrumboardState = z.object({
  ...records,
  /** The last deletions, each by the id of what was deleted, so that it can be brought back as it was. */
  deletions: z.array(
    z.object({
      id: z.string(),
      ...records,
      /** Index of a board among the boards. */
      place: z.number().int(),
      comment: comment.extend({ cardId: z.string() }).nullable(),
    }),
  ),
});
