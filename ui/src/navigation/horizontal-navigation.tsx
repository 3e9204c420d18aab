import { Popover } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState, useLayoutEffect } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { moveByArrows } from './arrow-keys.ts';
import { containsActive, isActive, isParent, type NavigationItem, visibleItems } from './navigation-item.ts';
import { BasicLine } from './navigation-line.tsx';
import { useFitting } from './use-fitting.ts';
import bar from './horizontal-navigation.module.css';

interface MenuProps {
  item: NavigationItem;
  pathname: string;
  opened: boolean;
  onOpen: (opened: boolean) => void;
}

/** A menu opened by keyboard focuses its first item once rendered. */
function MenuLinesWithFocus({ openedByKey, children }: { openedByKey: boolean; children: ReactElement }) {
  const lines = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (openedByKey) lines.current?.querySelector<HTMLElement>('a[href], button')?.focus();
  }, [openedByKey]);
  return <div ref={lines}>{children}</div>;
}

/** A list that a button opens below or next to it. */
function Disclosure({
  item,
  pathname,
  opened,
  onOpen,
  nested,
  children,
}: MenuProps & { nested: boolean; children: ReactElement }) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const [openedByKey, setOpenedByKey] = useState(false);
  const { icon: Icon, title, subtitle, badge, disabled } = item;
  const close = () => {
    onOpen(false);
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened) return;
    if (event.key !== 'Escape' && !(nested && event.key === 'ArrowLeft')) return;
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== (nested ? 'ArrowRight' : 'ArrowDown')) return;
    event.stopPropagation();
    event.preventDefault();
    setOpenedByKey(true);
    onOpen(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys pressed on the lines inside arrive here
    <div onKeyDown={onKeyDown}>
      <Popover
        opened={opened}
        onChange={onOpen}
        position={nested ? 'right-start' : 'bottom-start'}
        offset={nested ? 2 : 4}
        withinPortal={false}
        withRoles={false}
        closeOnEscape={false}
        floatingStrategy="fixed"
        transitionProps={{ duration: 120 }}
        classNames={{ dropdown: bar['dropdown'] }}
      >
        <Popover.Target>
          <button
            ref={opener}
            type="button"
            className={nested ? bar['nested'] : bar['item']}
            data-tall={subtitle !== undefined || undefined}
            data-holds={containsActive(item, pathname) || undefined}
            data-open={opened || undefined}
            disabled={disabled}
            aria-expanded={opened}
            aria-controls={opened ? id : undefined}
            onClick={() => {
              setOpenedByKey(false);
              onOpen(!opened);
            }}
            onKeyDown={openByKey}
          >
            {Icon !== undefined && <Icon size={18} stroke={1.7} className={bar['icon']} />}
            <span className={bar['words']}>
              {title} {subtitle !== undefined && <span className={bar['subtitle']}>{subtitle}</span>}
            </span>
            {badge !== undefined && <span className={bar['badge']}>{badge.title}</span>}
            {nested ? <IconChevronRight size={14} /> : <IconChevronDown size={14} />}
          </button>
        </Popover.Target>
        <Popover.Dropdown id={id}>
          <MenuLinesWithFocus openedByKey={opened && openedByKey}>{children}</MenuLinesWithFocus>
        </Popover.Dropdown>
      </Popover>
    </div>
  );
}

function MenuLines({ items, pathname }: { items: readonly NavigationItem[]; pathname: string }) {
  const [openItem, setOpenItem] = useState<string | null>(null);
  return items.map((item) => {
    if (item.type === 'divider') return <li key={item.id} className={bar['divider']} aria-hidden />;
    if (item.type === 'spacer') return null;
    if (item.type === 'group') return <MenuGroup key={item.id} item={item} pathname={pathname} />;
    if (isParent(item))
      return (
        <li key={item.id}>
          <Disclosure
            nested
            item={item}
            pathname={pathname}
            opened={openItem === item.id}
            onOpen={(opened) => setOpenItem(opened ? item.id : null)}
          >
            <MenuList items={item.children ?? []} pathname={pathname} label={item.title} />
          </Disclosure>
        </li>
      );
    return (
      <li key={item.id}>
        <BasicLine item={item} pathname={pathname} level={0} />
      </li>
    );
  });
}

function MenuGroup({ item, pathname }: { item: NavigationItem; pathname: string }) {
  const id = useId();
  return (
    <li>
      <div id={id} className={bar['heading']}>
        {item.title}
      </div>
      <ul className={bar['list']} aria-labelledby={id}>
        <MenuLines items={item.children ?? []} pathname={pathname} />
      </ul>
    </li>
  );
}

function MenuList({ items, pathname, label }: { items: readonly NavigationItem[]; pathname: string; label?: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the lines inside arrive here
    <ul className={bar['list']} aria-label={label} onKeyDown={moveByArrows}>
      <MenuLines items={items} pathname={pathname} />
    </ul>
  );
}

function TopLink({ item, pathname }: { item: NavigationItem; pathname: string }) {
  return (
    <div className={bar['top']} data-active={isActive(item, pathname) || undefined}>
      <BasicLine item={item} pathname={pathname} level={0} />
    </div>
  );
}

/** Left and Right move between the items of the bar. */
function moveAlongBar(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > li > div > :is(a[href], button)')];
  const at = stops.indexOf(event.target as HTMLElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[(at + step + stops.length) % stops.length]?.focus();
}

/**
 * The navigation as a bar: parents open menus below it, nested ones to their side. Items that do not fit are under
 * More.
 */
export function HorizontalNavigation({ items, pathname }: { items: readonly NavigationItem[]; pathname: string }) {
  const { texts } = useUiContext();
  const [openItem, setOpenItem] = useState<string | null>(null);
  const [at, setAt] = useState(pathname);
  if (at !== pathname) {
    setAt(pathname);
    setOpenItem(null);
  }
  const row = useRef<HTMLUListElement>(null);
  const visible = visibleItems(items).filter(({ type }) => type !== 'spacer' && type !== 'divider');
  const shown = useFitting(row, visible.length, visible.map(({ id, title }) => `${id} ${title}`).join('\n'));
  const rest: NavigationItem = { id: 'more', type: 'group', title: texts.more, children: visible.slice(shown) };
  const bars = shown < visible.length ? [...visible.slice(0, shown), rest] : visible;
  return (
    <nav className={bar['navigation']} aria-label={texts.mainNavigation}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the lines inside arrive here */}
      <ul ref={row} className={bar['row']} onKeyDown={moveAlongBar}>
        {bars.map((item) => (
          <li key={item.id}>
            {isParent(item) ? (
              <Disclosure
                nested={false}
                item={item}
                pathname={pathname}
                opened={openItem === item.id}
                onOpen={(opened) => setOpenItem((before) => (opened ? item.id : before === item.id ? null : before))}
              >
                <MenuList items={item.children ?? []} pathname={pathname} label={item.title} />
              </Disclosure>
            ) : (
              <TopLink item={item} pathname={pathname} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
