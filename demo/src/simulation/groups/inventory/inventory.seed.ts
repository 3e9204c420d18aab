import { GARMENTS, garment, type Garment } from '../../generate/garment.ts';
import type { Random } from '../../generate/random.ts';
import type { Seeding, StateOf } from '../../group.ts';

type State = StateOf<'inventory'>;
const both = (en: string, tr: string) => ({ en, tr });

const CATEGORIES = [
  ['mens', both('Mens', 'Erkek')],
  ['ladies', both('Ladies', 'Kadın')],
  ['unisex', both('Unisex', 'Üniseks')],
] as const;
const BRANDS = ['Elmwood', 'Harbor & Pine', 'Kale', 'Northgate', 'Solstad'];
const VENDORS = ['Anadolu Tekstil', 'Harbor Outfitters', 'Lakeside Supply', 'Nordic Thread'];
const TAGS = [
  both('New', 'Yeni'),
  both('Sale', 'İndirim'),
  both('Organic', 'Organik'),
  both('Waterproof', 'Su geçirmez'),
  both('Gift', 'Hediye'),
];
const TAXES = [8, 10, 18, 20, 30] as const;

const COLOURS = [
  ['#2f5d8a', both('Blue', 'Mavi')],
  ['#7a2e3a', both('Wine', 'Bordo')],
  ['#3f6b4f', both('Forest', 'Orman yeşili')],
  ['#3b3f4a', both('Charcoal', 'Antrasit')],
  ['#c28a2c', both('Amber', 'Kehribar')],
] as const;

const KINDS: Readonly<Record<Garment, readonly [name: { en: string; tr: string }, cost: number, grams: number]>> = {
  jacket: [both('Jacket', 'Ceket'), 48, 820],
  shirt: [both('Shirt', 'Gömlek'), 14, 260],
  cap: [both('Cap', 'Şapka'), 6.5, 110],
  bag: [both('Tote bag', 'Bez çanta'), 8.2, 340],
  scarf: [both('Scarf', 'Atkı'), 11, 210],
  watch: [both('Watch', 'Saat'), 62, 95],
};

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
export const cents = (amount: number) => Math.round(amount * 100) / 100;

/** A number of thirteen digits whose last one checks the others (GTIN-13). */
function barcode(random: Random): string {
  const digits = `2${String(random.int(0, 99_999_999_999)).padStart(11, '0')}`;
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export function seedInventory({ random }: Seeding): State {
  const categories = CATEGORIES.map(([slug, name]) => ({ id: random.uuid(), parentId: null, name, slug }));
  const named = (name: string) => ({ id: random.uuid(), name, slug: slugOf(name) });
  const [brands, vendors] = [BRANDS.map(named), VENDORS.map(named)];
  const tags = TAGS.map((title) => ({ id: random.uuid(), title }));
  const products = GARMENTS.flatMap((kind) =>
    COLOURS.map(([colour, shade], place): State['products'][number] => {
      const [name, level, grams] = KINDS[kind];
      const stock = random.int(0, 90);
      const cost = cents(level * (0.85 + random.next() * 0.3));
      const basePrice = cents(Math.ceil(cost * 1.8) - 0.1);
      const taxPercent = random.pick(TAXES);
      const images = ([0, 1, 2] as const).map((view) => garment(kind, colour, view));
      const pictured = !(kind === 'scarf' && place === 2);
      return {
        id: random.uuid(),
        category: categories[(GARMENTS.indexOf(kind) + place) % 3]!.id,
        name: both(`${shade.en} ${name.en.toLowerCase()}`, `${shade.tr} ${name.tr.toLocaleLowerCase('tr')}`),
        description: both(
          `For the member shop. Made to last, and sold at cost plus a little for the scholarship fund.`,
          `Üye dükkânı için. Dayanıklıdır; maliyetine ve burs fonuna küçük bir katkıyla satılır.`,
        ),
        tags: random.some(tags, random.int(0, 2)).map(({ id }) => id),
        sku: `${kind.slice(0, 3).toUpperCase()}-${String(place + 1)}${String(random.int(100, 999))}`,
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
      };
    }),
  );
  return { categories, brands, vendors, tags, products };
}
