import type { TenantParameters } from '@rise/contract';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

let saved: TenantParameters;
beforeEach(() => {
  saved = {
    version: 4,
    parameters: [
      { name: 'days', title: { en: 'Days past due' }, type: 'integer', default: 60, value: null },
      { name: 'share', title: { en: 'Share' }, type: 'number', default: '0.5', value: '0.25' },
      { name: 'strict', title: { en: 'Strict' }, type: 'boolean', default: false, value: null },
    ],
  };
  server.answers['GET /api/v1/parameters'] = () => Response.json(saved);
  server.answers['PATCH /api/v1/parameters'] = () => {
    const [days, ...others] = saved.parameters;
    saved = { version: 5, parameters: [{ ...days!, value: 90 }, ...others] };
    return Response.json({ ...saved, changed: true });
  };
});

const open = (role: 'tenant.admin' | 'tenant.user' = 'tenant.admin') =>
  openPortal('/snowflake/parameters', person(role));
const days = () => screen.findByLabelText<HTMLInputElement>('Days past due');

describe('parameters', () => {
  it('are saved together, on the version that was read', async () => {
    await open();
    expect((await days()).value).toBe('60');
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
    await userEvent.clear(await days());
    await fill(await days(), '90');
    await userEvent.click(screen.getByLabelText('Strict'));
    await userEvent.click(screen.getByRole('button', { name: 'Reset Share' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save 3 changes' }));
    expect(await screen.findByText('Saved. Figures are computed with these values from now on.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([
      { values: { days: 90, strict: true, share: null }, basedOn: 4 },
    ]);
    expect((await days()).value).toBe('90');
    expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  });

  it('of the wrong type are named and not sent', async () => {
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '1.5');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter a whole number, such as 60.')).toBeTruthy();
    expect(document.activeElement).toBe(await days());
    expect(server.sent('PATCH /api/v1/parameters')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect((await days()).value).toBe('60');
  });

  it('stay entered where another person has saved others', async () => {
    server.answers['PATCH /api/v1/parameters'] = () => {
      saved = { ...saved, version: 5 };
      return Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    };
    await open();
    await userEvent.clear(await days());
    await fill(await days(), '30');
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect((await days()).value).toBe('30');
    await waitFor(() => expect(server.sent('GET /api/v1/parameters').length).toBeGreaterThan(1));
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }));
    await waitFor(() =>
      expect(server.sent('PATCH /api/v1/parameters').at(-1)).toEqual({ values: { days: 30 }, basedOn: 5 }),
    );
  });

  it('can be read, and not changed, without the right', async () => {
    await open('tenant.user');
    expect((await days()).readOnly).toBe(true);
    expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull();
    expect(screen.getByText(/Only people who configure/)).toBeTruthy();
  });

  it('are missed where the model has none', async () => {
    saved = { version: 0, parameters: [] };
    await open();
    expect(await screen.findByText('No parameters')).toBeTruthy();
  });
});
