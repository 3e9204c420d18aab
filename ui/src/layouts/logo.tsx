import { useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { useBrand } from './brand.ts';
import classes from './logo.module.css';

/** Three rising bars, the last one ending in an arrow. */
export function LogoMark({ size = 24 }: { size?: number }) {
  return (
    <svg className={classes['mark']} width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <rect width="24" height="24" rx="6" className={classes['ground']} />
      <path className={classes['bars']} d="M5.5 14.2h3.2v4.3H5.5zM10.4 10.6h3.2v7.9h-3.2zM15.3 9.1l3.2-3.6v13h-3.2z" />
    </svg>
  );
}

export interface LogoProps {
  href?: string | undefined;
  /** `nav` is drawn on the dark navigation. */
  on?: 'page' | 'nav';
  /** Only the mark. */
  short?: boolean;
}

/** Mark and name of the product, or of whose frame it is, linking home; the product's mark where the logo does not load. */
export function Logo({ href = '/home', on = 'page', short = false }: LogoProps) {
  const { Link, texts } = useUiContext();
  const brand = useBrand();
  const [failed, setFailed] = useState<string | null>(null);
  const name = brand?.name ?? 'Rise';
  return (
    <Link
      href={href}
      className={classes['logo']}
      data-on={on}
      aria-label={`${name}, ${texts.home}`}
      {...(brand && { title: name })}
    >
      {brand && brand.logo !== failed ? (
        <span className={classes['plate']} data-short={short || undefined}>
          <img src={brand.logo} alt="" onError={() => setFailed(brand.logo)} />
        </span>
      ) : (
        <LogoMark size={26} />
      )}
      {!short && <span className={classes[brand ? 'name' : 'word']}>{name}</span>}
    </Link>
  );
}
