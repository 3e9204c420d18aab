import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
// First: it stands a simulation of its own in for the one that the client would start.
import { failingCalls, heldCalls, hold, noticeOf, openDemo, useDemoSetup } from './demo.fixture.tsx';
import { call } from '../client/client.ts';

useDemoSetup();
const user = userEvent.setup({ delay: null });
const LIST = '/apps/ecommerce/inventory';
const PATCH = 'PATCH /api/apps/ecommerce/inventory/product';
const all = async () =>
  (await call('GET /api/apps/ecommerce/inventory/products', { query: { page: 0, size: 1000 } })).products!;
const productOf = async (name: string) => (await all()).find((product) => product.name === name);
const drawer = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const purpose = (text: string) => screen.findByText(text);
const undo = async (message: string) => {
  const bar = await screen.findByText(message);
  await user.click(within(bar.parentElement!).getByRole('button', { name: 'Undo' }));
};
const fill = async (field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

test('a product is added and filled in; the price follows as it is typed, the stock from variants, and all is saved', async () => {
  await openDemo(`${LIST}?size=5`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'Add product' }));
  const form = await drawer('A New Product');
  const name = form.getByRole('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await fill(name, 'Umbrella');
  await fill(form.getByRole('textbox', { name: 'Cost' }), '6');
  await fill(form.getByRole('textbox', { name: 'Base price' }), '10.5');
  await fill(form.getByRole('textbox', { name: 'Tax' }), '20');
  expect(form.getByRole('status', { name: 'Price' }).textContent).toBe('$12.60');
  expect(form.getByText('42.9% margin')).toBeDefined();
  await user.selectOptions(form.getByRole('combobox', { name: 'Category' }), 'Unisex');
  await user.click(form.getByRole('button', { name: 'Add variant' }));
  await user.type(form.getByRole('textbox', { name: 'Name of variant 1' }), 'Large');
  await fill(form.getByRole('textbox', { name: 'Stock of variant 1' }), '25');
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Stock' }).value).toBe('25');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  await form.findByText('Saved');
  expect(await productOf('Umbrella')).toMatchObject({
    basePrice: 10.5,
    taxPercent: 20,
    price: 12.6,
    cost: 6,
    stock: 25,
    active: false,
    variants: [{ name: 'Large', stock: 25 }],
  });
  await purpose('67 products');
});

test('what is not possible is not saved and says why; what fails stays in the form until a retry saves it', async () => {
  const [product] = await all();
  await openDemo(`${LIST}/${product!.id}?size=5`, 'empty');
  const form = await drawer(product!.name);
  await user.clear(form.getByRole('textbox', { name: 'Name' }));
  await fill(form.getByRole('textbox', { name: 'Reserved' }), '5000');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await form.findByText('Name is required.')).toBeDefined();
  expect(form.getByText('More is reserved than is in stock.')).toBeDefined();
  expect(form.getByText('2 fields need your attention.')).toBeDefined();
  await user.click(form.getByRole('button', { name: 'Discard changes' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(product!.name);

  failingCalls.add(PATCH);
  await fill(form.getByRole('textbox', { name: 'Name' }), 'Renamed');
  await user.keyboard('{Control>}s{/Control}');
  await form.findByText('The changes could not be saved. They are still here.');
  expect((await all())[0]!.name).toBe(product!.name);
  failingCalls.clear();
  await user.click(form.getByRole('button', { name: 'Try again' }));
  await form.findByText('Saved');
  expect(await productOf('Renamed')).toMatchObject({ id: product!.id });
});

test('unsaved changes are not left without a question', async () => {
  const [product] = await all();
  const { address } = await openDemo(`${LIST}/${product!.id}?size=5`, 'empty');
  const form = await drawer(product!.name);
  await user.type(form.getByRole('textbox', { name: 'Description' }), '!');
  await user.click(form.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Stay here' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stay here' })).toBeNull());
  expect(address()).toBe(`${LIST}/${product!.id}`);
  expect(form.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe(
    `${product!.description}!`,
  );
  await user.click(form.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(address()).toBe(LIST));
  expect(await productOf(product!.name)).toEqual(product);
});

