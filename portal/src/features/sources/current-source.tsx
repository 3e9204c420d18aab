import { Button } from '@mantine/core';
import type { WarehouseConnection } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useRemoveSource } from '../../warehouse/source.queries.ts';
import { ENGINE_NAMES, placeOf } from '../../warehouse/source-settings.rules.ts';
import classes from '../../warehouse/source.module.css';

export interface CurrentSourceProps {
  connection: WarehouseConnection | null;
  /** Whether it was connected just now. */
  connected: boolean;
  /** The heading, which has the focus then. */
  heading: Ref<HTMLHeadingElement>;
  onRemove: () => void;
}

/** The active source; a tenant's own can be removed. */
export function CurrentSource({ connection, connected, heading, onRemove }: CurrentSourceProps) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const confirm = useConfirm();
  const remove = useRemoveSource();
  const isEmbedded = connection === null || connection.settings.engine === 'duckdb';
  const confirmRemoval = async () => {
    const answer = await confirm({
      title: t('sources.removeTitle'),
      message: t('sources.removeMessage'),
      actions: { confirm: { label: t('sources.remove') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') remove.mutate(undefined, { onSuccess: onRemove });
  };
  return (
    <section className={classes.card} aria-labelledby="current-source">
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id="current-source" ref={heading} tabIndex={-1} className={classes.heading}>
            {isEmbedded ? t('sources.embedded') : ENGINE_NAMES[connection.settings.engine]}
            <span className={classes.badge}>{t('sources.active')}</span>
          </h2>
          <p className={classes.hint}>
            {isEmbedded
              ? t('sources.embeddedHint')
              : connection.of === 'everybody'
                ? t('sources.ofInstallation')
                : placeOf(connection.settings)}
          </p>
          {!isEmbedded && connection.of === 'tenant' && (
            <p className={classes.hint}>
              {t('sources.since', { moment: formatMoment(connection.connectedAt, i18n.language) })} ·{' '}
              {t('sources.secretsStored')}
            </p>
          )}
          {connection?.note && <p className={classes.hint}>{localize(connection.note)}</p>}
        </div>
        {connection?.of === 'tenant' && (
          <Button variant="default" loading={remove.isPending} onClick={() => void confirmRemoval()}>
            {t('sources.remove')}
          </Button>
        )}
      </div>
      <p role="status" className={classes.status}>
        {connected ? t('sources.connected') : remove.isSuccess && t('sources.removed')}
      </p>
      {remove.isError && (
        <p role="alert" className={classes.error}>
          {errorText(remove.error, t).message}
        </p>
      )}
    </section>
  );
}
