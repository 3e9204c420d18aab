import { createClient } from '@rise/contract/client';
import { loading } from '@rise/ui';
import { observable } from '@rise/ui/kernel';
import { currentSession, sessionLapsed } from '../session/session.ts';

/** What the server called the request that it answered last: where a fault of the page itself is to be looked for. */
export const lastAnswered = observable<string | null>(null);

/** The portal's connection to its server. Pending requests drive the loading bar; a 401 in mid-work tells that the session is over. */
export const client = createClient({
  onPending: (change) => loading.pending(change),
  fetch: async (...request) => {
    const response = await fetch(...request);
    lastAnswered.set(response.headers.get('x-request-id') ?? lastAnswered.get());
    if (response.status === 401 && currentSession.get()) sessionLapsed.set(true);
    return response;
  },
});
