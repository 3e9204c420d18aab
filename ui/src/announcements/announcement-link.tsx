import type { ReactNode } from 'react';
import { useUiContext } from '../context/ui-context.tsx';

/** A link inside the product, or an external one in a new tab. */
export function AnnouncementLink({
  link,
  className,
  onClick,
}: {
  link: { uri: string; hyperText: ReactNode };
  className: string | undefined;
  onClick?: () => void;
}) {
  const { Link, texts } = useUiContext();
  if (link.uri.startsWith('/'))
    return (
      <Link href={link.uri} className={className} onClick={onClick}>
        {link.hyperText}
      </Link>
    );
  return (
    <a href={link.uri} className={className} target="_blank" rel="noopener noreferrer" title={texts.opensInNewTab}>
      {link.hyperText}
    </a>
  );
}
