import { garment, type Garment } from '../../generate/garment.ts';
import type { Random } from '../../generate/random.ts';
import type { Seeding, StateOf } from '../../group.ts';
import catalog from './data/catalog.json';

type State = StateOf<'inventory'>;

const TAXES = [8, 10, 18, 20, 30] as const;

interface GarmentEntry {
  readonly kind: Garment;
  readonly name: { readonly en: string; readonly tr: string };
  /** Typical cost in US dollars; products vary around it. */
  readonly cost: number;
  readonly grams: number;
  readonly description: { readonly en: string; readonly tr: string };
  /** None where one size fits all. */
  readonly sizes: readonly string[];
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
export const cents = (amount: number) => Math.round(amount * 100) / 100;

export const totalStock = (variants: readonly { readonly stock: number }[]) =>
  variants.reduce((sum, { stock }) => sum + stock, 0);

/** A GTIN-13: thirteen digits, the last a check digit. */
function barcode(random: Random): string {
  const digits = `2${String(random.int(0, 99_999_999_999)).padStart(11, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function seedInventory({ random }: Seeding): State {
  const categories = catalog.categories.map(({ slug, name }) => ({ id: random.uuid(), parentId: null, name, slug }));
  const named = (name: string) => ({ id: random.uuid(), name, slug: slugOf(name) });
  const [brands, vendors] = [catalog.brands.map(named), catalog.vendors.map(named)];
  const tags = catalog.tags.map((title) => ({ id: random.uuid(), title }));
  const products = (catalog.garments as GarmentEntry[]).flatMap(
    ({ kind, name, cost: usualCost, grams, description, sizes }, row) =>
      catalog.colors.map((color, index): State['products'][number] => {
        const sku = `${kind.slice(0, 3).toUpperCase()}-${String(index + 1)}${String(random.int(100, 999))}`;
        const variants = sizes.map((size) => ({
          id: random.uuid(),
          name: size,
          sku: `${sku}-${size.replace('–', '')}`,
          stock: random.int(0, 24),
        }));
        const stock = variants.length > 0 ? totalStock(variants) : random.int(0, 90);
        const cost = cents(usualCost * (0.85 + random.next() * 0.3));
        const basePrice = cents(Math.ceil(cost * 1.8) - 0.1);
        const taxPercent = random.pick(TAXES);
        const images = ([0, 1, 2] as const).map((view) => garment(kind, color.hex, view));
        const pictured = !(kind === 'scarf' && index === 2);
        return {
          id: random.uuid(),
          category: categories[(row + index) % 3]!.id,
          name: {
            en: `${color.name.en} ${name.en.toLowerCase()}`,
            tr: `${color.name.tr} ${name.tr.toLocaleLowerCase('tr')}`,
          },
          description,
          tags: random.sample(tags, random.int(0, 2)).map(({ id }) => id),
          sku,
          barcode: barcode(random),
          brand: random.pick(brands).id,
          vendor: random.pick(vendors).id,
          stock,
          reserved: random.int(0, Math.min(stock, 12)),
          cost,
          basePrice,
          taxPercent,
          price: cents(basePrice * (1 + taxPercent / 100)),
          weight: grams / 1000,
          thumbnail: pictured ? images[0]! : null,
          images: pictured ? images : [],
          active: random.chance(0.85),
          variants,
        };
      }),
  );
  return { categories, brands, vendors, tags, products, deletions: [] };
}
