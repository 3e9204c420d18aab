import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import type { CommentThread, Report, ReportComment } from '@rise/contract';
import { tilesOf } from '@rise/contract/report-pages';
import { DropdownMenu } from '@rise/ui';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import { formatDay } from '../../../dates/dates.ts';
import { formatAgo, formatMoment } from '../../../dates/moments.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { CommentComposer } from './comment-composer.tsx';
import { useDeleteComment, useEditComment, useReply, useResolve } from './comments.queries.ts';
import { partsOf, tileTitle } from './comments.rules.ts';
import classes from './comments.module.css';

interface ThreadProps {
  report: Report;
  thread: CommentThread;
  /** The value that the page shows there, where it differs. */
  present: string | null;
  /** The one that a link leads to. */
  isLinked: boolean;
  /** Prefix of where unfinished replies are stored. */
  draftKey: string;
  onShow: (tile: string) => void;
}

/** A thread: what it is about, its comments, and what can be done with it. */
export function Thread({ report, thread, present, isLinked, draftKey, onShow }: ThreadProps) {
  const { t, i18n } = useTranslation();
  const reply = useReply(report.id, thread.id);
  const resolve = useResolve(report.id, thread.id);
  const onError = useReportError();
  const [isReplying, setIsReplying] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isLinked]);
  const { resolvedAt, resolvedBy, can } = thread;
  return (
    <li ref={item} className={classes.thread} data-linked={isLinked || undefined}>
      <About report={report} thread={thread} present={present} onShow={onShow} />
      <ul className={classes.comments}>
        {thread.comments.map((comment) => (
          <Comment key={comment.id} report={report.id} thread={thread.id} comment={comment} />
        ))}
      </ul>
      {resolvedAt !== null && (
        <p className={classes.detail}>
          <IconCheck size={14} aria-hidden />{' '}
          {t('report.comments.resolvedBy', { name: resolvedBy ?? '', time: formatMoment(resolvedAt, i18n.language) })}
        </p>
      )}
      {isReplying && resolvedAt === null && (
        <CommentComposer
          report={report.id}
          label={t('report.comments.reply')}
          action={t('report.comments.sendReply')}
          draftKey={`${draftKey}.${thread.id}`}
          isFocused
          onSend={(body) => reply.mutateAsync(body).then(() => setIsReplying(false))}
          onCancel={() => setIsReplying(false)}
        />
      )}
      {!isReplying && (
        <div className={classes.actions}>
          {(can.resolve || can.reopen) && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              loading={resolve.isPending}
              onClick={() => resolve.mutate(can.resolve, { onError })}
            >
              {t(can.resolve ? 'report.comments.resolve' : 'report.comments.reopen')}
            </Button>
          )}
          {resolvedAt === null && (
            <Button size="compact-sm" variant="subtle" onClick={() => setIsReplying(true)}>
              {t('report.comments.reply')}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The tile and the point of a thread, and the value there: then, and now where it differs. */
function About({ report, thread, present, onShow }: Pick<ThreadProps, 'report' | 'thread' | 'present' | 'onShow'>) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { tile, place, seen } = thread;
  const title = tileTitle(thread, tilesOf(report.document));
  return (
    <div className={classes.about}>
      {tile === null ? (
        <span>{t('report.comments.ofReport')}</span>
      ) : title === null ? (
        <span className={classes.detail}>{t('report.comments.tileGone')}</span>
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={() => onShow(tile)}>
          {localize(title)}
        </Anchor>
      )}
      {place && <strong className={classes.place}>{place.text}</strong>}
      {seen && (
        <span className={classes.detail}>
          {seen.asOf === null
            ? t('report.comments.seen', { value: seen.value })
            : t('report.comments.seenAsOf', { value: seen.value, date: formatDay(seen.asOf, i18n.language) })}
          {present !== null && ` · ${t('report.comments.present', { value: present })}`}
        </span>
      )}
    </div>
  );
}

function Comment({ report, thread, comment }: { report: string; thread: string; comment: ReportComment }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const edit = useEditComment(report, thread, comment.id);
  const remove = useDeleteComment(report, thread);
  const onError = useReportError();
  const [isEditing, setIsEditing] = useState(false);
  const [now] = useState(() => new Date());
  const { author, text, mentions, createdAt, editedAt, deletedAt, can } = comment;
  if (isEditing)
    return (
      <li>
        <CommentComposer
          report={report}
          label={t('report.comments.edit')}
          action={t('report.comments.save')}
          draftKey={null}
          start={{ text, people: mentions }}
          isFocused
          onSend={(body) => edit.mutateAsync(body).then(() => setIsEditing(false))}
          onCancel={() => setIsEditing(false)}
        />
      </li>
    );
  return (
    <li className={classes.comment}>
      <div className={classes.head}>
        <span className={classes.author}>{author.name}</span>
        <time className={classes.detail} dateTime={createdAt} title={formatMoment(createdAt, language)}>
          {formatAgo(createdAt, now, language)}
        </time>
        {editedAt !== null && deletedAt === null && (
          <span className={classes.detail} title={formatMoment(editedAt, language)}>
            {t('report.comments.edited')}
          </span>
        )}
        {(can.edit || can.delete) && (
          <DropdownMenu position="bottom-end" width={160} withinPortal>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.more}
                aria-label={t('report.comments.options', { name: author.name })}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {can.edit && <Menu.Item onClick={() => setIsEditing(true)}>{t('report.comments.edit')}</Menu.Item>}
              {can.delete && (
                <Menu.Item onClick={() => remove.mutate(comment.id, { onError })}>
                  {t('report.comments.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </DropdownMenu>
        )}
      </div>
      {deletedAt === null ? (
        <p className={classes.text}>
          {partsOf(text, mentions).map(({ text: part, person, from }) =>
            person ? (
              <span key={from} className={classes.mention}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </p>
      ) : (
        <p className={classes.detail}>{t('report.comments.deleted')}</p>
      )}
    </li>
  );
}
