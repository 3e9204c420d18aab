import { TextSkeleton } from '@rise/ui';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../client/client.ts';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { Answered } from '../../reading/answered.tsx';

export type Settings = Answer<'GET /api/pages/settings'>;

/** What is set, once it is there. While it is read in another language, the former stays: forms lose nothing. */
export function WithSettings({ children }: { children: (settings: Settings) => ReactNode }) {
  const settings = useDemoQuery('settings', 'GET /api/pages/settings');
  const [last, setLast] = useState(settings.data);
  if (settings.data && settings.data !== last) setLast(settings.data);
  if (settings.isPending && last) return children(last);
  return (
    <Answered query={settings} meanwhile={<TextSkeleton />}>
      {children}
    </Answered>
  );
}

/** Saves a change of some panel. */
export function useSaveSettings() {
  const call = useDemoCall('PATCH /api/pages/settings');
  return (settings: Parameters<typeof call.mutateAsync>[0]['body']['settings']) =>
    call.mutateAsync({ body: { settings } });
}
