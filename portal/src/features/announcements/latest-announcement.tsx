import { LazyBoundary } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { lazy } from 'react';
import { announcementsQuery } from './announcements.queries.ts';

/** Loaded when there is an announcement to show. */
const UnreadAnnouncement = lazy(() => import('./unread-announcement.tsx'));

/** Banner with the latest active announcement while it is unread. */
export function LatestAnnouncement() {
  const { data } = useQuery(announcementsQuery);
  const latest = data?.announcements[0];
  if (!latest || latest.read) return null;
  return (
    <LazyBoundary>
      <UnreadAnnouncement key={latest.id} announcement={latest} />
    </LazyBoundary>
  );
}
