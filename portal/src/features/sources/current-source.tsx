import { Button } from '@mantine/core';
import type { WarehouseConnection } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useRemoveSource } from './sources.queries.ts';
import { ENGINE_NAMES } from './sources.rules.ts';
import classes from './sources.module.css';

/** Where it is, as its engine writes it. */
function placeOf({ settings }: WarehouseConnection): string {
  const { host, account, database, catalog, schema } = settings as Record<string, string | undefined>;
  return [host ?? account, [database ?? catalog, schema].filter(Boolean).join('.')].filter(Boolean).join(' / ');
}

/** The active source; a tenant's own can be removed. */
export function CurrentSource({ connection }: { connection: WarehouseConnection | null }) {
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
    if (answer === 'confirmed') remove.mutate();
  };
  return (
    <section className={classes.card} aria-labelledby="current-source">
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 id="current-source" className={classes.heading}>
            {isEmbedded ? t('sources.embedded') : ENGINE_NAMES[connection.settings.engine]}
            <span className={classes.badge}>{t('sources.active')}</span>
          </h2>
          <p className={classes.hint}>
            {isEmbedded
              ? t('sources.embeddedHint')
              : connection.of === 'everybody'
                ? t('sources.ofInstallation')
                : placeOf(connection)}
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
        {remove.isSuccess && t('sources.removed')}
      </p>
      {remove.isError && (
        <p role="alert" className={classes.error}>
          {errorText(remove.error, t).message}
        </p>
      )}
    </section>
  );
}
