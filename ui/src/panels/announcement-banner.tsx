import { IconSpeakerphone, IconX } from '@tabler/icons-react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { AnnouncementLink } from './announcement-link.tsx';
import type { AnnouncementItem } from './announcement.ts';
import classes from './announcements.module.css';

export interface AnnouncementBannerProps {
  announcement: Pick<AnnouncementItem, 'title' | 'content' | 'link'>;
  /** Shown to whoever composes it, before it is published. */
  preview?: boolean;
  onClose: () => void;
}

/** The latest announcement, over the top of the page until it is closed. */
export function AnnouncementBanner({ announcement, preview = false, onClose }: AnnouncementBannerProps) {
  const shell = useShellTexts();
  const { title, content, link } = announcement;
  return (
    <div className={classes['banner-place']}>
      <section className={classes['banner']} aria-label={shell.announcements}>
        <IconSpeakerphone size={18} stroke={1.7} className={classes['sign']} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['title']}>{title}</p>
          {content !== undefined && content !== null && content !== '' && (
            <p className={classes['content']}>{content}</p>
          )}
          {preview && <p className={classes['preview']}>{shell.announcementPreview}</p>}
        </div>
        {link !== undefined && link !== null && <AnnouncementLink link={link} className={classes['button']} />}
        <button
          type="button"
          className={classes['banner-close']}
          aria-label={shell.closeAnnouncement}
          onClick={onClose}
        >
          <IconX size={18} />
        </button>
      </section>
    </div>
  );
}
