import classes from './mailbox.module.css';

/** The color of a label. Its text stands beside it, in the color of all texts. */
export const LabelDot = ({ color }: { color: string }) => (
  // Only as a color: it may be any text.
  <span className={classes['dot']} style={{ backgroundColor: color }} aria-hidden />
);
