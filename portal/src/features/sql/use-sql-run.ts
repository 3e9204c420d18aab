import type { SqlResult } from '@rise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { runSql } from './sql.queries.ts';

export type SqlRun =
  | { state: 'idle' }
  | { state: 'cancelled' }
  | { state: 'running'; since: number }
  | { state: 'done'; result: SqlResult }
  /** `offset`: where the statement began in the editor's text of then, for places in errors. */
  | { state: 'failed'; error: unknown; text: string; offset: number };

export interface Statement {
  sql: string;
  offset: number;
}

/** Runs one statement at a time: the next one, or leaving the page, cancels the one before. */
export function useSqlRun() {
  const [run, setRun] = useState<SqlRun>({ state: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setRun({ state: 'cancelled' });
  }, []);
  const start = useCallback(({ sql, offset, text }: Statement & { text: string }) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setRun({ state: 'running', since: Date.now() });
    runSql(sql, own.signal).then(
      (result) => !own.signal.aborted && setRun({ state: 'done', result }),
      (error: unknown) => !own.signal.aborted && setRun({ state: 'failed', error, text, offset }),
    );
  }, []);
  return { run, start, cancel };
}
