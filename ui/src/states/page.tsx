import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatInteger } from '../figures/format-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './page.module.css';

export interface PageProps {
  /** `narrow` is for texts and forms. */
  width?: 'wide' | 'narrow';
  /** Reserves the height of a screen, so that the footer stays out of view while loading. */
  loading?: boolean;
  children: ReactNode;
}

/** The content area of one screen inside a layout. */
export function Page({ width = 'wide', loading = false, children }: PageProps) {
  return (
    <div className={classes['page']} data-width={width} data-loading={loading || undefined}>
      {children}
    </div>
  );
}

export interface PageHeaderProps {
  title: string;
  count?: number;
  /** One line: the page's purpose. */
  purpose?: string;
  actions?: ReactNode;
  /** The figures' as-of date, and their load time. */
  asOf?: { label: string; detail?: string };
  back?: { href: string; label: string };
}

export function PageHeader({ title, count, purpose, actions, asOf, back }: PageHeaderProps) {
  const { locale, Link } = useUiContext();
  return (
    <header className={classes['header']}>
      <div className={classes['words']}>
        {back !== undefined && (
          <Link href={back.href} className={classes['back']}>
            <IconArrowLeft size={14} />
            {back.label}
          </Link>
        )}
        <h1 className={classes['title']}>
          {title} {count !== undefined && <span className={classes['count']}>{formatInteger(count, locale)}</span>}
        </h1>
        {purpose !== undefined && <p className={classes['purpose']}>{purpose}</p>}
      </div>
      {(asOf !== undefined || actions !== undefined) && (
        <div className={classes['end']}>
          {asOf !== undefined && (
            <div className={classes['as-of']}>
              <div className={classes['as-of-label']}>{asOf.label}</div>
              {asOf.detail !== undefined && <div>{asOf.detail}</div>}
            </div>
          )}
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </div>
      )}
    </header>
  );
}
