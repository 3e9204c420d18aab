import { ErrorState, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { CurrentSource } from './current-source.tsx';
import { SourceForm } from '../../warehouse/source-form.tsx';
import { sourceQuery, useConnectSource, useTestSource } from '../../warehouse/source.queries.ts';
import { ENGINE_NAMES, ENGINES } from '../../warehouse/source-settings.rules.ts';
import classes from '../../warehouse/source.module.css';

/** Where the tenant's figures come from, and the connection to a server of its own. */
export default function SourcesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const source = useQuery(sourceQuery);
  const test = useTestSource();
  const connect = useConnectSource();
  const heading = useRef<HTMLHeadingElement>(null);
  const connection = source.data?.connection ?? null;
  const active = ENGINES.find((name) => name === connection?.settings.engine);
  const engine = ENGINES.find((name) => name === search.engine) ?? active ?? 'postgres';
  return (
    <Page width="narrow">
      <PageHeader title={t('sources.title')} purpose={t('sources.purpose')} />
      {source.isError ? (
        <ErrorState {...errorText(source.error, t)} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <CurrentSource
            connection={connection}
            connected={connect.isSuccess}
            heading={heading}
            onRemove={() => connect.reset()}
          />
          <section className={classes.card} aria-labelledby="connect-source">
            <h2 id="connect-source" className={classes.heading}>
              {t(connection?.of === 'tenant' ? 'sources.change' : 'sources.connectTitle')}
            </h2>
            <p className={classes.hint}>{t('sources.operator')}</p>
            <SegmentedChoice
              label={t('sources.engine')}
              options={ENGINES.map((value) => ({ value, label: ENGINE_NAMES[value] }))}
              value={engine}
              onChange={(value) => {
                test.reset();
                connect.reset();
                void navigate({ to: '/sources', search: { engine: value } as never, replace: true });
              }}
            />
            <SourceForm
              key={`${engine} ${connection?.connectedAt ?? ''}`}
              engine={engine}
              settings={connection?.of === 'tenant' ? connection.settings : null}
              usage="figures"
              test={test}
              connect={connect}
              connectLabel={t('sources.connect')}
              onConnected={() => heading.current?.focus()}
            />
          </section>
        </>
      )}
    </Page>
  );
}
