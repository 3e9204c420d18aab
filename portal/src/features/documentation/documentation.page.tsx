import type { Language } from '@rise/contract';
import { ErrorState, Page, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import classes from './documentation.module.css';
import { type LoadedDocument, loadDocuments } from './documents.ts';
import { headingsOf } from './headings.ts';
import { DocumentText } from './markdown.tsx';

/** The documentation: the list of documents, the open one, and its sections. */
export default function DocumentationPage() {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  const index = useQuery({
    queryKey: ['documentation', language],
    queryFn: () => loadDocuments(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const params: { document?: string } = useParams({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const name = pathname === '/docs/changelog' ? 'changelog' : (params.document ?? 'getting-started');
  const document = index.data?.find((entry) => entry.name === name);
  usePageTitle(document?.title);
  if (index.isError) return <ErrorState {...errorText(index.error, t)} onRetry={() => void index.refetch()} />;
  if (!index.data)
    return (
      <Page loading>
        <TextSkeleton lines={12} />
      </Page>
    );
  if (!document) return <NotFoundScreen />;
  return (
    <Page>
      <div className={classes.columns}>
        <nav aria-label={t('documentation.all')} className={classes.contents}>
          <h2>{t('documentation.all')}</h2>
          <ul>
            {index.data.map((entry) => (
              <li key={entry.name}>
                <AppLink href={entry.href} aria-current={entry === document ? 'page' : undefined}>
                  {entry.title}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        <Article
          key={`${document.name}.${document.language}`}
          document={document}
          untranslated={document.language !== language}
        />
        <Sections document={document} />
      </div>
    </Page>
  );
}

function Article({ document, untranslated }: { document: LoadedDocument; untranslated: boolean }) {
  const { t } = useTranslation();
  const article = useRef<HTMLElement>(null);
  const section: { section?: string } = useParams({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const requested = decodeURIComponent(hash || (section.section ?? ''));
  useEffect(() => {
    if (!requested) return;
    const headings = [...(article.current?.querySelectorAll('h2') ?? [])];
    const named = headings.find(({ id }) => id === requested) ?? headings[document.originalAnchors.indexOf(requested)];
    named?.scrollIntoView({ block: 'start' });
  }, [requested, document]);
  return (
    <article ref={article} className={classes.text} lang={document.language}>
      {untranslated && (
        <p role="note" className={classes.note}>
          {t('documentation.untranslated')}
        </p>
      )}
      <DocumentText markdown={document.markdown} />
    </article>
  );
}

function Sections({ document }: { document: LoadedDocument }) {
  const { t } = useTranslation();
  const headings = headingsOf(document.markdown);
  if (headings.length < 2) return <div />;
  return (
    <nav aria-label={t('documentation.sections')} className={classes.sections}>
      <h2>{t('documentation.sections')}</h2>
      <ul lang={document.language}>
        {headings.map(({ title, anchor }) => (
          <li key={anchor}>
            <AppLink href={`${document.href}#${anchor}`}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
