import type { ColumnProfile, TableProfileLine } from '@rise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../client/client.ts';
import type { RowsChoice } from './data-view.queries.ts';

export type ProfileState =
  | { status: 'pending' }
  /** `estimate`: of a sample; the exact one is on its way. */
  | { status: 'ready'; profile: ColumnProfile; estimate: boolean }
  | { status: 'masked' }
  | { status: 'failed' };

export type Profiles = ReadonlyMap<string, ProfileState>;

/** Columns come into view one after the other; they are requested together. */
const GATHER_MS = 60;

function afterLine(before: Profiles, line: TableProfileLine, columns: readonly string[]): Profiles {
  const next = new Map(before);
  if (line.type === 'column')
    next.set(line.profile.column, {
      status: 'ready',
      profile: line.profile,
      estimate: line.source === 'estimate',
    });
  else if (line.type === 'masked') next.set(line.column, { status: 'masked' });
  else if (line.type === 'failed')
    for (const column of columns) if (next.get(column)?.status === 'pending') next.set(column, { status: 'failed' });
  return next;
}

/**
 * Profiles of the columns that were in view, for the rows that are chosen; `show` requests those of more columns, and
 * `open` is another one whose details are open.
 */
export function useProfiles(
  choice: RowsChoice,
  version: number,
  open: string | null,
): { profiles: Profiles; show: (columns: readonly string[]) => void } {
  const key = JSON.stringify([choice, version]);
  const [found, setFound] = useState<{ key: string; profiles: Profiles }>({ key, profiles: new Map() });
  const session = useRef<{
    key: string;
    controller: AbortController;
    requested: Set<string>;
    queue: string[];
    timer: ReturnType<typeof setTimeout> | null;
  }>(null);
  const inView = useRef<readonly string[]>([]);
  const alsoOpen = useRef<string | null>(null);

  const show = useCallback((columns: readonly string[]) => {
    inView.current = columns;
    const current = session.current;
    if (!current) return;
    for (const column of columns)
      if (!current.requested.has(column)) {
        current.requested.add(column);
        current.queue.push(column);
      }
    if (current.queue.length === 0 || current.timer !== null) return;
    current.timer = setTimeout(() => {
      current.timer = null;
      const requested = current.queue.splice(0);
      const [body] = JSON.parse(current.key) as [RowsChoice, number];
      const put = (change: (before: Profiles) => Profiles) =>
        setFound((before) => ({
          key: current.key,
          profiles: change(before.key === current.key ? before.profiles : new Map()),
        }));
      put((before) => new Map([...before, ...requested.map((column) => [column, { status: 'pending' }] as const)]));
      const fail = () => put((before) => afterLine(before, FAILED, requested));
      client
        .stream(
          'POST /api/v1/data-view/profile',
          { body: { ...body, columns: requested }, signal: current.controller.signal },
          (line) => {
            if (!current.controller.signal.aborted) put((before) => afterLine(before, line, requested));
          },
        )
        .catch(() => {
          if (!current.controller.signal.aborted) fail();
        });
    }, GATHER_MS);
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    session.current = { key, controller, requested: new Set(), queue: [], timer: null };
    show([...inView.current, ...(alsoOpen.current === null ? [] : [alsoOpen.current])]);
    return () => {
      controller.abort();
      if (session.current?.timer) clearTimeout(session.current.timer);
    };
  }, [key, show]);

  useEffect(() => {
    alsoOpen.current = open;
    if (open !== null) show([...inView.current, open]);
  }, [open, show]);

  return { profiles: found.key === key ? found.profiles : EMPTY, show };
}

const EMPTY: Profiles = new Map();
const FAILED: TableProfileLine = { type: 'failed', error: { code: 'INTERNAL', message: '', requestId: '' } };
