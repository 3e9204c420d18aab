import { CAST } from '../../generate/cast.ts';
import { dayFrom, minutesBefore } from '../../generate/days.ts';
import type { Seeding } from '../../group.ts';
import { BOARDS } from './boards.ts';
import { type Boards, POSITION_STEP } from './scrumboard.rules.ts';

const both = ([en, tr]: readonly [string, string]) => ({ en, tr });

export function seedScrumboard({ random, now }: Seeding): Boards {
  const state: Boards = { boards: [], lists: [], cards: [], labels: [] };
  for (const plan of BOARDS) {
    const boardId = random.uuid();
    state.boards.push({
      id: boardId,
      title: both(plan.title),
      description: both(plan.description),
      icon: plan.icon,
      lastActivity: minutesBefore(now, plan.hours * 60),
      members: plan.members.map((name) => CAST.find((person) => person.name === name)!.id),
    });
    const labels = plan.labels.map((title) => ({ id: random.uuid(), boardId, title: both(title) }));
    state.labels.push(...labels);
    for (const [place, [title, cards]] of plan.lists.entries()) {
      const listId = random.uuid();
      state.lists.push({ id: listId, boardId, position: (place + 1) * POSITION_STEP, title: both(title) });
      for (const [row, [title, marks = [], due = null, description]] of cards.entries())
        state.cards.push({
          id: random.uuid(),
          boardId,
          listId,
          position: (row + 1) * POSITION_STEP,
          title: both(title),
          description: description ? both(description) : null,
          labels: marks.map((mark) => labels[mark]!.id),
          dueDate: due === null ? null : dayFrom(now, due, 12),
        });
    }
  }
  return state;
}
