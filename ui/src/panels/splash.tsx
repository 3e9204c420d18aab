import { LogoMark } from '../layouts/logo.tsx';
import { useUi } from '../theme/surroundings.tsx';
import classes from './splash.module.css';

/** Covers the page until there is something to show. */
export function Splash() {
  const { texts } = useUi();
  return (
    <output className={classes['splash']} aria-label={texts.loading}>
      <LogoMark size={48} />
      <span className={classes['line']} />
    </output>
  );
}