test('a deleted product returns by Undo as it was, and its address leads to it again', async () => {
  const product = (await all()).find(({ variants, tags }) => variants.length > 0 && tags.length > 0)!;
  const { address, router } = await openDemo(`${LIST}/${product.id}?size=5`, 'empty');
  const form = await drawer(product.name);
  await user.click(form.getByRole('button', { name: 'Delete product' }));
  await waitFor(() => expect(address()).toBe(LIST));
  await waitFor(async () => expect(await productOf(product.name)).toBeUndefined());
  await undo(`“${product.name}” was deleted.`);
  await purpose('66 products');
  expect(await productOf(product.name)).toEqual(product);
  await router.navigate({ href: `${LIST}/${product.id}` });
  await drawer(product.name);
});

test('selected products are changed and deleted together, and Undo brings back each as it was', async () => {
  const before = await all();
  const [first, second] = before;
  await openDemo(`${LIST}?size=5`, 'empty');
  await user.click(await screen.findByRole('checkbox', { name: `Select ${first!.name}` }));
  await user.click(screen.getByRole('checkbox', { name: `Select ${second!.name}` }));
  const bar = within(screen.getByRole('toolbar', { name: 'Selected products' }));
  await user.click(bar.getByRole('button', { name: 'On sale' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Take off sale' }));
  await screen.findByText('2 products were changed.');
  expect((await all()).slice(0, 2).map(({ active }) => active)).toEqual([false, false]);
  await undo('2 products were changed.');
  await waitFor(async () => expect(await all()).toEqual(before));

  await user.click(bar.getByRole('button', { name: 'Delete' }));
  await user.click(within(await drawerBody('Delete 2 products?')).getByRole('button', { name: 'Delete' }));
  await purpose('64 products');
  await undo('2 products were deleted.');
  await purpose('66 products');
  expect(await all()).toEqual(before);
});

const drawerBody = (name: string) => screen.findByRole('dialog', { name });

test('a refused change of one among several leaves all of them as they were', async () => {
  const before = await all();
  await openDemo(`${LIST}?size=5`, 'empty');
  await user.click(await screen.findByRole('checkbox', { name: `Select ${before[0]!.name}` }));
  failingCalls.add('DELETE /api/apps/ecommerce/inventory/products');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(within(await drawerBody('Delete 1 product?')).getByRole('button', { name: 'Delete' }));
  const notice = await noticeOf('1 product could not be deleted.');
  expect(await all()).toEqual(before);

  await user.click(notice.getByRole('button', { name: 'Close' }));
  failingCalls.add(PATCH);
  const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: `${before[0]!.name} is on sale` });
  await user.click(toggle());
  await screen.findByText(`“${before[0]!.name}” could not be changed.`);
  await waitFor(() => expect(toggle().checked).toBe(before[0]!.active));
  failingCalls.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(async () => expect((await all())[0]!.active).toBe(!before[0]!.active));
  expect(toggle().checked).toBe(!before[0]!.active);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull());
});

test('a product that a search hides is named, and shown on its page among all', async () => {
  const { router } = await openDemo(
    `${LIST}?size=5&q=${encodeURIComponent((await all())[0]!.name)}&order=desc`,
    'empty',
  );
  await user.click(await screen.findByRole('button', { name: 'Add product' }));
  await user.click(within(await drawerBody('A New Product')).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const notice = await noticeOf('Added, but your search or filters hide it.');
  await user.click(notice.getByRole('button', { name: 'Show' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('A New Product'));
  const page = Number((router.state.location.search as { page: string }).page);
  expect(page).toBeGreaterThan(1);
  expect(screen.queryByText('Added, but your search or filters hide it.')).toBeNull();
});

test('search, filter and order are in the address together; a new order starts at the first page', async () => {
  const { router } = await openDemo(`${LIST}?page=3&size=5`, 'empty');
  await screen.findByRole('navigation', { name: 'Pages' });
  await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'scarf');
  await purpose('6 products found');
  await user.click(screen.getByRole('button', { name: /^Stock\W*Any/ }));
  await user.click(await screen.findByRole('option', { name: 'In stock' }));
  await user.click(screen.getByRole('button', { name: 'Price' }));
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ q: 'scarf', stock: 'high', sort: 'price', order: 'asc' }),
  );
  expect(router.state.location.search).not.toHaveProperty('page');
  const expected = (await all())
    .filter(({ name, stock }) => name.includes('scarf') && stock! >= 30)
    .toSorted((one, other) => one.price! - other.price!)
    .map(({ name }) => name);
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map((row) => row.querySelector('a')!.textContent)).toEqual(expected),
  );
});

