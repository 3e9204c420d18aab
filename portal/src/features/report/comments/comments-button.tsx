import type { MenuAction } from '@rise/ui';
import { IconMessage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../actions/icon-action.tsx';
import { useComments } from './comments-context.ts';
import classes from './comments.module.css';

/** Opens the comments on the report. */
export function CommentsButton() {
  const { t } = useTranslation();
  const comments = useComments();
  const count = comments?.openThreads ?? 0;
  if (!comments) return null;
  return (
    <IconAction
      label={count > 0 ? t('report.comments.openNamed', { count }) : t('report.comments.title')}
      count={count}
      onClick={() => comments.open(null)}
    >
      <IconMessage size={18} stroke={1.7} aria-hidden />
    </IconAction>
  );
}

/** The number of open threads on a tile; nothing where there is none. */
export function TileComments({ tile, title }: { tile: string; title: string }) {
  const { t } = useTranslation();
  const comments = useComments();
  const count = comments?.byTile.get(tile) ?? 0;
  if (!comments || count === 0) return null;
  return (
    <button
      type="button"
      className={classes.badge}
      aria-label={t('report.comments.ofTileNamed', { count, title })}
      onClick={() => comments.open(tile)}
    >
      <IconMessage size={14} aria-hidden />
      {count}
    </button>
  );
}

/** The entry of a tile's menu. */
export function useCommentAction(tile: string): MenuAction[] {
  const { t } = useTranslation();
  const comments = useComments();
  if (!comments) return [];
  return [
    { id: 'comment', label: t('report.comments.comment'), icon: IconMessage, onClick: () => comments.open(tile) },
  ];
}
