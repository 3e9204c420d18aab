import { TextSkeleton } from '@rise/ui';
import { type ReactNode, useState } from 'react';
import type { CallResult } from '../../client/client.ts';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';

export type Settings = CallResult<'GET /api/pages/settings'>;

/**
 * The loaded settings. While they are refetched in another language, the previous ones stay, so that forms keep their
 * input.
 */
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

/** Saves a panel's changes. */
export function useSaveSettings() {
  const call = useDemoCall('PATCH /api/pages/settings');
  return (settings: Parameters<typeof call.mutateAsync>[0]['body']['settings']) =>
    call.mutateAsync({ body: { settings } });
}
