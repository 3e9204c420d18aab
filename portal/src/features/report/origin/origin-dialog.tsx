import { Button, Modal, Radio } from '@mantine/core';
import type { OriginChange, OriginUpdate, ReportDraft } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useFocusReturn } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatDay } from '../../../dates/dates.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { changeText } from './change-words.ts';
import { useDismiss, useMerge } from './origin.queries.ts';
import classes from './origin.module.css';

interface OriginDialogProps {
  /** Of the copy. */
  id: string;
  update: OriginUpdate;
  onMerged: (draft: ReportDraft) => void;
  onClose: () => void;
}

/** What the original has changed: all that the copy has not changed is merged, the rest is decided one by one. */
export default function OriginDialog({ id, update, onMerged, onClose }: OriginDialogProps) {
  useFocusReturn(true);
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const merge = useMerge(id, update, onMerged);
  const dismiss = useDismiss(id, update);
  const conflicts = update.changes.filter(({ conflict }) => conflict !== null);
  const others = update.changes.filter(({ conflict }) => conflict === null);
  const error = merge.error ?? dismiss.error;
  const decide = (change: string, isTheirs: boolean) =>
    setTheirs((before) => new Set(isTheirs ? [...before, change] : [...before].filter((one) => one !== change)));
  // Those that are no conflicts any more, once the changes were read again, are no decisions.
  const chosen = conflicts.map((change) => change.id).filter((change) => theirs.has(change));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('origin.title', { title: localize(update.origin.title) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          merge.mutate(chosen);
        }}
      >
        <p className={classes.facts}>
          {t('origin.facts', {
            version: update.version,
            date: formatDay(update.publishedAt, i18n.language),
            base: update.base,
          })}
          {update.note !== '' && <span className={classes.note}>{update.note}</span>}
        </p>
        {conflicts.length > 0 && (
          <section className={classes.section}>
            <h3 className={classes.heading}>{t('origin.conflicts', { count: conflicts.length })}</h3>
            {conflicts.map((change) => (
              <Conflict
                key={change.id}
                change={change}
                isTheirs={theirs.has(change.id)}
                onDecide={(isTheirs) => decide(change.id, isTheirs)}
              />
            ))}
          </section>
        )}
        {others.length > 0 && (
          <section className={classes.section}>
            <h3 className={classes.heading}>{t('origin.others', { count: others.length })}</h3>
            <ul className={classes.changes}>
              {others.map((change) => (
                <li key={change.id}>
                  {changeText(change, t, localize)}
                  <PageName change={change} />
                </li>
              ))}
            </ul>
          </section>
        )}
        <p className={classes.facts}>{t('origin.help')}</p>
        {error && (
          <p role="alert" className={classes.error}>
            {error instanceof ApiError && error.code === 'CONFLICT' ? t('origin.stale') : errorText(error, t).message}
          </p>
        )}
        <div className={classes.actions}>
          {!update.isDismissed && (
            <Button
              variant="subtle"
              color="gray"
              className={classes.dismiss!}
              loading={dismiss.isPending}
              onClick={() => dismiss.mutate(undefined, { onSuccess: onClose })}
            >
              {t('origin.dismiss')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={merge.isPending} data-autofocus>
            {t('origin.merge')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

/** Of the page that a tile is on. */
function PageName({ change: { part, page } }: { change: OriginChange }) {
  const localize = useLocalize();
  return part === 'tile' && page ? <span className={classes.page}> · {localize(page)}</span> : null;
}

interface ConflictProps {
  change: OriginChange;
  isTheirs: boolean;
  onDecide: (isTheirs: boolean) => void;
}

function Conflict({ change, isTheirs, onDecide }: ConflictProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const text = changeText(change, t, localize);
  return (
    <Radio.Group
      className={classes.conflict!}
      label={
        <>
          {text}
          <PageName change={change} />
          <span className={classes.here}>{t(`origin.here.${change.conflict!}`)}</span>
        </>
      }
      value={isTheirs ? 'theirs' : 'mine'}
      onChange={(value) => onDecide(value === 'theirs')}
    >
      <div className={classes.choices}>
        <Radio size="sm" value="mine" label={t('origin.mine')} />
        <Radio size="sm" value="theirs" label={t('origin.theirs')} />
      </div>
    </Radio.Group>
  );
}
