import type { Language } from '@rise/contract';
import { ErrorState, Page, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../client/failure.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import classes from './documentation.module.css';
import { type LoadedDocument, loadShelf } from './documents.ts';
import { headingsOf } from './headings.ts';
import { DocumentText } from './markdown.tsx';

/** The documentation: the shelf, one document, and its sections. */
export default function DocumentationPage() {
  const { t, i18n } = useTranslation();
  const language = i18n.language as Language;
  const shelf = useQuery({
    queryKey: ['documentation', language],
    queryFn: () => loadShelf(language),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const params: { document?: string } = useParams({ strict: false });
  const pathname = useLocation({ select: (location) => location.pathname });
  const name = pathname === '/docs/changelog' ? 'changelog' : (params.document ?? 'getting-started');
  const shown = shelf.data?.find((document) => document.name === name);
  usePageTitle(shown?.title);
  if (shelf.isError) return <ErrorState {...failureText(shelf.error, t)} onRetry={() => void shelf.refetch()} />;
  if (!shelf.data)
    return (
      <Page loading>
        <TextSkeleton lines={12} />
      </Page>
    );
  if (!shown) return <NotFoundScreen />;
  return (
    <Page>
      <div className={classes.columns}>
        <nav aria-label={t('documentation.all')} className={classes.shelf}>
          <h2>{t('documentation.all')}</h2>
          <ul>
            {shelf.data.map((document) => (
              <li key={document.name}>
                <AppLink href={document.href} aria-current={document === shown ? 'page' : undefined}>
                  {document.title}
                </AppLink>
              </li>
            ))}
          </ul>
        </nav>
        <Article key={`${shown.name}.${shown.language}`} shown={shown} untranslated={shown.language !== language} />
        <Sections shown={shown} />
      </div>
    </Page>
  );
}

function Article({ shown, untranslated }: { shown: LoadedDocument; untranslated: boolean }) {
  const { t } = useTranslation();
  const article = useRef<HTMLElement>(null);
  const section: { section?: string } = useParams({ strict: false });
  const hash = useLocation({ select: (location) => location.hash });
  const wanted = decodeURIComponent(hash || (section.section ?? ''));
  useEffect(() => {
    if (!wanted) return;
    const headings = [...(article.current?.querySelectorAll('h2') ?? [])];
    const named = headings.find(({ id }) => id === wanted) ?? headings[shown.originalAnchors.indexOf(wanted)];
    named?.scrollIntoView({ block: 'start' });
  }, [wanted, shown]);
  return (
    <article ref={article} className={classes.text} lang={shown.language}>
      {untranslated && (
        <p role="note" className={classes.note}>
          {t('documentation.untranslated')}
        </p>
      )}
      <DocumentText markdown={shown.markdown} />
    </article>
  );
}

function Sections({ shown }: { shown: LoadedDocument }) {
  const { t } = useTranslation();
  const headings = headingsOf(shown.markdown);
  if (headings.length < 2) return <div />;
  return (
    <nav aria-label={t('documentation.sections')} className={classes.sections}>
      <h2>{t('documentation.sections')}</h2>
      <ul lang={shown.language}>
        {headings.map(({ title, anchor }) => (
          <li key={anchor}>
            <AppLink href={`${shown.href}#${anchor}`}>{title}</AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
