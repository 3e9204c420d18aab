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
  const [save, setSave] = useState<SaveState>({ status: 'saved', at: basis.at, author: basis.author });
  const current = useRef({ text: basis.document, revision: basis.revision, basedOn: basis.basedOn, dirty: false });
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const running = useRef<Promise<void> | null>(null);

  const store = useCallback(async (): Promise<void> => {
    const sent = current.current.text;
    setSave({ status: 'saving' });
    try {
      const { revision, basedOn } = current.current;
      const { draft } = await client.call('PUT /api/v1/model/draft', { body: { document: sent, revision, basedOn } });
      current.current.revision = draft.revision;
      current.current.dirty = current.current.text !== sent;
      setSave(
        current.current.dirty ? { status: 'unsaved' } : { status: 'saved', at: draft.updatedAt, author: draft.author },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'CONFLICT') setSave({ status: 'failed', error });
      else {
        const { draft } = await client.call('GET /api/v1/model/draft').catch(() => ({ draft: null }));
        setSave({ status: 'conflict', theirs: draft });
      }
    }
  }, []);

  /** Saves what is not saved yet; one request at a time, so that revisions follow each other. */
  const flush = useCallback(async (): Promise<void> => {
    if (timer.current) clearTimeout(timer.current);
    timer.current = null;
    await running.current;
    if (!current.current.dirty) return;
    running.current = store();
    await running.current;
    running.current = null;
  }, [store]);

  const change = useCallback((next: string) => {
    if (next === current.current.text) return;
    current.current.text = next;
    current.current.dirty = true;
    setText(next);
    // After a conflict the author decides first.
    setSave((before) => (before.status === 'conflict' ? before : { status: 'unsaved' }));
  }, []);

  const { status } = save;
  useEffect(() => {
    if (status !== 'unsaved') return;
    timer.current = setTimeout(() => void flush(), PAUSE_MS);
    return () => {
      if (timer.current) clearTimeout(timer.current);
    };
  }, [status, text, flush]);

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
  const adopt = useCallback((next: DraftBasis & { dirty: boolean }) => {
    const { document: document_, revision, basedOn, at, author, dirty } = next;
    current.current = { text: document_, revision, basedOn, dirty };
    setText(document_);
    setSave(dirty ? { status: 'unsaved' } : { status: 'saved', at, author });
  }, []);

  return {
    text,
    save,
    change,
    flush,
    adopt,
    /** Tries again after a failure. */
    retry: () => setSave({ status: 'unsaved' }),
    revisionNow: () => current.current.revision,
    basedOnNow: () => current.current.basedOn,
  };
}

export type DraftText = ReturnType<typeof useDraft>;
