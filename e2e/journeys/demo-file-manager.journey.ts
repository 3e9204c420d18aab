import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expectAccessible } from '../support/accessibility.ts';
import { signInToDemo } from '../support/demo.ts';
import { expect, test } from '../support/journey.ts';
import { hostFolder, type StaticHost } from '../support/static-host.ts';

const BUILD = fileURLToPath(new URL('../../demo/dist', import.meta.url));

let host: StaticHost;
test.beforeAll(async () => {
  host = await hostFolder(BUILD, '/demo/');
});
test.afterAll(() => host.close());

test('the file manager: downloads have their size; files are dropped, kept over a reload, moved by drag and keys, deleted and back', async ({
  page,
}) => {
  await page.goto(`${host.url}#/sign-in`);
  await signInToDemo(page);
  await page.goto(`${host.url}#/apps/file-manager`);
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(link('Pictures')).toBeVisible();
  await expectAccessible(page, 'the files');

  // A picture of the sample is shown, and its download has the stated bytes.
  await link('Pictures').click();
  await link('Summer party').click();
  const detail = page.getByRole('complementary', { name: 'Summer party' });
  const picture = detail.getByRole('img', { name: 'Preview of Summer party' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(2560);
  const [, stated] = /\(([\d,]+) bytes\)/.exec((await detail.textContent())!)!;
  const downloading = page.waitForEvent('download');
  await detail.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Summer party.jpg');
  expect((await readFile(await download.path())).length).toBe(Number(stated!.replaceAll(',', '')));
  await expectAccessible(page, 'the details of a picture');

  // A dropped file is there after a reload.
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['Dropped text'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  });
  for (const type of ['dragover', 'drop'])
    await page.getByRole('heading', { name: 'Files', level: 2 }).dispatchEvent(type, { dataTransfer: data });
  await expect(link('dropped.txt')).toBeVisible();
  await page.reload();
  await link('dropped.txt').click();
  await expect(page.getByText('Dropped text')).toBeVisible();

  // By drag into a folder, and by keys out of it again.
  await page.keyboard.press('Escape');
  await expect(link('dropped.txt')).toBeFocused();
  await link('dropped.txt').dragTo(link('Branches'));
  await expect(page.getByText('Moved to Branches: “dropped.txt”')).toBeVisible();
  await link('Branches').click();
  await link('dropped.txt').focus();
  await page.keyboard.press('Control+x');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Pictures' })).toBeVisible();
  await page.keyboard.press('Control+v');
  await link('dropped.txt').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('renamed.txt');
  await page.keyboard.press('Escape');
  await expect(link('renamed.txt')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(link('renamed.txt')).toBeHidden();
  // It may be gone before that can be undone.
  await expect(page.getByText('Deleted: “renamed.txt”')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(link('renamed.txt')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page, 'the files on a phone');
});
