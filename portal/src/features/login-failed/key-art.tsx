import classes from './login-failed.module.css';

/** Decorative drawing of a key and a locked door. */
export function KeyArt() {
  return (
    <svg className={classes.art} width="120" height="72" viewBox="0 0 120 72" aria-hidden="true">
      <rect className={classes.door} x="74" y="4" width="40" height="64" rx="6" />
      <circle className={classes.hole} cx="94" cy="33" r="5" />
      <path className={classes.hole} d="M91.5 36h5l2 13h-9z" />
      <circle className={classes.key} cx="20" cy="36" r="12" />
      <path className={classes.key} d="M32 36h28M52 36v8M60 36v6" />
    </svg>
  );
}
