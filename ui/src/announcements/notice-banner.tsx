import { IconLock } from '@tabler/icons-react';
import classes from './announcements.module.css';

export interface NoticeBannerProps {
  title: string;
  /** Paragraphs. */
  texts: readonly string[];
}

/** What holds for everyone until it ends: above the page, and without a button to close it. */
export function NoticeBanner({ title, texts }: NoticeBannerProps) {
  return (
    <div className={classes['banner-row']}>
      <section className={classes['banner']} role="status" aria-label={title}>
        <IconLock size={18} stroke={1.7} className={classes['sign']} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['title']}>{title}</p>
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </section>
    </div>
  );
}
