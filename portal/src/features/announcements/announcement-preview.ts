import type { AnnouncementBannerProps } from '@rise/ui/panels';
import { observable } from '@rise/ui/observable';

/** What the banner shows as a preview instead of the latest announcement, while its author's page is open. */
export interface AnnouncementPreview {
  announcement: AnnouncementBannerProps['announcement'];
  /** Leaves the preview and reopens the form. */
  onClose: () => void;
}

export const announcementPreview = observable<AnnouncementPreview | null>(null);
