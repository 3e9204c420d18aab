import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const INSTALLATION = 'GET /api/v1/installation';

it('says that Rise is read-only, and why, until it ends', async () => {
  server.answers[INSTALLATION] = () =>
    Response.json({ readOnly: { since: '2026-01-01T00:00:00.000Z', reason: 'The database moves.' } });
  const { cache } = await openPortal('/user', person('tenant.user'));
  const banner = await screen.findByRole('status', { name: 'Rise is read-only at the moment' });
  within(banner).getByText('The database moves.');
  within(banner).getByText(/You can read and export\. Changes are not accepted/);
  expect(within(banner).queryByRole('button')).toBeNull();

  server.answers[INSTALLATION] = () => Response.json({ readOnly: null });
  await act(() => cache.invalidateQueries({ queryKey: ['installation'] }));
  await waitFor(() => expect(screen.queryByRole('status', { name: /read-only/ })).toBeNull());
});

it('says of a refused change that it was not saved, and why', async () => {
  server.answers['PATCH /api/v1/account'] = () =>
    Response.json({ error: { code: 'READ_ONLY', message: 'x', requestId: 'r' } }, { status: 503 });
  await openPortal('/user', person('tenant.user'));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Layout' }), 'centered');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'not saved to your account: Rise is read-only at the moment',
  );
});
