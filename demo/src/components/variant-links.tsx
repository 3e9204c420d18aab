import { AppLink } from '../routing/link.tsx';
import classes from './variant-links.module.css';

interface VariantLinksProps<Name extends string> {
  /** Accessible name of the navigation. */
  label: string;
  variants: readonly { readonly name: Name; readonly title: string }[];
  current: Name;
  /** The address without the variant's name. */
  under: string;
}

/** Links to the other variants of a page, this one marked. */
export function VariantLinks<Name extends string>({ label, variants, current, under }: VariantLinksProps<Name>) {
  return (
    <nav className={classes['links']} aria-label={label}>
      {variants.map(({ name, title }) => (
        <AppLink
          key={name}
          href={`${under}/${name}`}
          className={classes['link']}
          aria-current={name === current ? 'page' : undefined}
        >
          {title}
        </AppLink>
      ))}
    </nav>
  );
}
