import { TextSkeleton } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { type ReactNode, useId } from 'react';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { AppLink } from '../../routing/link.tsx';
import { HOME, type Profile } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import { useCount } from './use-count.ts';
import classes from './profile.module.css';

const AVATARS = 6;
const NEWS = 3;

/** Cards next to the posts: about the user, and previews of the other tabs. */
export function SideCards({ profile: { followers, gallery, groups } }: { profile: Profile }) {
  const t = useProfileTexts();
  const write = useCount();
  const settings = useDemoQuery('settings', 'GET /api/pages/settings');
  const activities = useDemoQuery('activities', 'GET /api/pages/activities');
  return (
    <aside className={classes['side']} aria-label={t('about')}>
      <Card title={t('about')}>
        <QueryContent query={settings} fallback={<TextSkeleton />}>
          {({ account }) => (
            <>
              <p className={classes['content']}>{account.about}</p>
              <p className={classes['quiet']}>
                {[account.title, account.company].filter((text) => text !== '').join(' · ')}
              </p>
            </>
          )}
        </QueryContent>
      </Card>
      {followers.length > 0 && (
        <Card title={t('followers')} more={{ href: `${HOME}?view=followers`, label: t('allFollowers') }}>
          <ul className={classes['avatars']}>
            {followers.slice(0, AVATARS).map(({ id, name, avatar }) => (
              <li key={id}>
                <Avatar name={name} picture={avatar} size={48} />
                <span>{name}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {gallery.length > 0 && (
        <Card title={t('gallery')} more={{ href: `${HOME}?view=gallery`, label: t('allPictures') }}>
          <div className={classes['thumbs']}>
            {gallery.slice(0, AVATARS).map(({ id, title, picture }) => (
              <img key={id} src={picture} alt={title} width={96} height={54} />
            ))}
          </div>
        </Card>
      )}
      <Card title={t('news')} more={{ href: '/pages/activities', label: t('allNews') }}>
        <QueryContent query={activities} fallback={<TextSkeleton />}>
          {(happened) => (
            <ul className={classes['groups']}>
              {happened.slice(0, NEWS).map(({ id, description, date }) => (
                <li key={id}>
                  <SafeHtml html={description} />
                  <div className={classes['quiet']}>
                    <RelativeTime iso={date} />
                  </div>
                </li>
              ))}
            </ul>
          )}
        </QueryContent>
      </Card>
      {groups.length > 0 && (
        <Card title={t('groups')}>
          <ul className={classes['groups']}>
            {groups.map(({ id, name, members }) => (
              <li key={id}>
                <div className={classes['author']}>{name}</div>
                <div className={classes['quiet']}>{t('members', { count: members, number: write(members) })}</div>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </aside>
  );
}

interface CardProps {
  title: string;
  more?: { href: string; label: string };
  children: ReactNode;
}

function Card({ title, more, children }: CardProps) {
  const heading = useId();
  return (
    <section className={classes['card']} aria-labelledby={heading}>
      <div className={classes['card-head']}>
        <h2 id={heading}>{title}</h2>
        {more && <AppLink href={more.href}>{more.label}</AppLink>}
      </div>
      {children}
    </section>
  );
}
