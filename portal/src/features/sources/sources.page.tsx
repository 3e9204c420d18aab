import { ErrorState, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { CurrentSource } from './current-source.tsx';
import { SourceForm } from './source-form.tsx';
import { sourceQuery } from './sources.queries.ts';
import { ENGINE_NAMES, ENGINES } from './sources.rules.ts';
import classes from './sources.module.css';

/** Where the tenant's figures come from, and the connection to a server of its own. */
export default function SourcesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search: SearchParams = useSearch({ strict: false });
  const source = useQuery(sourceQuery);
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
          <CurrentSource connection={connection} />
          <section className={classes.card} aria-labelledby="connect-source">
            <h2 id="connect-source" className={classes.heading}>
              {t(connection?.of === 'tenant' ? 'sources.change' : 'sources.connectTitle')}
            </h2>
            <p className={classes.hint}>{t('sources.operator')}</p>
            <SegmentedChoice
              label={t('sources.engine')}
              options={ENGINES.map((value) => ({ value, label: ENGINE_NAMES[value] }))}
              value={engine}
              onChange={(value) => void navigate({ to: '/sources', search: { engine: value } as never, replace: true })}
            />
            <SourceForm key={`${engine} ${connection?.connectedAt ?? ''}`} engine={engine} connection={connection} />
          </section>
        </>
      )}
    </Page>
  );
}
