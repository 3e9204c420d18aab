import { Checkbox, Switch } from '@mantine/core';
import { MISSING, useFigure } from '@rise/ui';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import type { Product } from './product.ts';
import { ProductPicture } from './product-picture.tsx';
import { StockBar } from './stock-bar.tsx';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

export const MONEY = { unit: 'currency', decimals: 2 } as const;

interface ProductRowProps {
  product: Product;
  category: string | undefined;
  query: string;
  href: string;
  isOpen: boolean;
  isSelected: boolean;
  onSelect: () => void;
  onToggle: () => void;
}

/** A product; the link of its name extends over the whole row. */
export function ProductRow(props: ProductRowProps) {
  const { product, category, query, href, isOpen, isSelected, onSelect, onToggle } = props;
  const { name, sku, stock, active } = product;
  const t = useInventoryTexts();
  const price = useFigure()(product.price, MONEY);
  return (
    <tr className={classes['row']} data-open={isOpen || undefined} data-selected={isSelected || undefined}>
      <td className={classes['check']}>
        <Checkbox aria-label={t('select', { name })} checked={isSelected} onChange={onSelect} />
      </td>
      <th scope="row" className={classes['product']}>
        <AppLink
          still
          className={classes['link']}
          href={href}
          data-record={product.id}
          aria-current={isOpen || undefined}
        >
          <ProductPicture product={product} />
          <span className={classes['words']}>
            <span className={classes['title']}>
              <Marked text={name} query={query} />
            </span>
          </span>
        </AppLink>
        {/* Where the screen is too narrow for the columns. */}
        <span className={classes['brief']}>
          <span>{price}</span>
          <StockBar stock={stock} />
          {!active && <span>{t('offSale')}</span>}
        </span>
      </th>
      <td data-column="sku">{sku === null ? MISSING : <Marked text={sku} query={query} />}</td>
      <td data-column="category">{category ?? MISSING}</td>
      <td data-column="price">{price}</td>
      <td data-column="stock">
        <StockBar stock={stock} />
      </td>
      <td data-column="active">
        <Switch aria-label={t('activeOf', { name })} checked={active} onChange={onToggle} />
      </td>
    </tr>
  );
}
