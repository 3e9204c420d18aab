import { Tooltip } from '@mantine/core';
import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { Icon } from './icon.ts';
import { OverflowItem, OverflowContext } from './overflow-context.tsx';
import classes from './toolbar-button.module.css';

export interface ToolbarButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children' | 'onClick'> {
  label: string;
  icon: Icon;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  href?: string;
  /** A count next to the icon; the label must contain it. */
  badge?: ReactNode;
  expanded?: boolean;
  pressed?: boolean;
  controls?: string;
  /** Opens a dialog: true while it is closed, its id while it is open. */
  dialog?: string | true;
  /** Hidden below 720 pixels, where the overflow menu has a line for it. */
  wideOnly?: boolean;
}

/** A menu around the button passes its state as an attribute. */
const isTrue = (value: boolean | 'true' | 'false' | undefined) => value === true || value === 'true';

/**
 * A square icon button with its name as a tooltip; a menu item where `ToolbarOverflow`
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
  const { Link } = useUiContext();
  const inMore = use(OverflowContext) !== null;
  // A placeholder has no menu item.
  if (inMore && attributes['aria-hidden']) return null;
  if (inMore) {
    const onClick = attributes.onClick as (() => void) | undefined;
    return <OverflowItem label={label} icon={Icon} badge={badge} href={href} onClick={onClick} />;
  }
  const inside = (
    <>
      <Icon size={18} stroke={1.7} />
      {badge !== undefined && badge !== null && <span className={classes['badge']}>{badge}</span>}
    </>
  );
  const isOpen = expanded === true || typeof dialog === 'string' || isTrue(attributes['aria-expanded']);
  const opens = dialog !== undefined && {
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': dialog !== true,
    'aria-controls': dialog === true ? undefined : dialog,
  };
  return (
    // The tooltip would cover what the button opened, which has the same name as its title.
    <Tooltip label={label} disabled={isOpen}>
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
