import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useObservable } from '@rise/ui/observable';
import { cut } from './drop.ts';
import { useFileContext } from './file-context.ts';
import { type Item, renameHref } from './item.ts';
import { type Line, stepFrom } from './view.rules.ts';
import type { FileSelection } from './use-file-selection.ts';

interface FileKeys {
  lines: readonly Line<Item>[];
  list: () => HTMLElement | null;
  /** Renders a line that is out of view. */
  show: (line: number) => void;
  selection: FileSelection;
  hrefOf: (id: string) => string;
}

const linkIn = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`) ?? null;

/** Arrows between the items, with Shift selecting them; Space selects, Delete deletes, F2 renames, Ctrl+A selects all, Ctrl+X cuts. */
export function useFileKeys({ lines, list, show, selection, hrefOf }: FileKeys) {
  const router = useRouter();
  const { acts } = useFileContext();
  const cutItems = useObservable(cut);
  const pending = useRef<string | null>(null);
  // What was out of view is rendered first.
  useEffect(() => {
    const link = pending.current === null ? null : linkIn(list(), pending.current);
    if (!link) return;
    pending.current = null;
    link.focus();
  });
  const go = (id: string) => {
    const link = linkIn(list(), id);
    if (link) return link.focus();
    pending.current = id;
    show(lines.findIndex((line) => line.kind === 'items' && line.items.some((item) => item.id === id)));
  };
  const items = lines.flatMap((line) => (line.kind === 'items' ? line.items : []));
  return (event: KeyboardEvent) => {
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-record]');
    const item = items.find(({ id }) => id === link?.dataset['record']);
    if (!item) return;
    const command = event.ctrlKey || event.metaKey;
    const affected = selection.of(item);
    const next = command ? null : stepFrom(lines, item.id, event.key);
    const acted = () => {
      if (next !== null) {
        if (event.shiftKey) selection.extend(next, item.id);
        return go(next);
      }
      if (event.key === ' ') return event.shiftKey ? selection.extend(item.id) : selection.toggle(item.id);
      if (event.key === 'Delete') return (acts.remove(affected), selection.clear());
      if (event.key === 'F2') return void router.navigate({ href: renameHref(hrefOf(item.id)), resetScroll: false });
      if (command && event.key.toLowerCase() === 'a') return selection.set(items);
      if (command && event.key.toLowerCase() === 'x') return cut.set(affected);
      if (event.key === 'Escape' && cutItems.length + selection.ids.size > 0) return (cut.set([]), selection.clear());
      return false;
    };
    if (acted() === false) return;
    event.preventDefault();
    // The list around it has keys of its own.
    event.stopPropagation();
  };
}
