import type { Product } from './product.ts';
import classes from './inventory.module.css';

/** Up to two first letters of a name. */
const lettersOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('');

/** The picture of a product, or the first letters of its name. Decorative: the name is next to it. */
export function ProductPicture({ product: { name, thumbnail } }: { product: Pick<Product, 'name' | 'thumbnail'> }) {
  if (thumbnail) return <img className={classes['thumbnail']} src={thumbnail} alt="" loading="lazy" />;
  return <span className={classes['thumbnail']} aria-hidden data-letters={lettersOf(name)} />;
}
