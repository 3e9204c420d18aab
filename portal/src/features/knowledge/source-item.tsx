import { Button, Progress } from '@mantine/core';
import type { KnowledgeSource } from '@rise/contract';
import { StatusPill, useConfirm } from '@rise/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { SourceForm } from './source-form.tsx';
import { RUN_TONES, SourceRuns } from './source-runs.tsx';
import { isActive, useCancelRun, useChangeSource, useDeleteSource, useRunSource } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

/** One Confluence site: what was read of it, how the last run went, and what can be done. */
export function SourceItem({ source }: { source: KnowledgeSource }) {
  const { id, name, url, spaces, documents, lastRun, nextRunAt } = source;
  const { t, i18n } = useTranslation();
  const [isChanging, setIsChanging] = useState(false);
  const change = useChangeSource();
  const moment = (iso: string) => formatMoment(iso, i18n.language);
  if (isChanging) {
    const close = () => {
      change.reset();
      setIsChanging(false);
    };
    return (
      <li className={classes.source} aria-label={name}>
        <SourceForm
          source={source}
          isPending={change.isPending}
          error={change.error}
          onSave={(draft) => change.mutate({ id, ...draft }, { onSuccess: close })}
          onCancel={close}
        />
      </li>
    );
  }
  return (
    <li className={classes.source} aria-label={name}>
      <div className={classes.head}>
        <h3 className={cards.name}>{name}</h3>
        {lastRun && (
          <StatusPill tone={RUN_TONES[lastRun.status]}>{t(`knowledge.sources.status.${lastRun.status}`)}</StatusPill>
        )}
      </div>
      <p className={cards.code}>{url}</p>
      <p className={classes.detail}>
        {t('knowledge.sources.documents', { count: documents })} · {spaces.map((space) => space.name).join(', ')}
      </p>
      {isActive(source) && lastRun ? (
        <Progress
          mt={8}
          aria-label={t('knowledge.sources.reading', { name })}
          value={lastRun.progress.of === 0 ? 100 : (lastRun.progress.done / lastRun.progress.of) * 100}
          striped
          animated={lastRun.progress.of === 0}
        />
      ) : (
        <p className={classes.detail}>
          {lastRun?.finishedAt && `${t('knowledge.sources.lastRead', { moment: moment(lastRun.finishedAt) })} · `}
          {t('knowledge.sources.next', { moment: moment(nextRunAt) })}
        </p>
      )}
      {lastRun?.failure && <p className={cards.error}>{t(`knowledge.sources.failures.${lastRun.failure}`)}</p>}
      <Actions source={source} onChange={() => setIsChanging(true)} />
    </li>
  );
}

function Actions({ source, onChange }: { source: KnowledgeSource; onChange: () => void }) {
  const { id, name, lastRun } = source;
  const { t } = useTranslation();
  const confirm = useConfirm();
  const [run, cancel, remove] = [useRunSource(), useCancelRun(), useDeleteSource()];
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const historyId = useId();
  const error = run.error ?? cancel.error ?? remove.error;
  const confirmDelete = async () => {
    const answer = await confirm({
      title: t('knowledge.sources.deleteTitle', { name }),
      message: t('knowledge.sources.deleteText'),
      actions: { confirm: { label: t('knowledge.sources.disconnect') } },
    });
    if (answer === 'confirmed') remove.mutate(id);
  };
  const button = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <>
      <div className={classes.actions}>
        {isActive(source) ? (
          <Button
            {...button}
            loading={cancel.isPending}
            aria-label={t('knowledge.sources.cancelNamed', { name })}
            onClick={() => cancel.mutate(id)}
          >
            {t('knowledge.sources.cancel')}
          </Button>
        ) : (
          <Button
            {...button}
            loading={run.isPending}
            aria-label={t('knowledge.sources.runNamed', { name })}
            onClick={() => run.mutate(id)}
          >
            {t('knowledge.sources.run')}
          </Button>
        )}
        <Button
          {...button}
          aria-expanded={isHistoryOpen}
          aria-controls={historyId}
          aria-label={t('knowledge.sources.historyNamed', { name })}
          onClick={() => setIsHistoryOpen(!isHistoryOpen)}
        >
          {t('knowledge.sources.history')}
        </Button>
        <Button {...button} aria-label={t('knowledge.sources.changeNamed', { name })} onClick={onChange}>
          {t('knowledge.sources.change')}
        </Button>
        <Button
          {...button}
          color="negative"
          loading={remove.isPending}
          aria-label={t('knowledge.sources.disconnectNamed', { name })}
          onClick={() => void confirmDelete()}
        >
          {t('knowledge.sources.disconnect')}
        </Button>
      </div>
      {error && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div id={historyId}>
        {isHistoryOpen && <SourceRuns source={source} version={`${lastRun?.id} ${lastRun?.status}`} />}
      </div>
    </>
  );
}
