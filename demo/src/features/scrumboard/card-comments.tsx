import { Button, Textarea } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { CloseButton, DetailSection } from '@rise/ui';
import { RelativeTime } from '@rise/ui/panels';
import { useState } from 'react';
import { makeChange } from '../../client/changes.ts';
import { call } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { Avatar } from '../../components/avatar.tsx';
import { offerUndoOf } from '../../components/undo.ts';
import { type Card, type Member, restore } from './board.ts';
import { useScrumboardTexts } from './scrumboard.texts.ts';
import classes from './comments.module.css';
import form from './form.module.css';

interface CardCommentsProps {
  card: Card;
  members: ReadonlyMap<string, Member>;
}

export function CardComments({ card, members }: CardCommentsProps) {
  const t = useScrumboardTexts();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const remove = (id: string) =>
    makeChange({
      kind: 'delete',
      what: t('theComment'),
      target: `${id} deleted`,
      make: () =>
        offerUndoOf(
          t('commentDeleted'),
          call('DELETE /api/apps/scrumboard/board/card/comment', { query: { id } }).then(() => () => restore(id)),
        ),
    });
  return (
    <DetailSection title={t('comments')}>
      {card.comments.length > 0 && (
        <ol className={classes['comments']}>
          {card.comments.map(({ id, author, content, createdAt }) => {
            const name = members.get(author)?.name ?? '';
            return (
              <li key={id}>
                <Avatar name={name} picture={members.get(author)?.avatar} size={32} />
                <div className={classes['comment']}>
                  <p className={classes['by']}>
                    <strong>{name}</strong> <RelativeTime iso={createdAt} />
                  </p>
                  <p className={classes['text']}>{content}</p>
                </div>
                {author === user?.id && <CloseButton label={t('deleteComment')} onClick={() => void remove(id)} />}
              </li>
            );
          })}
        </ol>
      )}
      <CommentBox cardId={card.id} />
    </DetailSection>
  );
}

/** What is written stays in the browser tab until it is added, also when the card is left. */
function CommentBox({ cardId }: { cardId: string }) {
  const t = useScrumboardTexts();
  const [hasFailed, setFailed] = useState(false);
  const [text, setText, clear] = useSessionStorage({
    key: `rise.demo.comment.${cardId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const add = async () => {
    if (text.trim() === '') return;
    try {
      await call('POST /api/apps/scrumboard/board/card/comment', { body: { cardId, content: text } });
      clear();
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <form
      className={classes['comment-box']}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Textarea
        rows={2}
        classNames={{ input: form['growing'] ?? '' }}
        aria-label={t('comment')}
        placeholder={t('comment')}
        maxLength={5000}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        value={text}
        error={hasFailed ? t('notAdded') : undefined}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void add();
        }}
      />
      <Button type="submit" variant="default" className={classes['comment-add']}>
        {t('addComment')}
      </Button>
    </form>
  );
}
