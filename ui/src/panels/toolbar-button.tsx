import { Tooltip } from '@mantine/core';
import { type ComponentProps, type ComponentType, type MouseEvent, type ReactNode, use } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import { KeptInMore, MoreContext } from './more-context.tsx';
import classes from './toolbar-button.module.css';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string; className?: string }>;

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'onClick'> {
  label: string;
  icon: Icon;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  href?: string;
  /** A count beside the icon; the label must say it too. */
  badge?: ReactNode;
  expanded?: boolean;
  pressed?: boolean;
  controls?: string;
  /** Opens a dialog: true while it is closed, its id while it is open. */
  dialog?: string | true;
  /** Left out on screens that have no room to spare. */
  wideOnly?: boolean;
}

/**
 * A square button that shows only an icon and says its name on hover and focus; a line of the menu where `ToolbarMore`
 * has no room for it.
 */
export function ToolbarButton({
  label,
  icon: Icon,
  href,
  badge,
  expanded,
  pressed,
  controls,
  dialog,
  wideOnly,
  ...attributes
}: ToolbarButtonProps) {
  const { Link } = useUi();
  const inMore = use(MoreContext) !== null;
  // What only holds a place needs none in the menu.
  if (inMore && attributes['aria-hidden']) return null;
  if (inMore) {
    const onClick = attributes.onClick as (() => void) | undefined;
    return <KeptInMore label={label} icon={Icon} badge={badge} href={href} onClick={onClick} />;
  }
  const inside = (
    <>
      <Icon size={18} stroke={1.7} />
      {badge !== undefined && badge !== null && <span className={classes['badge']}>{badge}</span>}
    </>
  );
  const opens = dialog !== undefined && {
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': dialog !== true,
    'aria-controls': dialog === true ? undefined : dialog,
  };
  return (
    // What it opened has the name as its title, and would lie under it.
    <Tooltip label={label} disabled={expanded === true || typeof dialog === 'string'}>
      {href === undefined ? (
        <button
          type="button"
          aria-expanded={expanded}
          aria-pressed={pressed}
          aria-controls={controls}
          {...opens}
          {...attributes}
          className={classes['button']}
          data-wide-only={wideOnly || undefined}
          aria-label={label}
        >
          {inside}
        </button>
      ) : (
        <Link href={href} className={classes['button']} aria-label={label}>
          {inside}
        </Link>
      )}
    </Tooltip>
  );
}
