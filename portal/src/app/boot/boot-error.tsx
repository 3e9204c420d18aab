import { ApiError } from '@rise/contract/client';
import { FailurePage, RiseProvider } from '@rise/ui';
import { useLayoutEffect } from 'react';
import { browserLanguage } from '@rise/shell/language';

/** Not in the translation files, because it must work when those can't be loaded. */
const TEXTS = {
  en: {
    title: 'Rise could not start',
    offline: 'The server cannot be reached. Check your connection, then try again.',
    failed: 'Something went wrong while the portal was starting. Try again in a moment.',
    retry: 'Try again',
    requestId: 'Reference number {id}',
    copyReference: 'Copy reference',
  },
  tr: {
    title: 'Rise başlatılamadı',
    offline: 'Sunucuya ulaşılamıyor. Bağlantınızı kontrol edip yeniden deneyin.',
    failed: 'Portal açılırken bir sorun oluştu. Birazdan yeniden deneyin.',
    retry: 'Yeniden dene',
    requestId: 'Referans numarası {id}',
    copyReference: 'Referans numarasını kopyala',
  },
} as const;

/** Full page shown if the portal could not start, in the browser's language. */
export function BootError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const language = browserLanguage(['en', 'tr']) ?? 'en';
  const texts = TEXTS[language];
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    document.title = `${texts.title} · Rise`;
  }, [language, texts]);
  const apiError = error instanceof ApiError ? error : null;
  return (
    <RiseProvider
      appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }}
      locale={language}
      currency="USD"
      texts={{ retry: texts.retry, requestId: texts.requestId, copyReference: texts.copyReference }}
    >
      <FailurePage
        alone
        title={texts.title}
        message={apiError?.code === 'OFFLINE' ? texts.offline : texts.failed}
        onRetry={onRetry}
        {...(apiError?.requestId ? { requestId: apiError.requestId } : {})}
      />
    </RiseProvider>
  );
}
