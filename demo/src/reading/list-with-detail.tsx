import { DetailDrawer } from '@rise/ui';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ComponentType, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useReadingTexts } from './reading.texts.ts';
import classes from './list-with-detail.module.css';

interface ListWithDetailProps<T extends { readonly id: string }> {
  /** The open record; null where none is. */
  record: T | null;
  titleOf: (record: T) => string;
  listHref: string;
  /** Draws the open record. */
  Detail: ComponentType<{ record: T }>;
  /** `over`: the record lies over the list on wide screens too. */
  place?: 'beside' | 'over';
  /** Stands beside the list while no record is open. */
  placeholder?: ReactNode;
  /** The list; the link to a record carries `data-record={id}`. */
  children: ReactNode;
}

const WIDE = '(width >= 1280px)';

/**
 * A list and one record of it: beside the list where there is room, else over it. Escape closes it, and the focus goes
 * back to the row that it came from; up and down go from row to row.
 */
export function ListWithDetail<T extends { readonly id: string }>(props: ListWithDetailProps<T>) {
  const { record, titleOf, listHref, Detail, place = 'beside', placeholder, children } = props;
  const router = useRouter();
  const wide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) ?? false;
  const beside = wide && place === 'beside';
  const list = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState(record);
  // What is closing shows what it showed.
  if (record !== null && record !== last) setLast(record);

  const open = record?.id;
  const former = useRef(open);
  useEffect(() => {
    const closed = former.current !== undefined && open === undefined ? former.current : null;
    former.current = open;
    if (closed === null) return undefined;
    // A drawer keeps the focus until it is gone.
    const timer = setTimeout(() => rowOf(list.current, closed)?.focus({ preventScroll: true }), beside ? 0 : 200);
    return () => clearTimeout(timer);
  }, [open, beside]);

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

function walk(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const from = (event.target as HTMLElement).closest('[data-record]');
  if (step === undefined || from === null || list === null) return;
  const rows = [...list.querySelectorAll<HTMLElement>('[data-record]')];
  const next = rows[rows.indexOf(from as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function SidePanel({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useReadingTexts();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
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
        <button type="button" className={classes['close']} aria-label={t('close')} onClick={onClose}>
          <IconX size={18} />
        </button>
      </div>
      <div className={classes['body']}>{children}</div>
    </aside>
  );
}
