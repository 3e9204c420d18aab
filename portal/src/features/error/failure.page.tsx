import { FailurePage } from '@rise/ui';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PAGE } from '../../routing/access.ts';
import type { SearchParams } from '@rise/ui/search-params';

/** The error page under its own address, to which the server redirects. */
export default function FailureAddressPage() {
  const { t } = useTranslation();
  const router = useRouter();
  const { requestId }: SearchParams = useSearch({ strict: false });
  return (
    <FailurePage
      title={t('errors.internal.title')}
      message={t('errors.internal.message')}
      onRetry={() => void router.navigate({ href: DEFAULT_PAGE })}
      {...(requestId && /^[\w-]{6,64}$/.test(requestId) ? { requestId } : {})}
    />
  );
}
