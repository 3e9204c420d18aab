import { Component, type ReactNode, Suspense } from 'react';
import { logError } from '../log.ts';

interface LazyBoundaryProps {
  /** Shown until the code has loaded. */
  fallback?: ReactNode;
  /** Shown where loading or rendering failed. */
  failed?: ReactNode;
  children: ReactNode;
}

class ErrorBoundary extends Component<{ failed: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: Error) {
    logError('A part of the page failed.', error);
  }
  override render() {
    return this.state.failed ? this.props.failed : this.props.children;
  }
}

/** A lazily loaded part of the page. If it fails, the rest of the page stays. */
export function LazyBoundary({ fallback = null, failed = null, children }: LazyBoundaryProps) {
  return (
    <ErrorBoundary failed={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
