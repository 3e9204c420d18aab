import { useDrag } from '@rise/ui/lists';
import { type KeyboardEvent, useState } from 'react';
import type { Task } from './task.ts';
import { unfolded } from './task-filter.rules.ts';
import { dropped, dropRow, sectionOf, stepped } from './task-order.rules.ts';
import { useTasksTexts } from './tasks.texts.ts';

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

interface ReorderOptions {
  tasks: readonly Task[];
  /** The tasks as they are by now: the page may not show the move before yet. */
  currentTasks: () => readonly Task[];
  /** The rows in view. */
  shown: readonly Task[];
  /** Ids of the sections that are closed. */
  closed: readonly string[];
  setClosed: (ids: readonly string[]) => void;
  reorder: (ids: readonly string[], moved: Task) => void;
}

/** Changes the order of all tasks, by dragging a row or by the arrow keys on one, and says where it is now. */
export function useReorder({ tasks, currentTasks, shown, closed, setClosed, reorder }: ReorderOptions) {
  const t = useTasksTexts();
  const [spoken, setSpoken] = useState('');
  const move = (moved: Task, order: readonly Task[] | null) => {
    if (order === null) return;
    const { id, title, type } = moved;
    const section = type === 'task' ? sectionOf(order, id) : null;
    // Dropped into a closed one, it would be out of sight.
    const stillClosed = closed.filter((each) => each !== section);
    if (stillClosed.length < closed.length) setClosed(stillClosed);
    reorder(
      order.map((task) => task.id),
      moved,
    );
    const rows = unfolded(order, stillClosed);
    const place = rows.findIndex((task) => task.id === id) + 1;
    const name = title || t(type === 'section' ? 'untitledSection' : 'untitled');
    setSpoken(t('moved', { title: name, place, total: rows.length }));
  };
  const drag = useDrag((id, target) => {
    const current = currentTasks();
    const moved = current.find((task) => task.id === id);
    if (moved) move(moved, dropped(current, id, target));
  });
  const { dragged, target } = drag;
  return {
    drag,
    spoken,
    /** The row where what is dragged would come. */
    marked: dragged === null || target === null ? null : dropRow(tasks, shown, dragged, target),
    moveByKey: (event: KeyboardEvent, task: Task) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      move(task, stepped(currentTasks(), task.id, step, closed));
    },
  };
}
