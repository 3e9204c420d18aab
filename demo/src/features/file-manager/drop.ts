import { observable } from '@rise/ui/observable';
import { type DragEvent, useState } from 'react';
import { useFileContext } from './file-context.ts';
import type { Item } from './item.ts';

/** What is being dragged within the page; files from outside are in the event. */
let dragged: readonly Item[] = [];
/** What was cut to be moved by its keys, also into another folder. */
export const cut = observable<readonly Item[]>([]);

const fromOutside = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Makes an item draggable, with the others that are selected. */
export const dragProps = (items: () => readonly Item[]) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    dragged = items();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', dragged.map(({ name }) => name).join('\n'));
  },
  onDragEnd: () => {
    dragged = [];
  },
});

/** A place that takes dragged items and files from outside into a folder; `isPage` takes files only. */
export function useDrop(folderId: string | null, name: string, isPage = false) {
  const { acts } = useFileContext();
  const [isOver, setOver] = useState(false);
  const takes = (event: DragEvent) =>
    fromOutside(event) || (!isPage && dragged.length > 0 && !dragged.some(({ id }) => id === folderId));
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent) => {
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!takes(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (fromOutside(event)) acts.upload([...event.dataTransfer.files], folderId);
      else acts.move(dragged, folderId, name);
      dragged = [];
    },
  };
}
