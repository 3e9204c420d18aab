import { Component, type ReactNode, Suspense } from 'react';
import { logError } from '../kernel/log.ts';

interface LateProps {
  /** Stands in its place until its code is here. */
  fallback?: ReactNode;
  /** Stands in its place where its code can't be had, or it failed. */
  failed?: ReactNode;
  children: ReactNode;
}

class Net extends Component<{ failed: ReactNode; children: ReactNode }, { failed: boolean }> {
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

/** A part around the page whose code comes later. Should it fail, the page stays. */
export function Late({ fallback = null, failed = null, children }: LateProps) {
  return (
    <Net failed={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Net>
  );
}
