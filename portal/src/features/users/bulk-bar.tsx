import { Button, NativeSelect, Progress, TextInput } from '@mantine/core';
import type { BulkAction, BulkResult } from '@rise/contract';
import { formatInteger, useConfirm } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from './problem-text.ts';
import type { BulkRun, Selection } from './use-bulk-run.ts';
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

interface BulkBarProps {
  /** Nobody, where only a change that runs or has ended is shown. */
  selected: Selection;
  /** How many the filter finds, where all of them were to be selected. */
  matching: number | null;
  bulk: BulkRun;
  onSelectAll: () => void;
  isSelectingAll: boolean;
  onClear: () => void;
}

/** Changes all selected people, with progress and what became of each who could not be changed. */
export function BulkBar({ selected, matching, bulk, onSelectAll, isSelectingAll, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const { isRunning } = bulk;
  return (
    <section className={classes.bulk} aria-label={t('users.bulk.title')}>
      {selected.size > 0 && (
        <div className={classes.bulkTools}>
          <Selected count={selected.size} matching={matching} />
          <Button size="compact-sm" variant="subtle" loading={isSelectingAll} onClick={onSelectAll}>
            {t('users.bulk.selectAll')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={onClear}>
            {t('users.bulk.clear')}
          </Button>
          <Choice selected={selected} bulk={bulk} />
        </div>
      )}
      {bulk.isShown && (
        <div className={classes.outcome}>
          <Outcome {...bulk} />
          {bulk.error && (
            <p role="alert" className={classes.error}>
              {problemText(bulk.error, t)}
            </p>
          )}
          <div>
            <Button size="compact-sm" variant="default" onClick={isRunning ? bulk.stop : bulk.dismiss}>
              {t(isRunning ? 'users.bulk.stop' : 'users.bulk.dismiss')}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}

function Selected({ count, matching }: { count: number; matching: number | null }) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatInteger(value, i18n.language);
  return (
    <p className={classes.count} role="status">
      {matching !== null && matching > count
        ? t('users.bulk.firstSelected', { number: number(count), total: number(matching) })
        : t('users.bulk.selected', { count, number: number(count) })}
    </p>
  );
}

/** What is to be done with those who are selected. */
function Choice({ selected, bulk }: Pick<BulkBarProps, 'selected' | 'bulk'>) {
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const [action, setAction] = useState<Action>('disable');
  const [group, setGroup] = useState('');
  const [isGroupMissing, setIsGroupMissing] = useState(false);
  const run = async () => {
    if (isGroup(action) && group.trim() === '') return setIsGroupMissing(true);
    setIsGroupMissing(false);
    if (action === 'disable') {
      const number = formatInteger(selected.size, i18n.language);
      const answer = await confirm({
        title: t('users.bulk.disableTitle', { count: selected.size, number }),
        message: t('users.access.disableText'),
        actions: { confirm: { label: t('users.access.disable') }, cancel: { label: t('common.cancel') } },
      });
      if (answer !== 'confirmed') return undefined;
    }
    bulk.start(selected, toBulk(action, group.trim()));
    return undefined;
  };
  return (
    <>
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
      <Button size="xs" loading={bulk.isRunning} onClick={() => void run()}>
        {t('users.bulk.run')}
      </Button>
    </>
  );
}

function Outcome({ changed, results, isRunning }: BulkRun) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatInteger(value, i18n.language);
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  return (
    <>
      {isRunning && (
        <Progress value={(results.length / changed.size) * 100} aria-label={t('users.bulk.progress')} size="sm" />
      )}
      <p role="status" className={classes.text}>
        {t('users.bulk.outcome', {
          finished: number(results.length),
          total: number(changed.size),
          done: number(count('done')),
          unchanged: number(count('unchanged')),
          failed: number(failed.length),
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
    </>
  );
}
