import { Menu } from '@mantine/core';
import { DropdownMenu } from '../menus/dropdown-menu.tsx';
import { IconDots } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { TextSkeleton } from '../states/skeletons.tsx';
import { EmptyState, ErrorState } from '../states/states.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type MenuAction, MenuActions } from '../menus/menu-action.tsx';
import menuClasses from '../menus/menu.module.css';
import classes from './tile.module.css';

export type TileState =
  | { status: 'loading' }
  | { status: 'ready' }
  /** The previous result stays readable while the new one loads. */
  | { status: 'stale' }
  | { status: 'empty'; title?: string; text?: string; action?: ReactNode }
  | { status: 'error'; title?: string; message?: string; requestId?: string; onRetry?: () => void };

const READY: TileState = { status: 'ready' };

export interface TileProps {
  /** A noun phrase, or a sentence with the tile's message. */
  title: string;
  /** Measure and unit. */
  subtitle?: string;
  /** Columns of twelve. */
  span?: number;
  state?: TileState;
  /** Skeleton in the tile's own shape. */
  skeleton?: ReactNode;
  /** An empty list reserves the button's place. */
  menu?: readonly MenuAction[];
  /** Controls of the tile that are always visible. */
  headerEnd?: ReactNode;
  /** Choices that concern this tile only, in a row of their own above the body, in every state. */
  controls?: ReactNode;
  /** Of the body, in pixels, so that nothing moves when the result arrives. */
  minHeight?: number;
  /** Without a frame, for cards that have their own. */
  bare?: boolean;
  /** For screen readers only: what is in the tile says it already. */
  titleHidden?: boolean;
  children?: ReactNode;
}

function Body({ state, skeleton, children }: Pick<TileProps, 'skeleton' | 'children'> & { state: TileState }) {
  const { texts } = useUiContext();
  switch (state.status) {
    case 'loading':
      return skeleton ?? <TextSkeleton />;
    case 'empty':
      return <EmptyState title={state.title ?? texts.emptyTitle} text={state.text} action={state.action} />;
    case 'error':
      return <ErrorState {...state} />;
    default:
      return children;
  }
}

export function Tile({
  title,
  subtitle,
  span = 12,
  state = READY,
  skeleton,
  menu,
  headerEnd,
  controls,
  minHeight,
  bare,
  titleHidden = false,
  children,
}: TileProps) {
  const { texts } = useUiContext();
  const id = useId();
  return (
    <section
      className={classes['tile']}
      data-bare={bare || undefined}
      style={{ '--span': span } as CSSProperties}
      aria-labelledby={id}
      aria-busy={state.status === 'loading' || state.status === 'stale'}
    >
      <header className={classes['header']} data-quiet={titleHidden || undefined}>
        <div className={classes['words']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
        </div>
        {state.status === 'stale' && <span className={classes['stale']}>{texts.stale}</span>}
        {headerEnd}
        {menu?.length === 0 && <span className={classes['tools']} aria-hidden />}
        {menu !== undefined && menu.length > 0 && (
          <DropdownMenu position="bottom-end" width={220} classNames={{ dropdown: menuClasses['dropdown'] }}>
            <Menu.Target>
              <button type="button" className={classes['tools']} aria-label={fill(texts.tileMenu, { title })}>
                <IconDots size={18} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              <MenuActions actions={menu} />
            </Menu.Dropdown>
          </DropdownMenu>
        )}
      </header>
      {controls !== undefined && <div className={classes['controls']}>{controls}</div>}
      <div className={classes['body']} data-status={state.status} style={{ minHeight }}>
        <Body state={state} skeleton={skeleton}>
          {children}
        </Body>
      </div>
    </section>
  );
}

/** Tiles in twelve columns, six on tablets' width for the narrow ones, one on phones. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <div className={classes['grid']}>{children}</div>;
}
