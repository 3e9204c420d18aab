import { moveTo } from '@rise/ui/lists';
import type { Task } from './task.ts';

type Row = Pick<Task, 'id' | 'type'>;

/** The tasks before the first section, which may be none, and then each section with its tasks. */
function blocksOf<T extends Row>(tasks: readonly T[]): (readonly T[])[] {
  const blocks: T[][] = [[]];
  for (const task of tasks) {
    if (task.type === 'section') blocks.push([task]);
    else blocks.at(-1)!.push(task);
  }
  return blocks;
}

const blockWith = (blocks: readonly (readonly Row[])[], id: string) =>
  blocks.findIndex((block) => block.some((task) => task.id === id));

/** Moves a section with its tasks; null where it is there already. What is before all sections stays before them. */
function withBlockAt<T extends Row>(blocks: readonly (readonly T[])[], from: number, to: number): T[] | null {
  const place = Math.max(to, 1);
  if (place === from || place >= blocks.length) return null;
  return blocks.toSpliced(from, 1).toSpliced(place, 0, blocks[from]!).flat();
}

/** The section that has a task; null for none. */
export function sectionOf(tasks: readonly Row[], id: string): string | null {
  const at = tasks.findIndex((task) => task.id === id);
  return tasks.slice(0, at).findLast(({ type }) => type === 'section')?.id ?? null;
}

/**
 * The tasks with one moved a step up (-1) or down (1); null where it can't go on. A section changes places with the one
 * next to it, both with their tasks; a task steps over sections that are closed, in which it would be out of sight.
 */
export function stepped<T extends Row>(
  tasks: readonly T[],
  id: string,
  by: -1 | 1,
  closed: readonly string[],
): T[] | null {
  const from = tasks.findIndex((task) => task.id === id);
  const moved = tasks[from];
  if (moved === undefined) return null;
  if (moved.type === 'section') {
    const blocks = blocksOf(tasks);
    const at = blockWith(blocks, id);
    return at + by < 1 ? null : withBlockAt(blocks, at, at + by);
  }
  const others = tasks.toSpliced(from, 1);
  const isHidden = [false];
  for (const { type, id: other } of others)
    isHidden.push(type === 'section' ? closed.includes(other) : isHidden.at(-1)!);
  let place = from + by;
  while (isHidden[place]) place += by;
  return isHidden[place] === undefined ? null : others.toSpliced(place, 0, moved);
}

/** The tasks with one dropped on another, in whose place it comes; a section comes to the place of the other's section. */
export function dropped<T extends Row>(tasks: readonly T[], id: string, target: string): T[] | null {
  const moved = tasks.find((task) => task.id === id);
  if (moved?.type === 'section') {
    const blocks = blocksOf(tasks);
    return withBlockAt(blocks, blockWith(blocks, id), blockWith(blocks, target));
  }
  const ids = tasks.map((task) => task.id);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return moved === undefined ? null : moveTo(ids, id, ids.indexOf(target)).map((each) => byId.get(each)!);
}

/**
 * The tasks as they are by now, with the move of one made again that had led to an order of theirs: it comes before what
 * followed it there, a section before the next section.
 */
export function movedAgain<T extends Row>(tasks: readonly T[], order: readonly string[], id: string): readonly T[] {
  const blocks = blocksOf(tasks);
  const moved = tasks.find((task) => task.id === id);
  if (moved === undefined) return tasks;
  const isSection = moved.type === 'section';
  const block = isSection ? blocks[blockWith(blocks, id)]! : [moved];
  const others = tasks.filter((task) => !block.includes(task));
  const follower = order
    .slice(order.indexOf(id) + 1)
    .map((each) => others.findIndex((task) => task.id === each))
    .find((at) => at >= 0 && (!isSection || others[at]!.type === 'section'));
  return others.toSpliced(follower ?? others.length, 0, ...block);
}

/** The shown row at which a drop would come: before it, or after it where that is below; null where nothing would move. */
export function dropRow<T extends Row>(
  tasks: readonly T[],
  shown: readonly T[],
  id: string,
  target: string,
): string | null {
  if (tasks.find((task) => task.id === id)?.type !== 'section') return target === id ? null : target;
  const blocks = blocksOf(tasks);
  const [from, to] = [blockWith(blocks, id), Math.max(blockWith(blocks, target), 1)];
  if (from === to) return null;
  const rows = new Set(shown.map((row) => row.id));
  const block = blocks[to]!.filter((task) => rows.has(task.id));
  return (to < from ? block[0] : block.at(-1))?.id ?? null;
}
