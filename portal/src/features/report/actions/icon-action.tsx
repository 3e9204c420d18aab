import { ActionIcon, Tooltip } from '@mantine/core';
import type { ComponentProps } from 'react';
import classes from './actions.module.css';

interface IconActionProps extends Omit<
  ComponentProps<typeof ActionIcon<'button'>>,
  'aria-label' | 'className' | 'title'
> {
  label: string;
  /** A number at the icon; none for zero. */
  count?: number;
}

/** An action of the report that its icon says; its name appears at the pointer and at the focus. */
export function IconAction({ label, count = 0, children, ...props }: IconActionProps) {
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: false }} openDelay={300}>
      <ActionIcon variant="default" {...props} className={classes.icon} aria-label={label}>
        {children}
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {count}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
