import type { ComponentProps } from 'react';
import classes from './name-button.module.css';

/** The name of a row, which opens it. Ends with an ellipsis where it is cut; `title` has it whole then. */
export function NameButton(props: Omit<ComponentProps<'button'>, 'className' | 'type'>) {
  return <button {...props} type="button" className={classes['name']} />;
}
