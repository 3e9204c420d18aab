import { Switch } from '@mantine/core';
import type { EmbeddingSettings } from '@rise/contract';
import { ErrorState, ListSkeleton, Notice, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { EMBEDDING_GUIDE } from '../../embedding/guide.ts';
import { AppLink } from '../../routing/link.tsx';
import { embeddingQuery, useAllow } from './embedding.queries.ts';
import { KeyForm } from './key-form.tsx';
import { KeyItem } from './key-item.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './embedding.module.css';

/** What the tenant shows outside of the portal, and the keys of sites. */
export default function EmbeddingPage() {
  const { t } = useTranslation();
  const settings = useQuery(embeddingQuery);
  return (
    <Page width="narrow">
      <PageHeader title={t('embedding.title')} purpose={t('embedding.purpose')} />
      {settings.isError ? (
        <ErrorState {...errorText(settings.error, t)} onRetry={() => void settings.refetch()} />
      ) : settings.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <Allowed settings={settings.data} />
          <section className={cards.card} aria-labelledby="embed-keys">
            <h2 id="embed-keys" className={cards.heading}>
              {t('embedding.keys')}
            </h2>
            <p className={cards.hint}>
              {t('embedding.keysHelp')} <AppLink href={EMBEDDING_GUIDE}>{t('embedding.guide')}</AppLink>
            </p>
            {settings.data.keys.length === 0 ? (
              <p className={cards.hint}>{t('embedding.none')}</p>
            ) : (
              <ul className={cards.list}>
                {settings.data.keys.map((key) => (
                  <KeyItem key={key.id} item={key} />
                ))}
              </ul>
            )}
            <KeyForm />
          </section>
        </>
      )}
    </Page>
  );
}

function Allowed({ settings }: { settings: EmbeddingSettings }) {
  const { t } = useTranslation();
  const allow = useAllow();
  // What is being stored, until it is.
  const shown = { ...settings, ...(allow.isPending ? allow.variables : {}) };
  return (
    <section className={cards.card} aria-labelledby="embed-allowed">
      <h2 id="embed-allowed" className={cards.heading}>
        {t('embedding.allowed')}
      </h2>
      <div className={classes.switches}>
        <Switch
          label={t('embedding.sites')}
          description={t('embedding.sitesHelp')}
          checked={shown.embedding}
          onChange={({ currentTarget }) => allow.mutate({ embedding: currentTarget.checked })}
        />
        <Switch
          label={t('embedding.links')}
          description={t('embedding.linksHelp')}
          checked={shown.publicLinks}
          onChange={({ currentTarget }) => allow.mutate({ publicLinks: currentTarget.checked })}
        />
        <Switch
          label={t('embedding.exportLinks')}
          description={t('embedding.exportLinksHelp')}
          checked={shown.exportLinks}
          onChange={({ currentTarget }) => allow.mutate({ exportLinks: currentTarget.checked })}
        />
        {shown.publicLinks && <Notice tone="warning">{t('embedding.linksWarning')}</Notice>}
        {allow.error && (
          <p role="alert" className={cards.error}>
            {errorText(allow.error, t).message}
          </p>
        )}
      </div>
    </section>
  );
}
