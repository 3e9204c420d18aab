import { CloseButton, DetailDrawer } from '@rise/ui';
import { useMediaQuery } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import {
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './list-with-detail.module.css';

interface ListWithDetailProps<T extends { readonly id: string }> {
  /** The open record, or null. */
  record: T | null;
  titleOf: (record: T) => string;
  listHref: string;
  /** Renders the open record. */
  Detail: ComponentType<{ record: T }>;
  /** `over`: the record covers the list on wide screens too. */
  place?: 'beside' | 'over';
  /** Shown next to the list while no record is open. */
  placeholder?: ReactNode;
  /** The list; the link to a record carries `data-record={id}`. */
  children: ReactNode;
}

const WIDE = '(width >= 1280px)';

/**
 * A list and one of its records: next to the list on wide screens, over it otherwise. Escape closes the record and
 * returns the focus to its row; the up and down keys move between rows.
 */
export function ListWithDetail<T extends { readonly id: string }>(props: ListWithDetailProps<T>) {
  const { record, titleOf, listHref, Detail, place = 'beside', placeholder, children } = props;
  const router = useRouter();
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const beside = wide && place === 'beside';
  const list = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(record);
  // While the drawer closes, it keeps showing the last record.
  if (record !== null && record !== last) setLast(record);

  const open = record?.id;
  const former = useRef({ open, listHref });
  /** The row that had the focus last, in which list. */
  const focused = useRef<{ row: Element; place: number; listHref: string } | null>(null);
  // In a layout effect of the closing commit: later, it would steal the focus from where the user has moved it.
  useLayoutEffect(() => {
    const { open: closed, listHref: closedIn } = former.current;
    former.current = { open, listHref };
    if (closed === undefined || open !== undefined) return;
    // In another list, the focus is where the user went.
    const near = closedIn === listHref ? rowNear(list.current, focused.current?.place) : undefined;
    (rowOf(list.current, closed) ?? near)?.focus({ preventScroll: true });
  }, [open, listHref]);
  // After each rendering: what is deleted takes the focus with it, which then goes to the row in its place.
  useLayoutEffect(() => {
    if (focused.current === null || focused.current.row.isConnected || document.activeElement !== document.body) return;
    if (focused.current.listHref === listHref)
      rowNear(list.current, focused.current.place)?.focus({ preventScroll: true });
  });

  const close = () => void router.navigate({ href: listHref, resetScroll: false });
  return (
    <div
      className={classes['both']}
      data-beside={(beside && (record !== null || placeholder !== undefined)) || undefined}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the links in it have the focus */}
      <div
        ref={list}
        className={classes['list']}
        onFocus={({ target }) => {
          const row = target.closest('[data-record]');
          if (row) focused.current = { row, place: rowsOf(list.current).indexOf(row as HTMLElement), listHref };
        }}
        onKeyDown={(event) => {
          walk(event, list.current);
          if (event.key === 'Escape' && beside && record !== null && !event.defaultPrevented) close();
        }}
      >
        {children}
      </div>
      {beside && record && (
        <SidePanel key={record.id} title={titleOf(record)} onClose={close}>
          <Detail record={record} />
        </SidePanel>
      )}
      {beside && !record && placeholder}
      {!beside && (
        <DetailDrawer opened={record !== null} onClose={close} title={last ? titleOf(last) : ''}>
          {last && <Detail record={last} />}
        </DetailDrawer>
      )}
    </div>
  );
}

function rowOf(list: HTMLElement | null, id: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-record="${CSS.escape(id)}"]`) ?? null;
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-record]') ?? [])];
}

/** The row at a place, or the last one before it. */
function rowNear(list: HTMLElement | null, place = 0): HTMLElement | undefined {
  return rowsOf(list)
    .slice(0, place + 1)
    .at(-1);
}

function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  if (event.altKey) return;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = (event.target as HTMLElement).closest('[data-record]');
  if (step === undefined || from === null || list === null) return;
  const rows = rowsOf(list);
  const next = rows[rows.indexOf(from as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works wherever the focus is in it
    <aside
      className={classes['panel']}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <div className={classes['head']}>
        <h2 ref={heading} id={id} className={classes['title']} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton onClick={onClose} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long records scroll, by the keyboard too */}
      <div className={classes['body']} tabIndex={0} role="group" aria-labelledby={id}>
        {children}
      </div>
    </aside>
  );
}
