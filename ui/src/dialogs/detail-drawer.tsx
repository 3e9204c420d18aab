import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { keepFocusIn } from '../focus/keep-focus.ts';
import { CloseButton } from './close-button.tsx';
import classes from './detail-drawer.module.css';
import { useFocusReturn } from './use-focus-return.ts';

export interface DetailDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  subtitle?: string;
  /** 480 or 640 pixels; the whole width on phones. */
  size?: 'normal' | 'wide';
  footer?: ReactNode;
  children: ReactNode;
}

/** Details of one item next to its page. Escape closes it and restores the focus. */
export function DetailDrawer({
  opened,
  onClose,
  title,
  subtitle,
  size = 'normal',
  footer,
  children,
}: DetailDrawerProps) {
  useFocusReturn(opened);
  return (
    <Drawer.Root
      returnFocus={false}
      opened={opened}
      onClose={onClose}
      position="right"
      size={size === 'wide' ? 640 : 480}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content inert={!opened} classNames={{ content: classes['content'] }}>
        <div className={classes['drawer']} ref={keepFocusIn}>
          <div className={classes['header']}>
            <div className={classes['words']}>
              <Drawer.Title className={classes['title']}>{title}</Drawer.Title>
              {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
            </div>
            <CloseButton onClick={onClose} />
          </div>
          <div className={classes['body']} tabIndex={0} role="group" aria-label={title}>
            {children}
          </div>
          {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** A titled part of a drawer. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes['section']}>
      <h3 className={classes['section-title']}>{title}</h3>
      {children}
    </section>
  );
}

/** Names and values in two columns. */
export function DetailList({ items }: { items: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className={classes['list']}>
      {items.map(({ name, value }) => (
        <div key={name} className={classes['pair']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Text for machines, with its own scrolling. */
export function DetailCode({ label, children }: { label: string; children: string }) {
  return (
    <pre className={classes['code']} tabIndex={0} role="group" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}
