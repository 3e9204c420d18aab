import '@mantine/core/styles/Alert.layer.css';
import { Alert } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import classes from './success.module.css';

/** Replaces a form after success and takes its focus. */
export function Success({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => ref.current?.focus(), []);
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
