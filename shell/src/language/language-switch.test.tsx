import { MantineThemeProvider } from '@mantine/core';
import { RiseProvider } from '@rise/ui';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { ShellProvider, type ShellContextValue } from '../providers/shell-context.ts';
import { createTexts, startTexts } from '../texts/texts.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** Nothing is laid out in tests, so what opens the menu would count as scrolled out of sight, and the menu as hidden. */
const SHOWN = { defaultProps: { hideDetached: false } };

afterEach(cleanup);

async function show(languages: ShellContextValue['languages']) {
  const texts = createTexts();
  await startTexts(texts, 'en');
  const changeLanguage = vi.fn<ShellContextValue['changeLanguage']>(() => Promise.resolve());
  const shell: ShellContextValue = {
    home: '/',
    languages,
    changeLanguage,
    configuredLayout: 'classic',
    preferredLayout: null,
    saveLayout: () => Promise.resolve(),
  };
  render(
    <I18nextProvider i18n={texts}>
      <RiseProvider appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }} locale="en">
        <MantineThemeProvider inherit theme={{ components: { Menu: SHOWN } }}>
          <ShellProvider value={shell}>
            <LanguageSwitch />
          </ShellProvider>
        </MantineThemeProvider>
      </RiseProvider>
    </I18nextProvider>,
  );
  return changeLanguage;
}

it('offers the languages under their own names, with their `lang`, the current one marked', async () => {
  const changeLanguage = await show(['en', 'tr']);
  await userEvent.click(screen.getByRole('button', { name: 'Language EN' }));
  const turkish = await screen.findByRole('menuitemradio', { name: 'Türkçe' });
  expect(turkish.getAttribute('lang')).toBe('tr');
  expect(screen.getByRole('menuitemradio', { name: 'English' }).getAttribute('aria-checked')).toBe('true');
  await userEvent.click(turkish);
  await waitFor(() => expect(changeLanguage).toHaveBeenCalledWith('tr'));
});

it('is absent where there is no choice', async () => {
  await show(['en']);
  expect(screen.queryByRole('button')).toBeNull();
});
