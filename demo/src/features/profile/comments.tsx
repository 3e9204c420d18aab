import { Button } from '@mantine/core';
import { useConfirm } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useDemoCall } from '../../client/queries.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Composer } from './composer.tsx';
import type { Comment, Post } from './profile.ts';
import { useProfileTexts } from './profile.texts.ts';
import { useCount } from './use-count.ts';
import classes from './profile.module.css';

const MOST = 500;

/** A post's comments, with replies below their comment, and a box to add one. */
export function Comments({ post }: { post: Post }) {
  const t = useProfileTexts();
  const add = useDemoCall('POST /api/pages/profile/comment');
  const container = useRef<HTMLDivElement>(null);
  const send = (content: string, parentId: string | null) =>
    add.mutateAsync({ body: { postId: post.id, parentId, content } });
  return (
    <div ref={container} tabIndex={-1} role="group" aria-label={t('comments')} className={classes['comments']}>
      <Thread all={post.comments} parentId={null} send={send} onDeleted={() => container.current?.focus()} />
      <Composer label={t('comment')} action={t('send')} most={MOST} onSend={(content) => send(content, null)} />
    </div>
  );
}

interface ThreadProps {
  all: readonly Comment[];
  parentId: string | null;
  send: (content: string, parentId: string | null) => Promise<unknown>;
  onDeleted: () => void;
}

function Thread({ all, parentId, send, onDeleted }: ThreadProps) {
  const replies = all.filter((comment) => comment.parentId === parentId);
  if (replies.length === 0) return null;
  return (
    <ul className={classes['thread']}>
      {replies.map((comment) => (
        <li key={comment.id}>
          <CommentItem comment={comment} send={send} onDeleted={onDeleted} />
          <Thread all={all} parentId={comment.id} send={send} onDeleted={onDeleted} />
        </li>
      ))}
    </ul>
  );
}

function CommentItem({ comment, send, onDeleted }: { comment: Comment } & Pick<ThreadProps, 'send' | 'onDeleted'>) {
  const t = useProfileTexts();
  const write = useCount();
  const showFailure = useFailureDialog();
  const confirm = useConfirm();
  const like = useDemoCall('PATCH /api/pages/profile/comment');
  const remove = useDemoCall('DELETE /api/pages/profile/comment');
  const [replying, setReplying] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { id, author, content, date, likes, liked, isMine } = comment;
  const close = () => {
    setReplying(false);
    opener.current?.focus();
  };
  const takeAway = async () => {
    const answer = await confirm({
      title: t('deleteComment'),
      message: t('deleteCommentText'),
      actions: { confirm: { label: t('delete'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer === 'confirmed') remove.mutate({ query: { id } }, { onSuccess: onDeleted, onError: showFailure });
  };
  return (
    <div className={classes['comment']}>
      <Avatar name={author.name} picture={author.avatar} size={32} />
      <div className={classes['words']}>
        <div className={classes['who-when']}>
          <span className={classes['author']}>{author.name}</span>
          <span className={classes['quiet']}>
            <RelativeTime iso={date} />
          </span>
        </div>
        <p className={classes['content']}>{content}</p>
        <div className={classes['actions']}>
          <Button
            size="compact-xs"
            variant={liked ? 'light' : 'subtle'}
            aria-pressed={liked}
            leftSection={liked ? <IconThumbUpFilled size={14} /> : <IconThumbUp size={14} />}
            onClick={() => like.mutate({ body: { id, liked: !liked } }, { onError: showFailure })}
          >
            {t('like')} · {write(likes)}
          </Button>
          <Button
            ref={opener}
            size="compact-xs"
            variant="subtle"
            aria-expanded={replying}
            onClick={() => setReplying(!replying)}
          >
            {t('reply')}
          </Button>
          {isMine && (
            <Button size="compact-xs" variant="subtle" color="negative" onClick={() => void takeAway()}>
              {t('delete')}
            </Button>
          )}
        </div>
        {replying && (
          <Composer
            focused
            label={t('replyTo', { name: author.name })}
            action={t('send')}
            most={MOST}
            onSend={async (words) => {
              await send(words, id);
              close();
            }}
            onCancel={close}
          />
        )}
      </div>
    </div>
  );
}
