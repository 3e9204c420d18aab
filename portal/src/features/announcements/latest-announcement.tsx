import { AnnouncementBanner } from '@rise/ui/panels';
import { useObservable } from '@rise/ui/observable';
import { useQuery } from '@tanstack/react-query';
import { useReportError } from '../../client/use-report-error.ts';
import { announcementPreview } from './announcement-preview.ts';
import { announcementsQuery, useAnnouncementLanguage, useMarkAnnouncement } from './announcements.queries.ts';

/**
 * Banner with the latest active announcement while it is unread. Closing it marks it as read. A preview takes its place.
 * Its code comes with the page, so that the page does not move when it is drawn.
 */
export function LatestAnnouncement() {
  const { data } = useQuery(announcementsQuery);
  useAnnouncementLanguage();
  const mark = useMarkAnnouncement();
  const onError = useReportError();
  const preview = useObservable(announcementPreview);
  if (preview) return <AnnouncementBanner preview announcement={preview.announcement} onClose={preview.onClose} />;
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
