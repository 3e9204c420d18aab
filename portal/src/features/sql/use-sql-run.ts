import type { SqlResult } from '@rise/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { explainSql, runSql, type SqlRequest } from './sql.queries.ts';

export type SqlRun =
  | { state: 'idle' }
  | { state: 'cancelled' }
  | { state: 'running'; since: number }
  /** `request`: what was run, for an export of the same. */
  | { state: 'done'; result: SqlResult; request: SqlRequest }
  | { state: 'planned'; plan: string }
  /** `offset`: where the statement began in the editor's text of then, for places in errors. */
  | { state: 'failed'; error: unknown; text: string; offset: number };

export interface Statement {
  sql: string;
  offset: number;
}

/** A statement with the whole text that it is part of, and the values of its parameters. */
export type RunRequest = Statement & SqlRequest & { text: string };

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
  const start = useCallback(({ text, offset, ...request }: RunRequest, what: 'rows' | 'plan' = 'rows') => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setRun({ state: 'running', since: Date.now() });
    const { sql, parameters } = request;
    const work =
      what === 'rows'
        ? runSql({ sql, parameters }, own.signal).then((result): SqlRun => ({
            state: 'done',
            result,
            request: { sql, parameters },
          }))
        : explainSql({ sql, parameters }, own.signal).then(({ plan }): SqlRun => ({ state: 'planned', plan }));
    work.then(
      (end) => !own.signal.aborted && setRun(end),
      (error: unknown) => !own.signal.aborted && setRun({ state: 'failed', error, text, offset }),
    );
  }, []);
  return { run, start, cancel };
}
