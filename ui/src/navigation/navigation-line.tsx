import { Tooltip } from '@mantine/core';
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { isActive, type NavigationItem } from './navigation-item.ts';
import { showLine } from './show-line.ts';
import classes from './navigation-line.module.css';

/**
 * `narrow` is an item in a column of icons that can expand. `icons` shows only the icon, with the
 * title on hover, `labels` shows the title below it.
 */
export type NavigationLook = 'lines' | 'narrow' | 'icons' | 'labels';

export interface LineProps {
  item: NavigationItem;
  pathname: string;
  level: number;
  look?: NavigationLook;
}

function Inside({ item, end }: { item: NavigationItem; end?: ReactNode }) {
  const { icon: Icon, title, subtitle, badge } = item;
  return (
    <>
      {Icon !== undefined && <Icon size={18} stroke={1.7} className={classes['icon']} />}
      <span className={classes['words']}>
        <span className={classes['title']}>{title}</span>
        {subtitle !== undefined && <span className={classes['subtitle']}>{subtitle}</span>}
      </span>
      {badge !== undefined && (
        // The space makes it words of its own when the line is read out.
        <>
          {' '}
          <span className={classes['badge']}>{badge.title}</span>
        </>
      )}
      {end}
    </>
  );
}

function Hinted({ item, look, children }: { item: NavigationItem; look: NavigationLook; children: ReactElement }) {
  const text = item.tooltip ?? (look === 'icons' ? item.title : undefined);
  return text === undefined ? (
    children
  ) : (
    <Tooltip label={text} position="right" {...(look === 'icons' && { openDelay: 100 })}>
      {children}
    </Tooltip>
  );
}

/** A link, an action, or plain text. */
export function BasicLine({ item, pathname, level, look = 'lines' }: LineProps) {
  const { Link, texts } = useUiContext();
  const active = isActive(item, pathname);
  const anchor = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active && anchor.current) showLine(anchor.current);
  }, [active]);
  const shared = {
    className: classes['line'],
    'data-level': level,
    'data-look': look,
    'data-active': active || undefined,
  };
  if (item.disabled === true || (item.href === undefined && item.onClick === undefined))
    return (
      <Hinted item={item} look={look}>
        <span {...shared} data-disabled={item.disabled || undefined} aria-disabled={item.disabled || undefined}>
          <Inside item={item} />
        </span>
      </Hinted>
    );
  if (item.href === undefined)
    return (
      <Hinted item={item} look={look}>
        <button {...shared} type="button" onClick={item.onClick}>
          <Inside item={item} />
        </button>
      </Hinted>
    );
  if (item.external === true)
    return (
      <Hinted item={item} look={look}>
        <a {...shared} href={item.href} target="_blank" rel="noopener noreferrer" onClick={item.onClick}>
          <Inside
            item={item}
            end={
              <IconExternalLink size={14} className={classes['outside']} aria-label={texts.opensInNewTab} role="img" />
            }
          />
        </a>
      </Hinted>
    );
  return (
    <Hinted item={item} look={look}>
      <Link {...shared} ref={anchor} href={item.href} aria-current={active ? 'page' : undefined} onClick={item.onClick}>
        <Inside item={item} />
      </Link>
    </Hinted>
  );
}

export interface ParentLineProps extends LineProps {
  open: boolean;
  /** One of its descendants is the current page. */
  holds: boolean;
  /** Id of the list that it opens. */
  controls: string;
  onToggle: () => void;
}

/** An item that expands its children. */
export function ParentLine({ item, level, open, holds, controls, onToggle, look = 'lines' }: ParentLineProps) {
  return (
    <Hinted item={item} look={look}>
      <button
        type="button"
        className={classes['line']}
        data-level={level}
        data-look={look}
        data-holds={holds || undefined}
        data-open={open || undefined}
        data-kind={item.type}
        disabled={item.disabled}
        aria-expanded={open}
        aria-controls={open ? controls : undefined}
        onClick={onToggle}
      >
        <Inside
          item={item}
          end={
            <IconChevronRight
              size={16}
              className={classes['chevron']}
              data-open={(open && item.type !== 'aside') || undefined}
            />
          }
        />
      </button>
    </Hinted>
  );
}
