import { type Icon, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './announcements.module.css';

export interface NoticeBannerProps {
  title: string;
  /** Paragraphs. */
  texts: readonly string[];
  icon?: Icon;
  /** What to do about it. */
  action?: ReactNode;
}

/** What holds until it ends: above the page, and without a button to close it. */
export function NoticeBanner({ title, texts, icon: Sign = IconLock, action }: NoticeBannerProps) {
  return (
    <div className={classes['banner-row']}>
      <section className={classes['banner']} role="status" aria-label={title}>
        <Sign size={18} stroke={1.7} className={classes['sign']} aria-hidden />
        <div className={classes['words']}>
          <p className={classes['title']}>{title}</p>
          {texts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        {action}
      </section>
    </div>
  );
}
