import { Button } from '@mantine/core';
import type { SqlTable } from '@rise/contract';
import { IconDeviceFloppy, IconIndentIncrease, IconRoute } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatSql } from './format-sql.ts';
import { Outcome } from './outcome.tsx';
import { ParameterFields } from './parameter-fields.tsx';
import { placeInText, sqlProblem } from './sql-error.ts';
import { entriesOf, toParameters, withEntry } from '../../warehouse/sql-parameters.rules.ts';
import type { OpenTab, TabContent } from './tabs/tab-store.ts';
import { type Statement, useSqlRun } from './use-sql-run.ts';
import classes from './sql.module.css';

const SqlEditor = lazy(() => import('./sql-editor.tsx'));

const isMac = () => /mac/i.test(navigator.userAgent);

export interface StatementTabProps {
  tab: OpenTab;
  tables: readonly SqlTable[];
  onChange: (change: Partial<TabContent>) => void;
  onSave: () => void;
}

/** One tab: its statement, the values of its parameters, and what came of running it. */
export function StatementTab({ tab, tables, onChange, onSave }: StatementTabProps) {
  const { t } = useTranslation();
  const { run, start, cancel } = useSqlRun();
  const [selected, setSelected] = useState<Statement | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const [unformatted, setUnformatted] = useState(false);
  const { sql: text } = tab;
  const statement = selected ?? { sql: text, offset: 0 };
  const isEmpty = statement.sql.trim() === '';
  const entries = useMemo(() => entriesOf(statement.sql, tab.parameters), [statement.sql, tab.parameters]);
  const { parameters, invalid } = toParameters(entries);
  const problem = useMemo(() => {
    if (run.state !== 'failed') return null;
    const found = sqlProblem(run.error);
    const at = found && placeInText(run.text, run.offset, found);
    return found && at !== null ? { at, message: found.message } : null;
  }, [run]);
  const submit = (what: 'rows' | 'plan') => {
    setSubmitted(true);
    if (!isEmpty && invalid.size === 0) start({ ...statement, text, parameters }, what);
  };
  const format = async () => {
    try {
      onChange({ sql: await formatSql(text) });
      setUnformatted(false);
    } catch {
      setUnformatted(true);
    }
  };
  const isRunning = run.state === 'running';
  return (
    <>
      <Suspense fallback={<div className={classes.editor} />}>
        <SqlEditor
          label={t('sql.editor')}
          text={text}
          tables={tables}
          problem={problem}
          onChange={(sql) => onChange({ sql })}
          onSelect={setSelected}
          onRun={() => submit('rows')}
        />
      </Suspense>
      <ParameterFields
        entries={entries}
        invalid={submitted ? invalid : new Set()}
        onChange={(entry) => onChange({ parameters: withEntry(tab.parameters, entry) })}
      />
      <div className={classes.bar}>
        <Button onClick={() => submit('rows')} disabled={isEmpty} loading={isRunning}>
          {selected ? t('sql.runSelection') : t('sql.run')}
        </Button>
        {isRunning && (
          <Button variant="default" onClick={cancel}>
            {t('sql.cancel')}
          </Button>
        )}
        <kbd className={classes.keys}>{isMac() ? '⌘ Enter' : 'Ctrl+Enter'}</kbd>
        {isRunning && <Elapsed since={run.since} />}
        <div className={classes.tools}>
          <Button
            variant="subtle"
            disabled={text.trim() === ''}
            leftSection={<IconIndentIncrease size={16} aria-hidden />}
            onClick={() => void format()}
          >
            {t('sqlWorkbench.format')}
          </Button>
          <Button
            variant="subtle"
            disabled={isEmpty || isRunning}
            leftSection={<IconRoute size={16} aria-hidden />}
            onClick={() => submit('plan')}
          >
            {t('sqlWorkbench.explain')}
          </Button>
          <Button
            variant="subtle"
            disabled={text.trim() === ''}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={onSave}
          >
            {t('sqlWorkbench.save.open')}
          </Button>
        </div>
      </div>
      {unformatted && (
        <p role="status" className={classes.summary}>
          {t('sqlWorkbench.formatFailed')}
        </p>
      )}
      <Outcome run={run} onRetry={() => submit('rows')} />
    </>
  );
}

/** The seconds since then; not read out, since it changes all the time. */
function Elapsed({ since }: { since: number }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden className={classes.summary}>
      {t('sql.running', { seconds: Math.round((now - since) / 1000) })}
    </span>
  );
}
