import type { ReportDocument, ReportDraft } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import type { ReportOperation } from '@rise/contract/report-operations';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { client } from '../../../../client/client.ts';
import { draftQuery } from './draft.queries.ts';
import { type PendingChange, withPending } from './pending.rules.ts';
import { readPending, writePending } from './pending.storage.ts';

export type SaveState = 'saved' | 'saving' | 'offline';

export interface Draft {
  /** The server's, without what is on its way. */
  readonly stored: ReportDraft;
  /** With what is on its way. */
  readonly document: ReportDocument;
  /** What is on its way. */
  readonly pending: readonly PendingChange[];
  readonly state: SaveState;
  /** Why the last change was not stored; null once another was. */
  readonly error: unknown;
  /** Applies operations at once and stores them. */
  readonly change: (operations: readonly ReportOperation[]) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Replaces the stored draft, as the server answered. */
  readonly accept: (draft: ReportDraft) => void;
}

const RETRY_MS = [1000, 2000, 5000, 10_000];

/** Whether the server refused a change, so that sending it again would not help. */
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status >= 400 && error.status < 500;

/**
 * The draft of a report, which several people change at a time. A change is shown at once, and sent in order; what has
 * not arrived is stored in the browser and sent after a reload.
 */
export function useDraft(id: string, known: ReportDraft): Draft {
  const cache = useQueryClient();
  const { latest: stored, answered } = useLatest(known);
  const [pending, setPending] = useState<readonly PendingChange[]>(() => readPending(id));
  const [isOffline, setOffline] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const [steps, setSteps] = useState<readonly ('undo' | 'redo')[]>([]);
  const isSending = useRef(false);

  const accept = useCallback(
    (draft: ReportDraft) =>
      answered(
        cache.setQueryData(draftQuery(id).queryKey, (before) =>
          before && before.revision > draft.revision && draft.hasChanges ? before : draft,
        )!,
      ),
    [cache, id, answered],
  );

  useEffect(() => writePending(id, pending), [id, pending]);

  useEffect(() => {
    const [next] = pending;
    const [step] = steps;
    if (isSending.current || (!next && !step)) return;
    isSending.current = true;
    const params = { params: { id } };
    const send = async () => {
      try {
        const draft = next
          ? await client.call('POST /api/v1/reports/:id/draft/changes', {
              ...params,
              body: { change: { id: next.id, operations: [...next.operations] as never } },
            })
          : await client.call(`POST /api/v1/reports/:id/draft/${step!}`, { ...params, body: {} });
        accept(draft);
        setError(null);
        setOffline(false);
      } catch (failure) {
        if (!isRefused(failure)) {
          setOffline(true);
          const wait = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!;
          setTimeout(() => {
            isSending.current = false;
            setAttempt((count) => count + 1);
          }, wait);
          return;
        }
        setError(failure);
        await cache.invalidateQueries({ queryKey: draftQuery(id).queryKey, exact: true });
      }
      isSending.current = false;
      if (next) setPending((all) => all.filter((one) => one.id !== next.id));
      else setSteps((all) => all.slice(1));
    };
    void send();
  }, [pending, steps, attempt, id, accept, cache]);

  const document = useMemo(() => withPending(stored.document, pending), [stored.document, pending]);
  const change = useCallback((operations: readonly ReportOperation[]) => {
    if (operations.length > 0) setPending((all) => [...all, { id: crypto.randomUUID(), operations }]);
  }, []);
  const isBusy = pending.length > 0 || steps.length > 0;
  return {
    stored,
    document,
    pending,
    state: isOffline ? 'offline' : isBusy ? 'saving' : 'saved',
    error,
    change,
    undo: useCallback(() => setSteps((all) => [...all, 'undo']), []),
    redo: useCallback(() => setSteps((all) => [...all, 'redo']), []),
    accept,
  };
}

/**
 * The cache tells of an answer later than the state beside it changes. Until it does, the answer itself is shown: else
 * what the answer holds would be gone for a moment, and a tile just moved would jump back and forth and lose the focus.
 */
function useLatest(known: ReportDraft) {
  const [answer, setAnswer] = useState<{ before: ReportDraft; draft: ReportDraft } | null>(null);
  const newest = useRef(known);
  useLayoutEffect(() => {
    newest.current = known;
  }, [known]);
  const answered = useCallback((draft: ReportDraft) => setAnswer({ before: newest.current, draft }), []);
  return { latest: answer?.before === known ? answer.draft : known, answered };
}
