import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPortal, person, usePortal } from './portal.fixture.tsx';

usePortal();

it('redirects signed-in people', async () => {
  await openPortal('/login-failed', person('tenant.user'));
  await screen.findByRole('heading', { level: 1, name: 'You are signed in' });
  expect(screen.getByRole('link', { name: 'Go to start page' }).getAttribute('href')).toBe('/default');
});

it.each(['/login-failed', '/error/500'])('%s opened directly mentions no reference number', async (address) => {
  await openPortal(address, address === '/error/500' ? person('tenant.user') : null);
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/reference/i)).toBeNull();
});
