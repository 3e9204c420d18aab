import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { ParametersForm } from './parameters-form.tsx';
import { parametersQuery } from './parameters.queries.ts';

/** The parameters of the tenant's model, for those who may change them and, to read, for everybody. */
export default function ParametersPage() {
  const { t } = useTranslation();
  const session = useSession();
  const parameters = useQuery(parametersQuery);
  return (
    <Page width="narrow">
      <PageHeader
        title={t('parameters.title')}
        purpose={t('parameters.purpose')}
        {...(parameters.data ? { count: parameters.data.parameters.length } : {})}
      />
      {parameters.isError ? (
        <ErrorState {...errorText(parameters.error, t)} onRetry={() => void parameters.refetch()} />
      ) : parameters.isPending ? (
        <ListSkeleton rows={4} />
      ) : parameters.data.parameters.length === 0 ? (
        <EmptyState title={t('parameters.empty.title')} text={t('parameters.empty.text')} art="list" />
      ) : (
        <ParametersForm {...parameters.data} readOnly={!allows(session, { permission: 'configuration.manage' })} />
      )}
    </Page>
  );
}
