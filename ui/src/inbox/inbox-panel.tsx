import { IconChecks, IconMail, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { ListSkeleton } from '../states/skeletons.tsx';
import { ErrorState } from '../states/states.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { PanelEmpty, PanelList, PopoverPanel } from '../popover/popover-panel.tsx';
import { ReadToggle } from '../popover/read-toggle.tsx';
import { ToolbarButton } from '../toolbar/toolbar-button.tsx';
import { type Icon } from '../toolbar/icon.ts';
import classes from './inbox-panel.module.css';

/** A message or a notification. */
export interface InboxItem {
  id: string;
  title: string;
  /** Plain text with optional **bold** and _emphasis_. */
  description: string;
  /** ISO 8601. */
  time: string;
  read: boolean;
  icon?: Icon;
  /** Address of a picture, instead of the icon. */
  image?: string | null;
  href?: string | null;
  /** An external link. */
  external?: boolean;
}

export interface InboxPanelProps {
  items: readonly InboxItem[];
  onRead: (id: string, read: boolean) => void;
  onReadAll: () => void;
  onRemove: (id: string) => void;
  /** Called when an item's link is followed. */
  onFollow?: (id: string) => void;
  onOpen?: () => void;
  status?: 'loading' | 'ready' | 'error';
  onRetry?: () => void;
}

/** `**bold**` and `_emphasis_` of a text, as elements. */
export function Emphasized({ text }: { text: string }) {
  const parts = text.split(/(\*\*[^*]+\*\*|(?<![\p{L}\p{N}])_[^_]+_(?![\p{L}\p{N}]))/u);
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.length + 1;
    if (part.startsWith('**') && part.endsWith('**') && part.length > 4)
      return <strong key={key}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('_') && part.endsWith('_') && part.length > 2) return <em key={key}>{part.slice(1, -1)}</em>;
    return <span key={key}>{part}</span>;
  });
}

function Follow({ item, onFollow, children }: { item: InboxItem; onFollow: () => void; children: ReactNode }) {
  const { Link } = useUiContext();
  const linkProps = { className: classes['body'], onClick: onFollow };
  if (item.href === undefined || item.href === null) return <div className={classes['body']}>{children}</div>;
  if (item.external === true)
    return (
      <a {...linkProps} href={item.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  return (
    <Link {...linkProps} href={item.href}>
      {children}
    </Link>
  );
}

function Row({
  item,
  panel,
  close,
}: {
  item: InboxItem;
  panel: Pick<InboxPanelProps, 'onRead' | 'onRemove' | 'onFollow'>;
  close: () => void;
}) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const { id, icon: Icon = IconMail, image, title, description, time, read } = item;
  const when = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  const follow = () => {
    panel.onFollow?.(id);
    close();
  };
  return (
    <li className={classes['row']} data-unread={!read || undefined}>
      <Follow item={item} onFollow={follow}>
        {image === undefined || image === null ? (
          <span className={classes['circle']}>
            <Icon size={18} stroke={1.7} />
          </span>
        ) : (
          <img className={classes['image']} src={image} alt="" width={32} height={32} loading="lazy" />
        )}
        <span className={classes['words']}>
          <span className={classes['title']}>{title}</span>
          <span className={classes['text']}>
            <Emphasized text={description} />
          </span>
          <time className={classes['time']} dateTime={time}>
            {when.format(new Date(time))}
          </time>
        </span>
      </Follow>
      <div className={classes['tools']}>
        <ReadToggle read={read} title={title} onRead={(next) => panel.onRead(id, next)} />
        <button
          type="button"
          className={classes['remove']}
          aria-label={fill(panelTexts.removeItem, { title })}
          onClick={() => panel.onRemove(id)}
        >
          <IconX size={16} />
        </button>
      </div>
    </li>
  );
}

/** Messages or notifications, newest first. */
export function InboxPanel({
  icon,
  title,
  countText,
  emptyTitle,
  emptyText,
  items,
  status = 'ready',
  onRetry,
  onReadAll,
  onOpen,
  ...panel
}: InboxPanelProps & { icon: Icon; title: string; countText: string; emptyTitle: string; emptyText: string }) {
  const { locale } = useUiContext();
  const panelTexts = usePanelTexts();
  const unread = items.filter(({ read }) => !read).length;
  return (
    <PopoverPanel
      label={unread === 0 ? title : fill(countText, { count: formatInteger(unread, locale) })}
      icon={icon}
      count={unread}
      title={title}
      {...(onOpen && { onOpen })}
      actions={
        <ToolbarButton label={panelTexts.markAllAsRead} icon={IconChecks} disabled={unread === 0} onClick={onReadAll} />
      }
    >
      {(close) => (
        <PanelList label={title}>
          {status === 'error' && <ErrorState {...(onRetry && { onRetry })} />}
          {status === 'loading' && <ListSkeleton rows={4} />}
          {status === 'ready' && items.length === 0 && <PanelEmpty icon={icon} title={emptyTitle} text={emptyText} />}
          {status === 'ready' && items.length > 0 && (
            <ul className={classes['list']}>
              {items.map((item) => (
                <Row key={item.id} item={item} panel={panel} close={close} />
              ))}
            </ul>
          )}
        </PanelList>
      )}
    </PopoverPanel>
  );
}
