import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { Art, type ArtName } from './art.tsx';
import { Reference } from './reference.tsx';
import classes from './states.module.css';

export interface EmptyStateProps {
  title: string;
  /** Empty state: why, and what to do about it. */
  text?: string;
  action?: ReactNode;
  art?: ArtName;
}

export function EmptyState({ title, text, action, art = 'figures' }: EmptyStateProps) {
  return (
    <div className={classes['state']}>
      <Art name={art} />
      <p className={classes['title']}>{title}</p>
      {text !== undefined && <p className={classes['text']}>{text}</p>}
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  title?: string;
  message?: string;
  requestId?: string;
  onRetry?: () => void;
}

function Retry({ onRetry }: { onRetry: () => void }) {
  const { texts } = useUiContext();
  return (
    <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRetry}>
      {texts.retry}
    </Button>
  );
}

/** Error state, in place of the content. */
export function ErrorState({ title, message, requestId, onRetry }: ErrorStateProps) {
  const { texts } = useUiContext();
  return (
    <div className={classes['state']} role="alert">
      <Art name="broken" />
      <p className={classes['title']}>{title ?? texts.errorTitle}</p>
      <p className={classes['text']}>{message ?? texts.errorText}</p>
      {onRetry !== undefined && (
        <div className={classes['action']}>
          <Retry onRetry={onRetry} />
        </div>
      )}
      {requestId !== undefined && <Reference id={requestId} />}
    </div>
  );
}

interface WholePageProps {
  art: ArtName;
  title: string;
  text: string;
  children?: ReactNode;
}

function WholePage({ art, title, text, children }: WholePageProps) {
  return (
    <div className={classes['whole']}>
      <Art name={art} size={176} />
      <h1 className={classes['whole-title']}>{title}</h1>
      <p className={classes['whole-text']}>{text}</p>
      {children}
    </div>
  );
}

interface DeadEndProps {
  title?: string;
  text?: string;
  action?: ReactNode;
}

export function NotFoundPage({ title, text, action }: DeadEndProps) {
  const { texts } = useUiContext();
  return (
    <WholePage art="lost" title={title ?? texts.notFoundTitle} text={text ?? texts.notFoundText}>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </WholePage>
  );
}

export function ForbiddenPage({ title, text, action }: DeadEndProps) {
  const { texts } = useUiContext();
  return (
    <WholePage art="locked" title={title ?? texts.forbiddenTitle} text={text ?? texts.forbiddenText}>
      {action !== undefined && <div className={classes['action']}>{action}</div>}
    </WholePage>
  );
}

/** Maintenance page. */
export function MaintenancePage({ title, text }: Required<Pick<DeadEndProps, 'title' | 'text'>>) {
  return <WholePage art="works" title={title} text={text} />;
}

interface FailurePageProps extends ErrorStateProps {
  action?: ReactNode;
  /** No layout is around the page: it fills the window. */
  alone?: boolean;
}

/** Full page for an error. */
export function FailurePage({ title, message, requestId, onRetry, action, alone = false }: FailurePageProps) {
  const { texts } = useUiContext();
  const page = (
    <WholePage art="broken" title={title ?? texts.failureTitle} text={message ?? texts.failureText}>
      {(onRetry !== undefined || action !== undefined) && (
        <div className={classes['action']}>
          {onRetry !== undefined && <Retry onRetry={onRetry} />}
          {action}
        </div>
      )}
      {requestId !== undefined && <Reference id={requestId} />}
    </WholePage>
  );
  return alone ? <main className={classes['alone']}>{page}</main> : page;
}
