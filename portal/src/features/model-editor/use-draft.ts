import { ApiError } from '@rise/contract/client';
import type { ModelDraft } from '@rise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../client/client.ts';

/** Time without a key after which the text is saved. */
const PAUSE_MS = 700;

export type SaveState =
  | { status: 'saved'; at: string | null; author: string | null }
  | { status: 'unsaved' | 'saving' }
  | { status: 'failed'; error: unknown }
  /** Someone else saved or published; `theirs` is the stored draft. */
  | { status: 'conflict'; theirs: ModelDraft | null };

export interface DraftBasis {
  document: string;
  revision: number;
  basedOn: number | null;
  at: string | null;
  author: string | null;
}

/** The text being edited: saved to the server after each pause, and never over what someone else saved. */
export function useDraft(basis: DraftBasis) {
  const [text, setText] = useState(basis.document);
  const [state, setState] = useState<SaveState>({ status: 'saved', at: basis.at, author: basis.author });
  const current = useRef({
    text: basis.document,
    revision: basis.revision,
    basedOn: basis.basedOn,
    dirty: false,
    blocked: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const running = useRef(Promise.resolve());

  const store = useCallback(async (): Promise<void> => {
    const sent = current.current.text;
    setState({ status: 'saving' });
    try {
      const { revision, basedOn } = current.current;
      const { draft } = await client.call('PUT /api/v1/model/draft', { body: { document: sent, revision, basedOn } });
      current.current.revision = draft.revision;
      current.current.dirty = current.current.text !== sent;
      setState(
        current.current.dirty ? { status: 'unsaved' } : { status: 'saved', at: draft.updatedAt, author: draft.author },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') setState({ status: 'failed', error });
      else {
        current.current.blocked = true;
        const { draft } = await client.call('GET /api/v1/model/draft').catch(() => ({ draft: null }));
        setState({ status: 'conflict', theirs: draft });
      }
    }
  }, []);

  /** Saves what is not saved yet; one request at a time, so that revisions follow each other. */
  const flush = useCallback((): Promise<void> => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    const before = running.current;
    const saveNext = async () => {
      await before;
      const { dirty, blocked } = current.current;
      if (dirty && !blocked) await store();
    };
    running.current = saveNext();
    return running.current;
  }, [store]);

  /** Saves after a pause. */
  const schedule = useCallback(() => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
    setState({ status: 'unsaved' });
  }, [flush]);

  const change = useCallback(
    (next: string) => {
      if (next === current.current.text) return;
      current.current = { ...current.current, text: next, dirty: true };
      setText(next);
      // After a conflict the author decides first.
      if (!current.current.blocked) schedule();
    },
    [schedule],
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (current.current.dirty) event.preventDefault();
    };
    const hide = () => void (document.visibilityState === 'hidden' && flush());
    addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', hide);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', hide);
      void flush();
    };
  }, [flush]);

  /** Continues from another state of the server: its revision and basis, with a text that is saved or not. */
  const adopt = useCallback(
    (next: DraftBasis & { dirty: boolean }) => {
      const { document: adopted, revision, basedOn, at, author, dirty } = next;
      current.current = { text: adopted, revision, basedOn, dirty, blocked: false };
      setText(adopted);
      if (dirty) schedule();
      else setState({ status: 'saved', at, author });
    },
    [schedule],
  );

  return {
    text,
    save: state,
    change,
    flush,
    adopt,
    /** Tries again after a failure. */
    retry: schedule,
    revisionNow: () => current.current.revision,
    basedOnNow: () => current.current.basedOn,
  };
}

export type DraftText = ReturnType<typeof useDraft>;
