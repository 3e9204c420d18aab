import { formatFigure, CallReport, CARDS } from '../support/call-report.ts';
import { choosePreference, expect, heading, resetPreferences, signIn, test } from '../support/journey.ts';
import { PEOPLE } from '../support/portal.ts';
import { allTilesReady, card, openScorecard, signInForScorecard, tile } from '../support/scorecard.ts';

// Preferences are stored with the account: the next journey would find them.
test.afterEach(({ page }) => resetPreferences(page));

test('texts, numbers and dates are Turkish once chosen, also after a reload', async ({ page }) => {
  const report = await CallReport.open();
  const address = await openScorecard(page, PEOPLE.alderAnalyst);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Türkçe' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  await expect(heading(page, 'Yönetim kurulu karnesi')).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Ana menü' });
  await expect(menu.getByRole('link', { name: 'Raporlar', exact: true })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Reports', exact: true })).toHaveCount(0);
  await expect(tile(page, 'Temel göstergeler')).toBeVisible();
  await expect(page.getByText('31 Ara 2025').first()).toBeVisible();

  await page.goto(`${address}?institution=5536`);
  await allTilesReady(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
  const titles: Record<string, string> = { Assets: 'Aktif', Members: 'Üye', 'Net worth ratio': 'Öz kaynak oranı' };
  for (const figure of CARDS.filter(({ title }) => title in titles)) {
    const { value } = await report.compareWithPeers(figure, '5536');
    const shown = card(page, titles[figure.title]!);
    await expect(shown.getByText(formatFigure(value, figure, 'tr-TR'), { exact: true })).toBeVisible();
  }
  await expect(card(page, 'Öz kaynak oranı')).toContainText('%');
  const peers = Number(await report.total('count(*)::INTEGER', await report.defaultPeersOf('5536')));
  await expect(card(page, 'Öz kaynak oranı')).toContainText(peers.toLocaleString('tr-TR'));
  await expect(page.getByText('Emsaller: Emsal grubu: 6 – 500 milyon $ ve üzeri · federal sigortalı')).toBeVisible();
  // Names of institutions keep their letters: no Turkish case conversion.
  await expect(page.getByRole('combobox', { name: 'Kredi birliği' })).toHaveValue(/NAVY FEDERAL/);
});

test('no screen of the portal mixes languages', async ({ page }) => {
  const address = await signInForScorecard(page, PEOPLE.alderAnalyst);
  await page.addInitScript(() => localStorage.setItem('rise.language', 'tr'));
  const english = /\b(the|and|with|your|peers|reports?|search|sign(ed)?|version|loaded|any|clear|about)\b/i;
  for (const path of ['/home', '/reports', '/user', '/workspaces', address, `${address}?about=net_worth_ratio`]) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
    if (path.startsWith(address)) await allTilesReady(page);
    const text = await page.evaluate(() => {
      // Institution names, the regulator's account titles and code are English in both languages.
      const copy = document.body.cloneNode(true) as HTMLElement;
      for (const foreign of copy.querySelectorAll('code, pre, figure, dd, [role="option"], script, style'))
        foreign.remove();
      return copy.textContent ?? '';
    });
    const match = english.exec(text);
    expect(match && text.slice(Math.max(0, match.index - 40), match.index + 40), path).toBeNull();
  }
});

test.describe('for a Turkish browser', () => {
  test.use({ locale: 'tr-TR' });
  test('the portal and the provider’s page are Turkish from the first visit', async ({ page }) => {
    await page.goto('/landing');
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
    await page.getByRole('link', { name: 'Oturum aç' }).click();
    await expect(heading(page, 'Oturum aç')).toBeVisible();
    await page.getByLabel('E-posta').fill(PEOPLE.birchAnalyst);
    await page.getByLabel('Parola').fill('rise-demo');
    await page.getByRole('button', { name: 'Oturum aç', exact: true }).click();
    await expect(page).toHaveURL('/home');
    await expect(heading(page, /Şule/)).toBeVisible();
  });
});

test('the dark scheme is applied at once and survives a reload', async ({ page }) => {
  await signIn(page, PEOPLE.alderAnalyst, '/user');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect(page.locator('body')).toHaveClass(/\bdark\b/);
  await choosePreference(page, 'theme', () => page.getByRole('radio', { name: 'Teal' }).check({ force: true }));
  await expect(page.locator('body')).toHaveClass(/\btheme-teal\b/);
  await page.reload();
  await expect(page.locator('body')).toHaveClass(/\bdark\b.*\btheme-teal\b/);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red, green, blue] = background.match(/\d+/g)!.map(Number);
  expect(red! + green! + blue!).toBeLessThan(150);
});
