import { Button } from '@mantine/core';
import type { KnowledgeSource } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SourceForm } from './source-form.tsx';
import { RunActions, SMALL, SourceHead, SourceState } from './source-state.tsx';
import { useChangeSource, useDeleteSource } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

/** One Confluence site: what was read of it, how the last run went, and what can be done. */
export function SourceItem({ source }: { source: KnowledgeSource }) {
  const { id, name, url, spaces, documents } = source;
  const { t } = useTranslation();
  const [isChanging, setIsChanging] = useState(false);
  const change = useChangeSource();
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
      <SourceHead source={source} />
      <p className={cards.code}>{url}</p>
      <p className={classes.detail}>
        {t('knowledge.sources.documents', { count: documents })} · {spaces.map((space) => space.name).join(', ')}
      </p>
      <SourceState source={source} />
      <Actions source={source} onChange={() => setIsChanging(true)} />
    </li>
  );
}

function Actions({ source, onChange }: { source: KnowledgeSource; onChange: () => void }) {
  const { id, name } = source;
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useDeleteSource();
  const confirmDelete = async () => {
    const answer = await confirm({
      title: t('knowledge.sources.deleteTitle', { name }),
      message: t('knowledge.sources.deleteText'),
      actions: { confirm: { label: t('knowledge.sources.disconnect') } },
    });
    if (answer === 'confirmed') remove.mutate(id);
  };
  return (
    <RunActions source={source} error={remove.error}>
      <Button {...SMALL} aria-label={t('knowledge.sources.changeNamed', { name })} onClick={onChange}>
        {t('knowledge.sources.change')}
      </Button>
      <Button
        {...SMALL}
        color="negative"
        loading={remove.isPending}
        aria-label={t('knowledge.sources.disconnectNamed', { name })}
        onClick={() => void confirmDelete()}
      >
        {t('knowledge.sources.disconnect')}
      </Button>
    </RunActions>
  );
}
