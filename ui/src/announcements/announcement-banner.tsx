import { IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { CloseButton } from '../dialogs/close-button.tsx';
import { AnnouncementLink } from './announcement-link.tsx';
import type { AnnouncementItem } from './announcement.ts';
import { ClampedText } from './clamped-text.tsx';
import { RichContent } from './rich-content.tsx';
import classes from './announcements.module.css';

export interface AnnouncementBannerProps {
  announcement: Pick<AnnouncementItem, 'title' | 'content' | 'link'>;
  /** A preview for the author, before it is published. */
  preview?: boolean;
  onClose: () => void;
}

/** The latest announcement, above the page until it is closed. */
export function AnnouncementBanner({ announcement, preview = false, onClose }: AnnouncementBannerProps) {
  const { texts } = useUiContext();
  const { title, content, link } = announcement;
  const banner = useRef<HTMLElement>(null);
  // The form that it replaces had the focus.
  useEffect(() => {
    if (preview) banner.current?.focus();
  }, [preview]);
  return (
    <div className={classes['banner-row']}>
      <section
        ref={banner}
        className={classes['banner']}
        aria-label={texts.announcements}
        {...(preview && { tabIndex: -1 })}
      >
        <IconSpeakerphone size={18} stroke={1.7} className={classes['sign']} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['title']}>{title}</p>
          {content && (
            <ClampedText key={JSON.stringify(content)}>
              <RichContent content={content} />
            </ClampedText>
          )}
          {preview && <p className={classes['preview']}>{texts.announcementPreview}</p>}
        </div>
        {link !== undefined && link !== null && <AnnouncementLink link={link} className={classes['button']} />}
        <CloseButton label={texts.closeAnnouncement} onClick={onClose} />
      </section>
    </div>
  );
}
