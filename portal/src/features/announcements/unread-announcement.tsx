import type { Announcement } from '@rise/contract';
import { AnnouncementBanner } from '@rise/ui/panels';
import { useReportError } from '../../client/use-report-error.ts';
import { useMarkAnnouncement } from './announcements.queries.ts';

/** An announcement as a banner. Closing it marks it as read. */
export default function UnreadAnnouncement({ announcement }: { announcement: Announcement }) {
  const mark = useMarkAnnouncement();
  const onError = useReportError();
  return (
    <AnnouncementBanner
      announcement={announcement}
      onClose={() => mark.mutate({ id: announcement.id, read: true }, { onError })}
    />
  );
}
