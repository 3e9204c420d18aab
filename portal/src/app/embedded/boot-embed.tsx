import { PageProviders } from '@rise/shell/providers';
import { logError } from '@rise/ui/log';
import { createRoot } from 'react-dom/client';
import { createQueryCache } from '../../client/query-cache.ts';
import { createEmbedSource } from '../../features/report/embedded/embed-source.ts';
import { readToken } from '../../features/report/embedded/embed-token.ts';
import { EmbeddedPage } from '../../features/report/embedded/embedded.page.tsx';
import { startTranslations } from '../../i18n/i18n.ts';
import { BootError } from '../boot/boot-error.tsx';
import { reportHeight } from './report-height.ts';

/**
 * Starts the page of a signed token or a public link: without router, session and shell, so that nothing else of the
 * portal can be reached in a frame. Another token in the address starts it again.
 */
export async function bootEmbed(element: HTMLElement): Promise<void> {
  const fail = (error: unknown) => {
    logError('The report could not be shown.', error);
    root.render(<BootError error={error} onRetry={() => window.location.reload()} />);
  };
  const root = createRoot(element, { onUncaughtError: (error) => queueMicrotask(() => fail(error)) });
  window.addEventListener('hashchange', () => window.location.reload());
  reportHeight(element);
  try {
    const { text, language, scheme } = readToken(window.location);
    const texts = await startTranslations({ language });
    const { source, ended } = createEmbedSource(text);
    const appearance = { scheme, theme: 'default', themes: ['default'], key: 'rise.embed' } as const;
    root.render(
      <PageProviders texts={texts} cache={createQueryCache()} appearance={appearance}>
        <EmbeddedPage source={source} ended={ended} />
      </PageProviders>,
    );
  } catch (error) {
    fail(error);
  }
}
