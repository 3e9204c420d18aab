import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './success.module.css';

/** Stands in the place of a form that has done its work, and takes the focus that went with it. */
export function Success({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Alert
      ref={ref}
      variant="outline"
      role="status"
      tabIndex={-1}
      icon={<IconCircleCheck aria-hidden />}
      className={classes['success']!}
    >
      {children}
    </Alert>
  );
}
