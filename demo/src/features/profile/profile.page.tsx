import { Button, Tabs } from '@mantine/core';
import { EmptyState, ListSkeleton, Page } from '@rise/ui';
import { IconPencil } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { useAddress } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { Cover } from './cover.tsx';
import { Followers } from './followers.tsx';
import { Posts } from './posts.tsx';
import { type Profile, type View, VIEWS } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import { SideCards } from './side-cards.tsx';
import { useCount } from './use-count.ts';
import classes from './profile.module.css';

/** The user's public profile: about, posts and followers. */
export default function ProfilePage() {
  const { search, setSearch } = useAddress();
  const profile = useDemoQuery('profile', 'GET /api/pages/profile');
  const view = VIEWS.find((one) => one === search['view']) ?? 'posts';
  return (
    <Page>
      <Tabs
        value={view}
        onChange={(next) => setSearch({ view: next === 'posts' ? null : next, post: null }, 'push')}
        keepMounted={false}
      >
        <Head profile={profile.data} />
        <Tabs.Panel value={view} className={classes['panel']}>
          <QueryContent query={profile} fallback={<ListSkeleton rows={6} />}>
            {(answer) => <ProfileView view={view} profile={answer} />}
          </QueryContent>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Head({ profile }: { profile: Profile | undefined }) {
  const t = useProfileTexts();
  const write = useCount();
  const user = useDemoQuery('user', 'GET /api/common/user');
  const settings = useDemoQuery('settings', 'GET /api/pages/settings');
  const counts = profile && [
    [t('followers'), profile.followers.length],
    [t('following'), profile.followers.filter(({ followed }) => followed).length],
    [t('posts'), profile.posts.filter(({ isMine }) => isMine).length],
  ];
  return (
    <header className={classes['head']}>
      <Cover />
      <div className={classes['who']}>
        <span className={classes['portrait']}>
          <Avatar name={user.data?.name ?? ''} picture={user.data?.avatar} size={112} />
        </span>
        <div className={classes['names']}>
          <h1 className={classes['name']}>{user.data?.name ?? t('title')}</h1>
          <p className={classes['quiet']}>{settings.data?.account.title}</p>
        </div>
        <dl className={classes['counts']}>
          {counts?.map(([label, count]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{write(Number(count))}</dd>
            </div>
          ))}
        </dl>
        <Button
          component={AppLink}
          href="/pages/settings/account"
          variant="default"
          leftSection={<IconPencil size={16} />}
        >
          {t('edit')}
        </Button>
      </div>
      <Tabs.List aria-label={t('parts')} className={classes['tabs']!}>
        {VIEWS.map((view) => (
          <Tabs.Tab key={view} value={view}>
            {{ posts: t('posts'), followers: t('followers'), gallery: t('gallery') }[view]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </header>
  );
}

function ProfileView({ view, profile }: { view: View; profile: Profile }) {
  const t = useProfileTexts();
  if (view === 'followers') return <Followers followers={profile.followers} />;
  if (view === 'posts')
    return (
      <div className={classes['both']}>
        <Posts posts={profile.posts} />
        <SideCards profile={profile} />
      </div>
    );
  if (profile.gallery.length === 0) return <EmptyState art="list" title={t('noPictures')} text={t('noPicturesText')} />;
  return (
    <section aria-label={t('gallery')} className={classes['pictures']}>
      {profile.gallery.map(({ id, title, picture }) => (
        <figure key={id} className={classes['figure']}>
          <img src={picture} alt="" width={320} height={180} />
          <figcaption>{title}</figcaption>
        </figure>
      ))}
    </section>
  );
}
