import type { CsvTable } from '@rise/shell/files';
import { fold } from '@rise/contract/fold';
import { parse } from 'csv-parse/browser/esm/sync';
import type { Named, Product, ProductChange } from './product.ts';

/** The columns of a file, by their titles in both languages. */
export const COLUMNS = [
  ['sku', 'SKU', 'Stok kodu'],
  ['name', 'Name', 'Ad'],
  ['category', 'Category', 'Kategori'],
  ['brand', 'Brand', 'Marka'],
  ['vendor', 'Vendor', 'Tedarikçi'],
  ['barcode', 'Barcode', 'Barkod'],
  ['stock', 'Stock', 'Stok'],
  ['reserved', 'Reserved', 'Ayrılmış'],
  ['cost', 'Cost', 'Maliyet'],
  ['basePrice', 'Base price', 'Vergisiz fiyat'],
  ['taxPercent', 'Tax %', 'Vergi %'],
  ['price', 'Price', 'Fiyat'],
  ['weight', 'Weight (kg)', 'Ağırlık (kg)'],
  ['active', 'On sale', 'Satışta'],
  ['tags', 'Tags', 'Etiketler'],
  ['description', 'Description', 'Açıklama'],
] as const;
export type Column = (typeof COLUMNS)[number][0];

/** What names stand for. */
export interface Catalog {
  readonly categories: readonly Named[];
  readonly brands: readonly Named[];
  readonly vendors: readonly Named[];
  readonly tags: readonly { readonly id: string; readonly title: string }[];
}

const nameIn = (all: readonly Named[], id: string | null) => all.find((one) => one.id === id)?.name ?? null;

/** Products as a table with names in place of ids; figures are exact. */
export function productTable(products: readonly Product[], catalog: Catalog, language: 'en' | 'tr'): CsvTable {
  const yesNo = language === 'tr' ? ['Evet', 'Hayır'] : ['Yes', 'No'];
  const cellOf = (product: Product, column: Column) => {
    if (column === 'category') return nameIn(catalog.categories, product.category);
    if (column === 'brand') return nameIn(catalog.brands, product.brand);
    if (column === 'vendor') return nameIn(catalog.vendors, product.vendor);
    if (column === 'active') return yesNo[product.active ? 0 : 1]!;
    if (column !== 'tags') return product[column];
    return product.tags.flatMap((id) => catalog.tags.find((tag) => tag.id === id)?.title ?? []).join('|');
  };
  return {
    head: COLUMNS.map(([, en, tr]) => (language === 'tr' ? tr : en)),
    rows: products.map((product) => COLUMNS.map(([column]) => cellOf(product, column))),
  };
}

/** A line of a file: what it changes of a product, or the content of a new one. */
export interface ImportRow {
  /** Null for a new one. */
  readonly product: Product | null;
  readonly change: ProductChange;
  /** Titles; undefined leaves the tags as they are. */
  readonly tags: readonly string[] | undefined;
}

export interface ImportProblem {
  /** Counted from 1, the head included. */
  readonly line: number;
  readonly column: Column;
  readonly value: string;
}

export type ImportFile =
  | { readonly kind: 'unfit'; readonly reason: 'unreadable' | 'empty' | 'columns' | 'too-many' }
  | {
      readonly kind: 'rows';
      readonly rows: readonly ImportRow[];
      /** Lines that would change nothing. */
      readonly unchanged: number;
      readonly problems: readonly ImportProblem[];
    };

export const MOST_LINES = 1000;
const NUMBERS = new Set<Column>(['stock', 'reserved', 'cost', 'basePrice', 'taxPercent', 'weight']);
const WHOLE = new Set<Column>(['stock', 'reserved']);
const YES = new Set(['yes', 'true', '1', 'evet']);
const NO = new Set(['no', 'false', '0', 'hayir']);

