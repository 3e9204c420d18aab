import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { AsidePanel } from './aside-panel.tsx';
import { containsActive, type NavigationItem, visibleItems } from './navigation-item.ts';
import { BasicLine, type NavigationLook, ParentLine } from './navigation-line.tsx';
import { openedAt, opensForPage, toggled } from './open-items.ts';
import { moveByArrows } from './arrow-keys.ts';
import classes from './navigation.module.css';

export interface NavigationProps {
  items: readonly NavigationItem[];
  /** The current path. */
  pathname: string;
  label?: string;
  /** Above and below the scrolling part. */
  start?: ReactNode;
  end?: ReactNode;
  /** Scrolls with the items, above and below them. */
  above?: ReactNode;
  below?: ReactNode;
  /** `icons` and `labels` open every parent in a second panel. */
  look?: NavigationLook;
  /** Opening a parent closes the others, and navigation closes those without the current page. */
  autoCollapse?: boolean;
  /** Without room for a second panel, asides expand inline. */
  asides?: 'panel' | 'inline';
}

interface Lists {
  pathname: string;
  open: ReadonlySet<string>;
  toggle: (id: string) => void;
  /** The aside whose panel is open. */
  aside: string | null;
  setAside: (id: string | null) => void;
  look: NavigationLook;
  asides: 'panel' | 'inline';
  base: string;
}

interface Part {
  item: NavigationItem;
  level: number;
  lists: Lists;
}

const isCompact = (look: NavigationLook) => look === 'icons' || look === 'labels';

function Collapsable({ item, level, lists }: Part) {
  const { pathname, open: openItems, toggle, look, base } = lists;
  const open = look !== 'narrow' && openItems.has(item.id);
  const id = `${base}-${item.id}`;
  return (
    <>
      <ParentLine
        item={item}
        pathname={pathname}
        level={level}
        look={look}
        open={open}
        holds={containsActive(item, pathname)}
        controls={id}
        onToggle={() => toggle(item.id)}
      />
      <ul id={id} className={classes['list']} hidden={!open}>
        <Lines items={item.children ?? []} level={level + 1} lists={lists} />
      </ul>
    </>
  );
}

function Aside({ item, level, lists }: Part) {
  const { pathname, aside, setAside, look, base } = lists;
  const open = aside === item.id;
  const id = `${base}-${item.id}`;
  return (
    <>
      <ParentLine
        item={item}
        pathname={pathname}
        level={level}
        look={look}
        open={open}
        holds={containsActive(item, pathname)}
        controls={id}
        onToggle={() => setAside(open ? null : item.id)}
      />
      {open && (
        <AsidePanel id={id} item={item} onClose={() => setAside(null)}>
          <ul className={classes['list']}>
            <Lines items={item.children ?? []} level={0} lists={{ ...lists, look: 'lines', asides: 'inline' }} />
          </ul>
        </AsidePanel>
      )}
    </>
  );
}

function Group({ item, level, lists }: Part) {
  const id = `${lists.base}-${item.id}`;
  return (
    <>
      <div id={id} className={classes['heading']}>
        <span className={classes['heading-words']}>
          {item.title}
          {item.subtitle !== undefined && <span className={classes['heading-subtitle']}>{item.subtitle}</span>}
        </span>
      </div>
      <ul className={classes['list']} aria-labelledby={id}>
        <Lines items={item.children ?? []} level={level} lists={lists} />
      </ul>
    </>
  );
}

function Line({ item, level, lists }: Part) {
  const compact = isCompact(lists.look);
  const parent = item.type === 'aside' || item.type === 'collapsable';
  if (item.type === 'group') return <Group item={item} level={level} lists={lists} />;
  if (parent && (compact || (item.type === 'aside' && lists.asides === 'panel')))
    return <Aside item={item} level={level} lists={lists} />;
  if (parent) return <Collapsable item={item} level={level} lists={lists} />;
  return <BasicLine item={item} pathname={lists.pathname} level={level} look={lists.look} />;
}

function Lines({ items, level, lists }: { items: readonly NavigationItem[]; level: number; lists: Lists }) {
  return items.map((item) =>
    item.type === 'divider' || item.type === 'spacer' ? (
      <li key={item.id} className={classes[item.type]} aria-hidden />
    ) : (
      <li key={item.id}>
        <Line item={item} level={level} lists={lists} />
      </li>
    ),
  );
}

/** Collapsables below asides count as well, and asides drawn inline are collapsables themselves. */
const asCollapsables = (items: readonly NavigationItem[]): NavigationItem[] =>
  items.map((item) => ({
    ...item,
    type: item.type === 'aside' ? 'collapsable' : item.type,
    ...(item.children === undefined ? {} : { children: asCollapsables(item.children) }),
  }));

/** The vertical navigation. */
export function Navigation({
  items,
  pathname,
  label,
  start,
  end,
  above,
  below,
  look = 'lines',
  autoCollapse = true,
  asides = 'panel',
}: NavigationProps) {
  const { texts } = useUiContext();
  const base = useId();
  const visible = visibleItems(items);
  const rules = { items: asCollapsables(visible), pathname, autoCollapse };
  const [open, setOpen] = useState(() => opensForPage(rules.items, pathname));
  const [aside, setAside] = useState<string | null>(null);
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    setOpen(openedAt(open, rules));
    setAside(null);
  }
  const lists: Lists = {
    pathname,
    open,
    toggle: (id) => setOpen((before) => toggled(before, id, rules)),
    aside,
    setAside,
    look,
    asides,
    base,
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && aside !== null) {
      event.stopPropagation();
      document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(`${base}-${aside}`)}"]`)?.focus();
      setAside(null);
    } else moveByArrows(event);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the lines inside arrive here
    <nav
      className={classes['navigation']}
      aria-label={label ?? texts.mainNavigation}
      data-look={look}
      onKeyDown={onKeyDown}
    >
      {start}
      <div className={classes['scroll']}>
        {above}
        <ul className={classes['list']}>
          <Lines items={visible} level={0} lists={lists} />
        </ul>
        {below}
      </div>
      {end}
    </nav>
  );
}
