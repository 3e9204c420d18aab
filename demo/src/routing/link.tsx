import { useRouter } from '@tanstack/react-router';
import type { ComponentProps, MouseEvent } from 'react';

interface AppLinkProps extends ComponentProps<'a'> {
  href: string;
  /** What it opens stands beside what there is, which must not be scrolled away. */
  still?: boolean;
}

/** A link by address. One that begins with `/` leads to a screen of the suite; any other is the browser's. */
export function AppLink({ href, still = false, onClick, target, children, ...rest }: AppLinkProps) {
  const router = useRouter();
  const ours = href.startsWith('/');
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!ours || target || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (still) void router.navigate({ href, resetScroll: false });
    else router.history.push(href);
  };
  return (
    <a {...rest} href={ours ? router.history.createHref(href) : href} target={target} onClick={follow}>
      {children}
    </a>
  );
}