/** Of comma, semicolon and tab the one that the head has most often. */
function delimiterOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  const counts = [',', ';', '\t'].map((mark) => [mark, head.split(mark).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

function linesOf(text: string): string[][] | null {
  try {
    return parse(text, {
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      delimiter: delimiterOf(text),
    }) as unknown as string[][];
  } catch {
    return null;
  }
}

const columnOf = (title: string): Column | undefined =>
  COLUMNS.find((names) => names.some((name) => fold(name) === fold(title.trim())))?.[0];

/** Without the apostrophe that keeps spreadsheets from running a text. */
const textOf = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Undefined where it is no number, or one that a product cannot have. */
function numberOf(cell: string, column: Column): number | null | undefined {
  if (cell === '') return null;
  if (!/^\d+([.,]\d+)?$/.test(cell)) return undefined;
  const value = Number(cell.replace(',', '.'));
  return WHOLE.has(column) && !Number.isInteger(value) ? undefined : value;
}

function idOf(cell: string, all: readonly Named[]): string | null | undefined {
  return cell === '' ? null : all.find(({ name }) => fold(name) === fold(cell))?.id;
}

/** The value of a cell; undefined where it is not possible. */
function valueOf(column: Column, cell: string, catalog: Catalog): unknown {
  if (NUMBERS.has(column)) return numberOf(cell, column);
  if (column === 'category') return idOf(cell, catalog.categories);
  if (column === 'brand') return idOf(cell, catalog.brands);
  if (column === 'vendor') return idOf(cell, catalog.vendors);
  if (column === 'active') return YES.has(fold(cell)) ? true : NO.has(fold(cell)) ? false : undefined;
  return column === 'name' ? cell : cell || null;
}

/** Fields that differ from the product; all of a new one. */
function differing(product: Product | null, content: Record<string, unknown>): ProductChange {
  const changed = Object.entries(content).filter(
    ([field, value]) => product === null || product[field as keyof Product] !== value,
  );
  return Object.fromEntries(changed) as ProductChange;
}

const sameTags = (product: Product | null, titles: readonly string[], { tags }: Catalog) => {
  const before = tags.filter(({ id }) => product?.tags.includes(id)).map(({ title }) => fold(title));
  return (
    before.toSorted().join() ===
    titles
      .map((title) => fold(title))
      .toSorted()
      .join()
  );
};

/**
 * Reads a file of products. A line with the SKU of a product changes it, any other adds one; a missing column leaves its
 * field as it is. Prices are not read, since they follow from base price and tax; nor the stock of products with variants.
 */
export function readProducts(text: string, products: readonly Product[], catalog: Catalog): ImportFile {
  const [head, ...lines] = linesOf(text) ?? [];
  if (head === undefined) return { kind: 'unfit', reason: text.trim() === '' ? 'empty' : 'unreadable' };
  const columns = head.map(columnOf);
  if (!columns.includes('sku') && !columns.includes('name')) return { kind: 'unfit', reason: 'columns' };
  if (lines.length === 0) return { kind: 'unfit', reason: 'empty' };
  if (lines.length > MOST_LINES) return { kind: 'unfit', reason: 'too-many' };
  const bySku = new Map(products.filter(({ sku }) => sku).map((product) => [product.sku!, product]));
  const rows: ImportRow[] = [];
  const problems: ImportProblem[] = [];
  let unchanged = 0;
  for (const [index, cells] of lines.entries()) {
    const cellOf = (column: Column) => textOf(cells[columns.indexOf(column)] ?? '');
    const product = bySku.get(cellOf('sku')) ?? null;
    const wrong: ImportProblem[] = [];
    const content: Record<string, unknown> = {};
    for (const column of columns) {
      if (column === undefined || column === 'price' || column === 'tags') continue;
      if (column === 'stock' && (product?.variants.length ?? 0) > 0) continue;
      const cell = cellOf(column);
      const value = valueOf(column, cell, catalog);
      if (value === undefined) wrong.push({ line: index + 2, column, value: cell });
      else if (column !== 'name' || cell !== '') content[column] = value;
    }
    if (product === null && content['name'] === undefined) wrong.push({ line: index + 2, column: 'name', value: '' });
    const titles = cellOf('tags').split('|').map((title) => title.trim()).filter(Boolean); // prettier-ignore
    const tags = columns.includes('tags') && !sameTags(product, titles, catalog) ? titles : undefined;
    const change = differing(product, content);
    problems.push(...wrong);
    if (wrong.length > 0) continue;
    if (product !== null && tags === undefined && Object.keys(change).length === 0) unchanged += 1;
    else rows.push({ product, change, tags });
  }
  return { kind: 'rows', rows, unchanged, problems };
}
