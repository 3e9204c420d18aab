import classes from './profile.module.css';

/** A cover of hills in the theme's color. */
export function Cover() {
  return (
    <svg className={classes['cover']} viewBox="0 0 1200 240" preserveAspectRatio="xMidYMax slice" aria-hidden>
      <rect width="1200" height="240" className={classes['sky']} />
      <circle cx="930" cy="86" r="46" className={classes['sun']} />
      <path d="M0 150C180 70 320 90 470 140S800 190 960 120s200-20 240 0v120H0z" className={classes['far']} />
      <path d="M0 200c160-60 330-50 520-10s400 10 680-40v90H0z" className={classes['near']} />
    </svg>
  );
}
