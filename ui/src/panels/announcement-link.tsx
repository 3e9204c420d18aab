import { useUi } from '../theme/surroundings.tsx';

/** Leads into the product, or out of it in a new tab. */
export function AnnouncementLink({
  link,
  className,
  onClick,
}: {
  link: { uri: string; hyperText: string };
  className: string | undefined;
  onClick?: () => void;
}) {
  const { Link, texts } = useUi();
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
