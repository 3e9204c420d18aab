import { EmptyState, Notice } from '@rise/ui';
import { useRef } from 'react';
import { useDemoCall } from '../../client/queries.ts';
import { useAddress } from '@rise/shell/routing';
import { Composer } from './composer.tsx';
import { PostCard } from './post-card.tsx';
import type { Post } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import classes from './profile.module.css';

const MOST = 1000;

/** The user's posts, newest first, below a box for a new one. */
export function Posts({ posts }: { posts: readonly Post[] }) {
  const t = useProfileTexts();
  const { search } = useAddress();
  const add = useDemoCall('POST /api/pages/profile/post');
  const heading = useRef<HTMLHeadingElement>(null);
  const linked = search['post'];
  return (
    <section className={classes['posts']}>
      <h2 ref={heading} tabIndex={-1} className={classes['posts-title']}>
        {t('posts')}
      </h2>
      <div className={classes['card']}>
        <Composer
          label={t('write')}
          placeholder={t('writeExample')}
          action={t('post')}
          most={MOST}
          rows={2}
          onSend={(content) => add.mutateAsync({ body: { content } })}
        />
      </div>
      {linked !== undefined && posts.every(({ id }) => id !== linked) && <Notice tone="info">{t('noPost')}</Notice>}
      {posts.length === 0 && <EmptyState art="list" title={t('noPosts')} text={t('noPostsText')} />}
      {posts.map((post) => (
        <PostCard
          key={post.id}
          post={post}
          linked={post.id === linked}
          // The focused button has been removed.
          onDeleted={() => heading.current?.focus()}
        />
      ))}
    </section>
  );
}