test('a CSV file changes and adds products after a preview, and Undo takes all of it back', async () => {
  const before = await all();
  const product = before.find(({ variants }) => variants.length === 0)!;
  await openDemo(`${LIST}?size=5`, 'empty');
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Import from CSV' }));
  const dialog = await drawer('Import from CSV');
  const text = `SKU,Name,Stock,Tags\n${product.sku},,77,Clearance\nNEW-1,Mug,5,\nNEW-2,,5,\n`;
  const file = new File([text], 'stock.csv', { type: 'text/csv' });
  fireEvent.change(document.querySelector('input[accept*="csv"]')!, { target: { files: [file] } });
  expect(await dialog.findByText('1 new · 1 changed · 0 unchanged')).toBeDefined();
  expect(dialog.getByText('Line 4, Name: –')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Import 2 products' }));
  await purpose('67 products');
  const tag = (await call('GET /api/apps/ecommerce/inventory/tags')).find(({ title }) => title === 'Clearance')!;
  expect(await productOf(product.name)).toMatchObject({ stock: 77, tags: [tag.id] });
  expect(await productOf('Mug')).toMatchObject({ sku: 'NEW-1', stock: 5 });
  await undo('2 products were imported.');
  await purpose('66 products');
  await waitFor(async () => expect(await all()).toEqual(before));
  expect((await call('GET /api/apps/ecommerce/inventory/tags')).map(({ id }) => id)).not.toContain(tag.id);
});

test('answers that come late or out of order change neither what is stored nor what is shown', async () => {
  const [product] = await all();
  await openDemo(`${LIST}?size=5`, 'empty');
  const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: `${product!.name} is on sale` });
  const answerPatch = hold(PATCH);
  await user.click(toggle);
  heldCalls.delete(PATCH);
  await waitFor(() => expect(toggle.checked).toBe(!product!.active));
  await user.click(toggle);
  await waitFor(() => expect(toggle.checked).toBe(product!.active));
  answerPatch();
  // What the list reads again after both is what is stored.
  const name = `${product!.name} 2`;
  await call(PATCH, { body: { id: product!.id, product: { name } } });
  await screen.findByRole('switch', { name: `${name} is on sale` });
  expect(await productOf(name)).toMatchObject({ active: product!.active });

  const GET = 'GET /api/apps/ecommerce/inventory/products';
  const answerSearch = hold(GET);
  const search = screen.getByRole('searchbox', { name: 'Search products' });
  await user.type(search, 'watch');
  heldCalls.delete(GET);
  await user.clear(search);
  await user.type(search, 'scarf');
  await screen.findByRole('link', { name: 'Blue scarf' });
  answerSearch();
  await call('GET /api/apps/ecommerce/inventory/product', { query: { id: product!.id } });
  expect(screen.getByRole('link', { name: 'Blue scarf' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Blue watch' })).toBeNull();
});

test('a product is found by its SKU and by its barcode', async () => {
  const [product] = await all();
  await openDemo(`${LIST}?q=${product!.sku}`, 'empty');
  await purpose('1 product found');
  expect(screen.getByText(product!.sku!, { selector: 'mark' })).toBeDefined();
  const search = screen.getByRole('searchbox', { name: 'Search products' });
  await fill(search, product!.barcode!);
  await waitFor(() => expect(screen.queryByText(product!.sku!, { selector: 'mark' })).toBeNull());
  expect(await screen.findByRole('link', { name: product!.name })).toBeDefined();
});
