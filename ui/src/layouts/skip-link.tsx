import { useUiContext } from '../context/ui-context.tsx';
import classes from './skip-link.module.css';

export const CONTENT_ID = 'content';

/** The first stop of the Tab key: past the chrome, to the page. */
export function SkipLink() {
  const { texts } = useUiContext();
  return (
    <a
      className={classes['skip']}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        // The address stays as it is: a fragment would be one more step back.
        event.preventDefault();
        document.getElementById(CONTENT_ID)?.focus();
      }}
    >
      {texts.skipToContent}
    </a>
  );
}
