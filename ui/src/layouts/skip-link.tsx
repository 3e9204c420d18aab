import { useUiContext } from '../context/ui-context.tsx';
import classes from './skip-link.module.css';

export const CONTENT_ID = 'content';

/** The first tab stop: skips the chrome. */
export function SkipLink() {
  const { texts } = useUiContext();
  return (
    <a
      className={classes['skip']}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        // Leaves the address unchanged: a fragment would add a history entry.
        event.preventDefault();
        document.getElementById(CONTENT_ID)?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
}
