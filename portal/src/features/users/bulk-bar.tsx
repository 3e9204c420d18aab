import { Button, NativeSelect, Progress, TextInput } from '@mantine/core';
import type { BulkAction, BulkResult } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from './problem-text.ts';
import { useBulkChange } from './users.queries.ts';
import classes from './users.module.css';

const ACTIONS = ['disable', 'enable', 'add-admin', 'remove-admin', 'add-user', 'add-group', 'remove-group'] as const;
type Action = (typeof ACTIONS)[number];

const isGroup = (action: Action): action is 'add-group' | 'remove-group' => action.endsWith('-group');

function toBulk(action: Action, group: string): BulkAction {
  if (action === 'disable' || action === 'enable') return { kind: action };
  if (isGroup(action)) return { kind: action, group };
  if (action === 'add-user') return { kind: 'add-role', role: 'tenant.user' };
  return { kind: action === 'add-admin' ? 'add-role' : 'remove-role', role: 'tenant.admin' };
}

/** Names of those who are selected, by id. */
export type Selection = ReadonlyMap<string, string>;

interface BulkBarProps {
  selected: Selection;
  onSelectAll: () => void;
  isSelectingAll: boolean;
  onClear: () => void;
}

/** Changes all selected people, with progress and what became of each who could not be changed. */
export function BulkBar({ selected, onSelectAll, isSelectingAll, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [action, setAction] = useState<Action>('disable');
  const [group, setGroup] = useState('');
  const [isGroupMissing, setIsGroupMissing] = useState(false);
  // Who is selected meanwhile may be others.
  const [changed, setChanged] = useState<Selection>(new Map());
  const [results, setResults] = useState<readonly BulkResult[]>([]);
  const change = useBulkChange((part) => setResults((before) => [...before, ...part]));
  const stop = useRef<AbortController | null>(null);
  // Leaving the page stops it after the part that is running.
  useEffect(() => () => stop.current?.abort(), []);
  const run = async () => {
    if (isGroup(action) && group.trim() === '') return setIsGroupMissing(true);
    setIsGroupMissing(false);
    if (action === 'disable') {
      const answer = await confirm({
        title: t('users.bulk.disableTitle', { count: selected.size }),
        message: t('users.access.disableText'),
        actions: { confirm: { label: t('users.access.disable') }, cancel: { label: t('common.cancel') } },
      });
      if (answer !== 'confirmed') return undefined;
    }
    const ids = [...selected.keys()];
    stop.current = new AbortController();
    setChanged(selected);
    setResults([]);
    change.mutate({ ids, action: toBulk(action, group.trim()), signal: stop.current.signal });
    return undefined;
  };
  return (
    <section className={classes.bulk} aria-label={t('users.bulk.title')}>
      <div className={classes.bulkTools}>
        <p className={classes.count}>{t('users.bulk.selected', { count: selected.size })}</p>
        <Button size="compact-sm" variant="subtle" loading={isSelectingAll} onClick={onSelectAll}>
          {t('users.bulk.selectAll')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClear}>
          {t('users.bulk.clear')}
        </Button>
        <NativeSelect
          size="xs"
          aria-label={t('users.bulk.action')}
          value={action}
          onChange={({ currentTarget }) => setAction(ACTIONS.find((one) => one === currentTarget.value) ?? 'disable')}
          data={ACTIONS.map((one) => ({ value: one, label: t(`users.bulk.actions.${one}`) }))}
        />
        {isGroup(action) && (
          <TextInput
            size="xs"
            aria-label={t('users.bulk.group')}
            placeholder={t('users.bulk.group')}
            maxLength={200}
            value={group}
            error={isGroupMissing ? t('users.bulk.groupless') : null}
            onChange={({ currentTarget }) => setGroup(currentTarget.value)}
          />
        )}
        <Button size="xs" loading={change.isPending} onClick={() => void run()}>
          {t('users.bulk.run')}
        </Button>
        {change.isPending && (
          <Button size="xs" variant="default" onClick={() => stop.current?.abort()}>
            {t('users.bulk.stop')}
          </Button>
        )}
      </div>
      {changed.size > 0 && <Outcome changed={changed} results={results} isRunning={change.isPending} />}
      {change.error && (
        <p role="alert" className={classes.error}>
          {problemText(change.error, t)}
        </p>
      )}
    </section>
  );
}

interface OutcomeProps {
  changed: Selection;
  results: readonly BulkResult[];
  isRunning: boolean;
}

function Outcome({ changed, results, isRunning }: OutcomeProps) {
  const { t } = useTranslation();
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return (
    <div className={classes.outcome}>
      {isRunning && (
        <Progress value={(results.length / changed.size) * 100} aria-label={t('users.bulk.progress')} size="sm" />
      )}
      <p role="status" className={classes.text}>
        {t('users.bulk.outcome', {
          finished: results.length,
          total: changed.size,
          done: count('done'),
          unchanged: count('unchanged'),
          failed: failed.length,
        })}
      </p>
      {failed.length > 0 && (
        <ul className={classes.failures}>
          {failed.map(({ id, reason }) => (
            <li key={id}>
              <b>{changed.get(id)}</b>: {t(`users.problems.${reason ?? 'missing'}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
