import { Tooltip } from '@mantine/core';
import type { ComponentType, ReactNode, Ref } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import classes from './toolbar-button.module.css';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string; className?: string }>;

export interface ToolbarButtonProps {
  label: string;
  icon: Icon;
  onClick?: () => void;
  href?: string;
  /** A count beside the icon; the label must say it too. */
  badge?: ReactNode;
  expanded?: boolean;
  pressed?: boolean;
  controls?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** A square button that shows only an icon and says its name on hover and focus. */
export function ToolbarButton({
  label,
  icon: Icon,
  onClick,
  href,
  badge,
  expanded,
  pressed,
  controls,
  ref,
}: ToolbarButtonProps) {
  const { Link } = useUi();
  const inside = (
    <>
      <Icon size={18} stroke={1.7} />
      {badge !== undefined && badge !== null && <span className={classes['badge']}>{badge}</span>}
    </>
  );
  return (
    <Tooltip label={label}>
      {href === undefined ? (
        <button
          ref={ref}
          type="button"
          className={classes['button']}
          aria-label={label}
          aria-expanded={expanded}
          aria-pressed={pressed}
          aria-controls={controls}
          onClick={onClick}
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
