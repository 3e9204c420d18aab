import { Logo } from '../logo.tsx';
import { Brand } from '../plain-panel.tsx';

/** The row above a column of icons. */
export function MarkBrand({ home }: { home: string | undefined }) {
  return (
    <Brand data-centered>
      <Logo href={home} on="nav" short />
    </Brand>
  );
}
