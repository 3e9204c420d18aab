import { Tooltip } from '@mantine/core';
import { IconChevronRight, IconExternalLink } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import { holdsActive, isActive, type NavigationItem, visibleItems } from './navigation-item.ts';
import classes from './navigation.module.css';

export interface NavigationProps {
  items: readonly NavigationItem[];
  /** Where the person is: the path of the address. */
  pathname: string;
  label?: string;
  /** Above and below what scrolls. */
  start?: ReactNode;
  end?: ReactNode;
}

interface LineProps {
  item: NavigationItem;
  pathname: string;
  level: number;
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
      {badge !== undefined && <span className={classes['badge']}>{badge.title}</span>}
      {end}
    </>
  );
}

function Hinted({ text, children }: { text: string | undefined; children: ReactElement }) {
  return text === undefined ? (
    children
  ) : (
    <Tooltip label={text} position="right">
      {children}
    </Tooltip>
  );
}

function BasicLine({ item, pathname, level }: LineProps) {
  const { Link, texts } = useUi();
  const active = isActive(item, pathname);
  const anchor = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) anchor.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  const look = { className: classes['line'], 'data-level': level, 'data-active': active || undefined };
  if (item.disabled === true || (item.href === undefined && item.onClick === undefined))
    return (
      <Hinted text={item.tooltip}>
        <span {...look} data-disabled={item.disabled || undefined} aria-disabled={item.disabled || undefined}>
          <Inside item={item} />
        </span>
      </Hinted>
    );
  if (item.href === undefined)
    return (
      <Hinted text={item.tooltip}>
        <button {...look} type="button" onClick={item.onClick}>
          <Inside item={item} />
        </button>
      </Hinted>
    );
  if (item.external === true)
    return (
      <Hinted text={item.tooltip}>
        <a {...look} href={item.href} target="_blank" rel="noopener noreferrer" onClick={item.onClick}>
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
    <Hinted text={item.tooltip}>
      <Link {...look} ref={anchor} href={item.href} aria-current={active ? 'page' : undefined} onClick={item.onClick}>
        <Inside item={item} />
      </Link>
    </Hinted>
  );
}

function CollapsableLine({ item, pathname, level }: LineProps) {
  const holds = holdsActive(item, pathname);
  const [open, setOpen] = useState(holds);
  const [wasHolding, setWasHolding] = useState(holds);
  const id = useId();
  if (holds !== wasHolding) {
    setWasHolding(holds);
    setOpen(holds);
  }
  return (
    <>
      <button
        type="button"
        className={classes['line']}
        data-level={level}
        data-holds={holds || undefined}
        disabled={item.disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Inside
          item={item}
          end={<IconChevronRight size={16} className={classes['chevron']} data-open={open || undefined} />}
        />
      </button>
      <ul id={id} className={classes['list']} hidden={!open}>
        <Lines items={item.children ?? []} pathname={pathname} level={level + 1} />
      </ul>
    </>
  );
}

function Group({ item, pathname, level }: LineProps) {
  const id = useId();
  return (
    <>
      <div id={id} className={classes['heading']}>
        {item.title}
        {item.subtitle !== undefined && <span className={classes['subtitle']}>{item.subtitle}</span>}
      </div>
      <ul className={classes['list']} aria-labelledby={id}>
        <Lines items={item.children ?? []} pathname={pathname} level={level} />
      </ul>
    </>
  );
}

function Lines({ items, pathname, level }: { items: readonly NavigationItem[]; pathname: string; level: number }) {
  return items.map((item) => {
    switch (item.type) {
      case 'divider':
        return <li key={item.id} className={classes['divider']} aria-hidden />;
      case 'spacer':
        return <li key={item.id} className={classes['spacer']} aria-hidden />;
      case 'group':
        return (
          <li key={item.id}>
            <Group item={item} pathname={pathname} level={level} />
          </li>
        );
      case 'collapsable':
        return (
          <li key={item.id}>
            <CollapsableLine item={item} pathname={pathname} level={level} />
          </li>
        );
      default:
        return (
          <li key={item.id}>
            <BasicLine item={item} pathname={pathname} level={level} />
          </li>
        );
    }
  });
}

/** The vertical navigation. */
export function Navigation({ items, pathname, label, start, end }: NavigationProps) {
  const { texts } = useUi();
  return (
    <nav className={classes['navigation']} aria-label={label ?? texts.mainNavigation}>
      {start}
      <div className={classes['scroll']}>
        <ul className={classes['list']}>
          <Lines items={visibleItems(items)} pathname={pathname} level={0} />
        </ul>
      </div>
      {end}
    </nav>
  );
}
