import { Menu } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { Rise } from '../testing/rise.tsx';
import { ToolbarButton } from './toolbar-button.tsx';

afterEach(cleanup);

it('shows its name as a tooltip until the menu that it opens is there', async () => {
  render(
    <Rise>
      <Menu withinPortal={false}>
        <Menu.Target>
          <ToolbarButton label="Help" icon={IconHelpCircle} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item>Contact us</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Rise>,
  );
  const button = screen.getByRole('button', { name: 'Help' });
  await userEvent.hover(button);
  expect(await screen.findByRole('tooltip', { name: 'Help' })).toBeTruthy();
  await userEvent.click(button);
  await screen.findByRole('menuitem', { name: 'Contact us' });
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
});
