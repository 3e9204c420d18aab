import { LogoMark } from '../layouts/logo.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './splash.module.css';

/** Covers the page until it can be shown. */
export function Splash() {
  const { texts } = useUiContext();
  return (
    <output className={classes['splash']} aria-label={texts.loading}>
      <LogoMark size={48} />
      <span className={classes['line']} />
    </output>
  );
}
