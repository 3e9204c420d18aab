import { call, type CallArguments, type CallResult } from '../../client/client.ts';
import { requireRestored } from '../../components/undo.ts';

export type BoardSummary = CallResult<'GET /api/apps/scrumboard/boards'>[number];
export type Board = NonNullable<CallResult<'GET /api/apps/scrumboard/board'>>;
export type List = Board['lists'][number];
export type Card = List['cards'][number];
export type Label = Board['labels'][number];
export type Member = CallResult<'GET /api/apps/scrumboard/members'>[number];
export type CardChange = CallArguments<'PATCH /api/apps/scrumboard/board/card'>['body']['card'];

export const BOARDS = '/apps/scrumboard';

export const cardsOf = ({ lists }: Board): Card[] => lists.flatMap(({ cards }) => cards);

/** Its last day has passed. */
export const isOverdue = ({ dueDate }: Pick<Card, 'dueDate'>): boolean =>
  dueDate !== null && new Date(dueDate).setHours(23, 59, 59) < Date.now();

export const readBoard = (id: string): Promise<Board | null> =>
  call('GET /api/apps/scrumboard/board', { query: { id } });

export const saveCard = (id: string, card: CardChange): Promise<Card | null> =>
  call('PATCH /api/apps/scrumboard/board/card', { body: { id, card } });

/** Brings back what was deleted last, with all that was in it. */
export async function restore(id: string): Promise<void> {
  requireRestored(id, await call('POST /api/apps/scrumboard/restore', { body: { id } }));
}
