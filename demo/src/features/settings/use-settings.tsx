import { TextSkeleton } from '@rise/ui';
import { type ReactNode, useState } from 'react';
import type { CallResult } from '../../client/client.ts';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';

export type Settings = CallResult<'GET /api/pages/settings'>;

/** What is set, once it is there. While it is read in another language, the former stays: forms lose nothing. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useDemoQuery('settings', 'GET /api/pages/settings');
  const [last, setLast] = useState(settings.data);
  if (settings.data && settings.data !== last) setLast(settings.data);
  if (settings.isPending && last) return children(last);
  return (
    <QueryContent query={settings} fallback={<TextSkeleton />}>
      {children}
    </QueryContent>
  );
}

/** Saves a change of some panel. */
export function useSaveSettings() {
  const call = useDemoCall('PATCH /api/pages/settings');
  return (settings: Parameters<typeof call.mutateAsync>[0]['body']['settings']) =>
    call.mutateAsync({ body: { settings } });
}
