import { EmptyState, ErrorState, Page, PageHeader, TextSkeleton } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { usePageTitle } from '@rise/shell/routing';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { PassageText } from './passage-text.tsx';
import { documentQuery } from './knowledge.queries.ts';
import classes from './knowledge.module.css';

/** A document that the assistant answers from, opened at the passage that an answer cites. */
export default function KnowledgeDocumentPage() {
  const { t, i18n } = useTranslation();
  const { documentId = '' }: { documentId?: string } = useParams({ strict: false });
  const { passage }: SearchParams = useSearch({ strict: false });
  const found = useQuery(documentQuery(documentId));
  const cited = useRef<HTMLElement>(null);
  usePageTitle(found.data?.name);
  useEffect(() => {
    if (!found.data || passage === undefined || !cited.current) return;
    cited.current.scrollIntoView({ block: 'start' });
    cited.current.focus({ preventScroll: true });
  }, [found.data, passage]);
  if (found.isError)
    return (
      <Page>
        {isNotFound(found.error) ? (
          <EmptyState art="search" title={t('knowledge.gone')} text={t('knowledge.goneText')} />
        ) : (
          <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
        )}
      </Page>
    );
  if (found.isPending)
    return (
      <Page loading>
        <TextSkeleton lines={12} />
      </Page>
    );
  const { name, file, uploadedAt, passages } = found.data;
  const moment = formatMoment(uploadedAt, i18n.language);
  return (
    <Page width="narrow">
      <PageHeader
        title={name}
        purpose={file === null ? t('knowledge.of', { moment }) : t('knowledge.ofFile', { file, moment })}
      />
      {passages.map(({ place, heading, text, links }) => {
        const isCited = String(place) === passage;
        return (
          <section
            key={place}
            ref={isCited ? cited : undefined}
            className={classes.passage}
            data-cited={isCited || undefined}
            data-initial-focus={isCited || undefined}
            tabIndex={isCited ? -1 : undefined}
            aria-label={isCited ? t('knowledge.cited') : undefined}
          >
            {heading !== '' && <h2 className={classes.heading}>{heading}</h2>}
            <p className={classes.text}>
              <PassageText text={text} links={links} />
            </p>
          </section>
        );
      })}
    </Page>
  );
}
