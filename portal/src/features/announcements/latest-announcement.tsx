import { AnnouncementBanner } from '@rise/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useTellFailure } from '../../client/use-tell-failure.ts';
import { announcementsQuery, useMarkAnnouncement } from './announcements.queries.ts';

/** The latest active announcement over the page, until its reader has read it. Closing it marks it as read. */
export function LatestAnnouncement() {
  const { data } = useQuery(announcementsQuery);
  const mark = useMarkAnnouncement();
  const onError = useTellFailure();
  const latest = data?.announcements[0];
  if (!latest || latest.read) return null;
  return (
    <AnnouncementBanner
      key={latest.id}
      announcement={latest}
      onClose={() => mark.mutate({ id: latest.id, read: true }, { onError })}
    />
  );
}
