import { createClient } from '@rise/contract/client';
import { loading } from '@rise/ui';
import { observable } from '@rise/ui/observable';
import { pageLanguage } from '../i18n/language.ts';
import { currentSession, sessionLapsed } from '../session/session.ts';
import { pageFetch } from './page-requests.ts';

/** Id of the last response's request, which support needs to trace an error of the page itself; null before any. */
export const lastRequestId = observable<string | null>(null);

/** API client. Pending requests drive the loading bar; a 401 while signed in means that the session has ended. */
export const client = createClient({
  onPending: (change) => loading.pending(change),
  fetch: async (input, init) => {
    // Server texts follow the interface language, which may differ from the browser's.
    const headers = { ...init?.headers, 'accept-language': pageLanguage() };
    const response = await pageFetch(input, { ...init, headers });
    lastRequestId.set(response.headers.get('x-request-id') ?? lastRequestId.get());
    if (response.status === 401 && currentSession.get()) sessionLapsed.set(true);
    return response;
  },
});
