import { Fragment, type ReactNode } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { splitLinks } from './chat-model.ts';
import classes from './conversation.module.css';

interface MessageTextProps {
  text: string;
  /** Draws what is no link, such as with what a search found in it. */
  renderText?: ((text: string) => ReactNode) | undefined;
}

/** A message with its links: those of this site open here, others in a new tab. */
export function MessageText({ text, renderText }: MessageTextProps) {
  const { Link, texts } = useUiContext();
  return splitLinks(text).map(({ text: words, href }, place) => {
    // oxlint-disable-next-line react/no-array-index-key -- messages never change
    if (href === undefined) return <Fragment key={place}>{renderText ? renderText(words) : words}</Fragment>;
    const { origin, pathname, search, hash } = new URL(href);
    return origin === location.origin ? (
      // oxlint-disable-next-line react/no-array-index-key -- messages never change
      <Link key={place} href={pathname + search + hash} className={classes['link']}>
        {words}
      </Link>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <a key={place} href={href} className={classes['link']} target="_blank" rel="noopener noreferrer nofollow">
        {words}
        <span className={classes['hidden']}> ({texts.opensInNewTab})</span>
      </a>
    );
  });
}
