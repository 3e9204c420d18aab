import { EmptyState, Page, PageHeader } from '@rise/ui';
import { useParams } from '@tanstack/react-router';
import { Catalog } from './catalog.tsx';
import { iconSet } from './icon-sets.ts';
import { useIconTexts } from './icons.texts.ts';
import { SetTabs } from './set-tabs.tsx';

/** The icon catalog. */
export default function IconsPage() {
  const t = useIconTexts();
  const { set: request = '' } = useParams({ strict: false });
  const set = iconSet(request);
  if (set) return <Catalog set={set} />;
  return (
    <Page>
      <PageHeader title={t('unknownTitle')} />
      <SetTabs current={null} hrefOf={(id) => `/ui/icons/${id}`} />
      <EmptyState art="lost" title={`“${request}”`} text={t('unknownText')} />
    </Page>
  );
}
