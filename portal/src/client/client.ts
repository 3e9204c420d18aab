import { createClient } from '@rise/contract/client';
import { loading } from '@rise/ui';
import { currentSession, sessionLapsed } from '../session/session.ts';

/** The portal's connection to its server. Pending requests drive the loading bar; a 401 in mid-work tells that the session is over. */
export const client = createClient({
  onPending: (change) => loading.pending(change),
  fetch: async (...request) => {
    const response = await fetch(...request);
    if (response.status === 401 && currentSession.get()) sessionLapsed.set(true);
    return response;
  },
});
