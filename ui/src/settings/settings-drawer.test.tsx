import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CHROME_LAYOUTS } from '../layouts/layouts.ts';
import { Rise } from '../testing/rise.tsx';
import { THEME_NAMES } from '../theme/tokens.ts';
import { SettingsButton } from './settings-button.tsx';
import { SettingsDrawer, type SettingsDrawerProps } from './settings-drawer.tsx';

const drawer = (onChange: SettingsDrawerProps['onChange']) => (
  <Rise>
    <SettingsButton />
    <SettingsDrawer scheme="light" theme="rose" layout="dense" themes={THEME_NAMES} onChange={onChange} />
  </Rise>
);
const group = (name: string) => screen.findByRole('group', { name });
const names = (radios: HTMLElement[]) => radios.map((radio) => radio.getAttribute('value'));

afterEach(cleanup);

describe('the display settings', () => {
  it('open from the toolbar button: themes, schemes and the ten layouts, with what is chosen marked', async () => {
    render(drawer(vi.fn<SettingsDrawerProps['onChange']>()));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Display settings' }));
    expect(names(within(await group('Theme')).getAllByRole('radio'))).toEqual([...THEME_NAMES]);
    expect(names(within(await group('Scheme')).getAllByRole('radio'))).toEqual(['auto', 'dark', 'light']);
    expect(names(within(await group('Layout')).getAllByRole('radio'))).toEqual([...CHROME_LAYOUTS]);
    expect(screen.getAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value)).toEqual([
      'rose',
      'light',
      'dense',
    ]);
  });

  it('apply at once, and Escape closes them and gives the focus back', async () => {
    const onChange = vi.fn<SettingsDrawerProps['onChange']>();
    render(drawer(onChange));
    const tab = screen.getByRole('button', { name: 'Display settings' });
    await userEvent.click(tab);
    await userEvent.click(await screen.findByRole('radio', { name: 'Teal' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Match system' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Material' }));
    expect(onChange.mock.calls).toEqual([[{ theme: 'teal' }], [{ scheme: 'auto' }], [{ layout: 'material' }]]);
    await userEvent.keyboard('{Escape}');
    expect(tab.getAttribute('aria-expanded')).toBe('false');
    await waitFor(() => expect(document.activeElement).toBe(tab));
  });
});
