import { NoticeBanner } from '@rise/ui/panels';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';

const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => client.call('GET /api/v1/installation', { signal }),
});

/** While an operator has made Rise read-only: that it is so, why, and what still works. */
export function ReadOnlyBanner() {
  const { t } = useTranslation();
  const readOnly = useQuery(installationQuery).data?.readOnly ?? null;
  if (readOnly === null) return null;
  return (
    <NoticeBanner
      title={t('readOnly.title')}
      texts={[...(readOnly.reason === '' ? [] : [readOnly.reason]), t('readOnly.text')]}
    />
  );
}
