import { ActionIcon, Button } from '@mantine/core';
import type { CopySource } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { AppLink } from '../../routing/link.tsx';
import { ENGINE_NAMES, placeOf } from '../../warehouse/source-settings.rules.ts';
import { addressOf } from './copies.state.ts';
import { useDeleteCopySource } from './copies.queries.ts';
import classes from './copies.module.css';

/** The servers that tables can be copied from. */
export function ServerList({ sources }: { sources: readonly CopySource[] }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="servers">
      <div className={classes.headingRow}>
        <h2 id="servers" className={classes.heading}>
          {t('copies.servers.title')}
        </h2>
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(attributes) => <AppLink href={addressOf({ kind: 'server', id: null })} {...attributes} />}
        >
          {t('copies.servers.add')}
        </Button>
      </div>
      {sources.length === 0 ? (
        <p className={classes.hint}>{t('copies.servers.none')}</p>
      ) : (
        <ul className={classes.list}>
          {sources.map((source) => (
            <ServerItem key={source.id} source={source} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ServerItem({ source }: { source: CopySource }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const report = useReportError();
  const remove = useDeleteCopySource();
  const { id, name } = source;
  const ask = async () => {
    const answer = await confirm({
      title: t('copies.servers.deleteTitle', { name }),
      message: t('copies.servers.deleteMessage'),
      actions: { confirm: { label: t('copies.servers.delete') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') remove.mutate(id, { onError: report });
  };
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.open}>{name}</p>
        <p className={classes.facts}>
          {ENGINE_NAMES[source.settings.engine]} · {placeOf(source.settings)}
        </p>
      </div>
      <ActionIcon
        className={classes.action}
        aria-label={t('copies.servers.change', { name })}
        renderRoot={(attributes) => <AppLink href={addressOf({ kind: 'server', id })} {...attributes} />}
      >
        <IconPencil size={16} />
      </ActionIcon>
      <ActionIcon
        className={classes.action}
        aria-label={t('copies.servers.deleteLabel', { name })}
        loading={remove.isPending}
        onClick={() => void ask()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </li>
  );
}
