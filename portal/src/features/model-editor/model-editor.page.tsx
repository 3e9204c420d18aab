import { Button } from '@mantine/core';
import { ErrorState, Page, PageHeader, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { ModelEditor } from './model-editor.tsx';
import { activeModelQuery, draftQuery } from './model-editor.queries.ts';

/** The tenant's model as a text that is edited, checked, tried out and published. */
export default function ModelEditorPage() {
  const { t } = useTranslation();
  const draft = useQuery(draftQuery);
  const active = useQuery(activeModelQuery);
  const failed = [draft, active].find(({ isError, data }) => isError && data === undefined);
  return (
    <Page>
      <PageHeader
        title={t('modelEditor.title')}
        purpose={t('modelEditor.purpose')}
        back={{ href: '/model', label: t('catalog.title') }}
        actions={
          <Button component={AppLink} href="/model/versions" variant="default">
            {t('modelVersions.title')}
          </Button>
        }
      />
      {failed ? (
        <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
      ) : draft.data && active.data !== undefined ? (
        <ModelEditor draft={draft.data.draft} active={active.data} />
      ) : (
        <TextSkeleton lines={12} />
      )}
    </Page>
  );
}
