import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Notice, useConfirm } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconLink, IconMessageCircle, IconThumbUp, IconThumbUpFilled, IconTrash } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useDemoCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Comments } from './comments.tsx';
import { HOME, type Post } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import { useCount } from './use-count.ts';
import classes from './profile.module.css';

const NOTICE_MS = 4000;

interface PostCardProps {
  post: Post;
  /** The post that the address links to. */
  linked: boolean;
  onDeleted: () => void;
}

export function PostCard({ post, linked, onDeleted }: PostCardProps) {
  const t = useProfileTexts();
  const write = useCount();
  const showError = useFailureDialog();
  const confirm = useConfirm();
  const { history } = useRouter();
  const clipboard = useClipboard({ timeout: NOTICE_MS });
  const like = useDemoCall('PATCH /api/pages/profile/post');
  const remove = useDemoCall('DELETE /api/pages/profile/post');
  const [open, setOpen] = useState(linked);
  const card = useRef<HTMLElement>(null);
  const below = useId();
  const { id, author, content, date, picture, likes, liked, isMine, comments } = post;
  const link = new URL(history.createHref(`${HOME}?post=${id}`), document.baseURI).href;
  useEffect(() => {
    if (linked) card.current?.scrollIntoView({ block: 'start' });
  }, [linked]);
  const takeAway = async () => {
    const answer = await confirm({
      title: t('deletePost'),
      message: t('deletePostText'),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') remove.mutate({ query: { id } }, { onSuccess: onDeleted, onError: showError });
  };
  return (
    <article
      ref={card}
      className={classes['card']}
      data-linked={linked || undefined}
      aria-label={t('by', { name: author.name })}
    >
      <div className={classes['byline']}>
        <Avatar name={author.name} picture={author.avatar} size={44} />
        <div className={classes['words']}>
          <div className={classes['author']}>{author.name}</div>
          <div className={classes['quiet']}>
            <RelativeTime iso={date} />
          </div>
        </div>
        {isMine && (
          <Button
            size="xs"
            variant="subtle"
            color="negative"
            leftSection={<IconTrash size={16} />}
            onClick={() => void takeAway()}
          >
            {t('delete')}
          </Button>
        )}
      </div>
      <p className={classes['content']}>{content}</p>
      {picture !== null && (
        <img
          className={classes['picture']}
          src={picture}
          alt={t('pictureOf', { name: author.name })}
          width={320}
          height={180}
        />
      )}
      <div className={classes['actions']}>
        <Button
          size="xs"
          variant={liked ? 'light' : 'subtle'}
          aria-pressed={liked}
          leftSection={liked ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
          onClick={() => like.mutate({ body: { id, liked: !liked } }, { onError: showError })}
        >
          {t('like')} · {write(likes)}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          aria-expanded={open}
          aria-controls={open ? below : undefined}
          leftSection={<IconMessageCircle size={16} />}
          onClick={() => setOpen(!open)}
        >
          {t('comments')} · {write(comments.length)}
        </Button>
        <Button size="xs" variant="subtle" leftSection={<IconLink size={16} />} onClick={() => clipboard.copy(link)}>
          {t('share')}
        </Button>
      </div>
      <div role="status">
        {clipboard.copied && <p className={classes['feedback']}>{t('shared')}</p>}
        {clipboard.error && <Notice tone="warning">{t('notShared', { link })}</Notice>}
      </div>
      {open && (
        <div id={below}>
          <Comments post={post} />
        </div>
      )}
    </article>
  );
}
