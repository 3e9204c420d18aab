import { useUiContext } from '../context/ui-context.tsx';
import { type Loading, loading, useLoading } from './loading.ts';
import classes from './loading-bar.module.css';

/** A thin progress bar at the top of the window. */
export function LoadingBar({ of = loading }: { of?: Loading }) {
  const { texts } = useUiContext();
  const { visible, progress } = useLoading(of);
  if (!visible) return null;
  return (
    <div
      className={classes['bar']}
      role="progressbar"
      aria-label={texts.loading}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={progress ?? undefined}
    >
      <div
        className={progress === null ? classes['running'] : classes['measured']}
        style={progress === null ? undefined : { transform: `scaleX(${progress / 100})` }}
      />
    </div>
  );
}
