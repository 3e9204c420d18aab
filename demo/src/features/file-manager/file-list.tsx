import { useObservable } from '@rise/ui/observable';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type MouseEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cut } from './drop.ts';
import { ItemTile, type ShownItem } from './tiles.tsx';
import { useFileKeys } from './use-file-keys.ts';
import type { FileSelection } from './use-file-selection.ts';
import { linesOf, type View } from './view.rules.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

interface FileListProps {
  items: readonly ShownItem[];
  view: View;
  openId: string | undefined;
  hrefOf: (id: string) => string;
  selection: FileSelection;
}

/** Pixels; as in the style sheet. */
const TILE = 148;
const HEIGHTS = { heading: 44, grid: 164, list: 49 } as const;
const GAP = 12;

/** Folders and files as tiles or rows; only those in view are rendered. */
export function FileList({ items, view, openId, hrefOf, selection }: FileListProps) {
  const t = useFilesTexts();
  const list = useRef<HTMLDivElement>(null);
  const { width, top } = usePlace(list);
  const columns = view.layout === 'list' ? 1 : Math.max(1, Math.floor((width + GAP) / (TILE + GAP)));
  const lines = useMemo(() => linesOf(items, columns), [items, columns]);
  const cutItems = useObservable(cut);
  const cutIds = useMemo(() => new Set(cutItems.map(({ id }) => id)), [cutItems]);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => HEIGHTS[lines[index]!.kind === 'heading' ? 'heading' : view.layout],
    overscan: 4,
    scrollMargin: top,
    // Rendered with the frame, not within the scroll event.
    useFlushSync: false,
  });
  // Heights differ between the layouts.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, view.layout, columns, items]);
  const onKeyDown = useFileKeys({
    lines,
    list: () => list.current,
    show: (line) => virtualizer.scrollToIndex(line),
    selection,
    hrefOf,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it have the focus
    <div
      ref={list}
      className={classes['list']}
      data-selecting={selection.ids.size > 0 || undefined}
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={onKeyDown}
      onClickCapture={(event) => selectByClick(event, selection)}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const line = lines[index]!;
        const style = { transform: `translateY(${start - top}px)` };
        if (line.kind === 'heading')
          return (
            <h2 key={line.name} className={classes['heading']} style={style}>
              {t(line.name)}
            </h2>
          );
        return (
          <ul
            key={line.items[0]!.id}
            className={classes['line']}
            style={{ ...style, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            <Line {...{ items: line.items, view, openId, hrefOf, selection, cutIds }} />
          </ul>
        );
      })}
    </div>
  );
}

/** Shift selects all up to an item, Ctrl or Cmd the item, in place of opening it. */
function selectByClick(event: MouseEvent, selection: FileSelection) {
  const id = (event.target as HTMLElement).closest<HTMLElement>('[data-record]')?.dataset['record'];
  if (id === undefined || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) selection.extend(id);
  else selection.toggle(id);
}

/** The items of a line. Drawn again only when something of it changes, since the list is drawn with each frame. */
const Line = memo(function Line({
  items,
  view,
  openId,
  hrefOf,
  selection,
  cutIds,
}: FileListProps & { cutIds: ReadonlySet<string> }) {
  return items.map((item) => (
    <ItemTile
      key={item.id}
      layout={view.layout}
      item={item}
      href={hrefOf(item.id)}
      query={view.query}
      isOpen={item.id === openId}
      isSelected={selection.ids.has(item.id)}
      isCut={cutIds.has(item.id)}
      onSelect={(isRange) => (isRange ? selection.extend(item.id) : selection.toggle(item.id))}
      dragged={() => selection.of(item)}
    />
  ));
});

/** The width of the list, and where on the page it begins. */
function usePlace(list: React.RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current!;
    const measure = () => {
      const { width, top } = element.getBoundingClientRect();
      const next = { width, top: Math.round(top + window.scrollY) };
      setPlace((before) => (before.width === next.width && before.top === next.top ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}
