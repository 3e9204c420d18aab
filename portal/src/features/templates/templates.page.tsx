import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../routing/use-open.ts';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { AudienceDrawer } from './audience-drawer.tsx';
import { TemplateItem } from './template-item.tsx';
import { publishedTemplatesQuery } from './templates.queries.ts';
import cards from '../../embedding/cards.module.css';

/** Workspaces that are published for tenants. */
export default function TemplatesPage() {
  const { t } = useTranslation();
  const { data, error, isError, refetch } = useQuery(publishedTemplatesQuery);
  const [chosen, setChosen] = useOpen<string | null>(null);
  const opened = data?.templates.find(({ id }) => id === chosen) ?? null;
  return (
    <Page width="narrow">
      <PageHeader
        title={t('templates.title')}
        purpose={t('templates.purpose')}
        {...(data && { count: data.templates.length })}
      />
      {isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : !data ? (
        <ListSkeleton rows={4} />
      ) : data.templates.length === 0 ? (
        <EmptyState
          art="list"
          title={t('templates.empty.title')}
          text={t('templates.empty.text')}
          action={<AppLink href="/reports">{t('templates.empty.action')}</AppLink>}
        />
      ) : (
        <section className={cards.card} aria-label={t('templates.title')}>
          <ul className={cards.list}>
            {data.templates.map((template) => (
              <TemplateItem
                key={template.id}
                template={template}
                tenants={data.tenants}
                onAudience={() => setChosen(template.id)}
              />
            ))}
          </ul>
        </section>
      )}
      {opened && <AudienceDrawer template={opened} tenants={data!.tenants} onClose={() => setChosen(null)} />}
    </Page>
  );
}
