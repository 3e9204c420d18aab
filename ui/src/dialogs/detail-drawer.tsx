import { Drawer } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { useUi } from '../theme/rise-provider.tsx';
import classes from './detail-drawer.module.css';

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

/** Details of one thing beside the page it belongs to. Escape closes it, and the focus goes back to where it was. */
export function DetailDrawer({
  opened,
  onClose,
  title,
  subtitle,
  size = 'normal',
  footer,
  children,
}: DetailDrawerProps) {
  const { texts } = useUi();
  const id = useId();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={size === 'wide' ? 640 : 480}
      padding={0}
      withCloseButton={false}
      overlayProps={{ backgroundOpacity: 0.3 }}
      transitionProps={{ duration: 160 }}
      classNames={{ content: classes['content'], body: classes['drawer'] }}
      aria-labelledby={id}
    >
      <header className={classes['header']}>
        <div className={classes['words']}>
          <h2 id={id} className={classes['title']}>
            {title}
          </h2>
          {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
        </div>
        <button type="button" className={classes['close']} aria-label={texts.close} onClick={onClose}>
          <IconX size={18} />
        </button>
      </header>
      <div className={classes['body']} tabIndex={0} role="region" aria-labelledby={id}>
        {children}
      </div>
      {footer !== undefined && <footer className={classes['footer']}>{footer}</footer>}
    </Drawer>
  );
}

/** A titled part of a drawer. */
export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <h3 id={id} className={classes['section-title']}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Names and what they are, in two columns. */
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
    <pre className={classes['code']} tabIndex={0} role="region" aria-label={label}>
      <code>{children}</code>
    </pre>
  );
}
