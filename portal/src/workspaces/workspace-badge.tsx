import type { Workspace } from '@rise/contract';
import { workspaceIcons } from './workspace-icons.ts';
import classes from './workspace-badge.module.css';

export interface WorkspaceBadgeProps {
  workspace: Pick<Workspace, 'icon' | 'color'>;
  /** 20 or 32 pixels. */
  size?: 'small' | 'normal';
}

/** A workspace's icon in its color. Its name stands beside it. */
export function WorkspaceBadge({ workspace: { icon, color }, size = 'normal' }: WorkspaceBadgeProps) {
  const Icon = workspaceIcons[icon];
  return (
    <span className={classes.badge} data-color={color} data-size={size} aria-hidden>
      <Icon size={size === 'small' ? 13 : 18} stroke={1.7} />
    </span>
  );
}
