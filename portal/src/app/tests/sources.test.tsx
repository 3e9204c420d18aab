import type { SourceStep, WarehouseConnection } from '@rise/contract';
import { SOURCE_STEPS } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

let connection: WarehouseConnection | null;
beforeEach(() => {
  connection = null;
  server.answers['GET /api/v1/source'] = () => Response.json({ connection });
  server.answers['DELETE /api/v1/source'] = () => {
    connection = null;
    return Response.json({ connection });
  };
});

const CONNECTED: WarehouseConnection = {
  settings: { engine: 'postgres', host: 'dw.example.org', port: 5433, database: 'core', schema: 'reporting', user: 'rise', tls: 'on', tenant: 'none' }, // prettier-ignore
  proven: true,
  note: null,
  of: 'tenant',
  connectedAt: '2026-11-01T10:00:00.000Z',
};
/** Results of a test that fails in a step; null: in none. */
const stepsUntil = (failed: string | null, issue = { field: 'password', message: 'Set it again.' }): SourceStep[] =>
  SOURCE_STEPS.map((step, place) => {
    const at = failed === null ? Infinity : (SOURCE_STEPS as readonly string[]).indexOf(failed);
    const state = place < at ? 'passed' : place === at ? 'failed' : 'skipped';
    const issues = state === 'failed' ? [issue] : [];
    return { step, state, issues, count: step === 'tables' ? 2 : null, value: null, names: step === 'tables' ? ['loan', 'member'] : [] }; // prettier-ignore
  });

const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('sources', () => {
  it('name the embedded warehouse, and what is missing before anything is sent', async () => {
    await openPortal('/sources', person('tenant.admin'));
    expect(await screen.findByRole('heading', { name: /Embedded warehouse/ })).toBeTruthy();
    await press('Test');
    expect(await screen.findAllByText('Enter a value.')).toHaveLength(4);
    expect(document.activeElement).toBe(await field('Host'));
    expect(server.sent('POST /api/v1/source/test')).toEqual([]);
  });

  it('are tested step by step: the failed one has its remedy, at the field as well, and what follows is not tested', async () => {
    server.answers['POST /api/v1/source/test'] = () => Response.json({ steps: stepsUntil('signIn') });
    await openPortal('/sources', person('tenant.admin'));
    await fill(await field('Host'), 'dw.example.org');
    await fill(await field('Database'), 'core');
    await fill(await field('User'), 'rise');
    await fill(await field('Password'), 'wrong');
    await press('Test');
    const result = await screen.findByRole('region', { name: 'Result of the test' });
    expect(within(result).getByText('The test failed. Nothing was changed.')).toBeTruthy();
    expect(within(result).getByText('Check the user and enter the secret again.')).toBeTruthy();
    expect(within(result).getAllByText('not tested')).toHaveLength(6);
    expect(screen.getAllByText('Set it again.')).toHaveLength(2);
    expect(server.sent('POST /api/v1/source/test')).toEqual([
      { engine: 'postgres', host: 'dw.example.org', port: 5432, database: 'core', schema: 'public', user: 'rise', password: 'wrong', tls: 'on', tenant: 'none' }, // prettier-ignore
    ]);
  });

  it('of Snowflake are connected with account, warehouse, role and key pair', async () => {
    server.answers['PUT /api/v1/source'] = () => {
      connection = { ...CONNECTED, settings: { engine: 'snowflake', account: 'acme-cedar', database: 'CORE', schema: 'PUBLIC' } }; // prettier-ignore
      return Response.json({ connection });
    };
    await openPortal('/sources?engine=snowflake', person('tenant.admin'));
    await fill(await field('Account'), 'acme-cedar');
    await fill(await field('Warehouse'), 'REPORTING');
    await fill(await field('Role'), 'READER');
    await fill(await field('Database'), 'CORE');
    await fill(await field('User'), 'RISE');
    await fill(await field('Private key'), '-----BEGIN PRIVATE KEY-----');
    await userEvent.selectOptions(await field('Rows'), 'Rows with a value in a column');
    expect((await field('Value in it')).value).toBe('{id}');
    await press('Test and connect');
    expect(await screen.findByRole('button', { name: 'Remove source' })).toBeTruthy();
    expect(server.sent('PUT /api/v1/source')).toEqual([
      { engine: 'snowflake', account: 'acme-cedar', warehouse: 'REPORTING', role: 'READER', database: 'CORE', schema: 'PUBLIC', user: 'RISE', privateKey: '-----BEGIN PRIVATE KEY-----', tenant: { column: 'tenant_id', value: '{id}' } }, // prettier-ignore
    ]);
  });

  it('say what a refused connection lacks, and what was entered stays', async () => {
    connection = CONNECTED;
    const details = [{ field: 'tenant.column', message: 'No such column.' }];
    server.answers['PUT /api/v1/source'] = () =>
      Response.json({ error: { code: 'VALIDATION_FAILED', message: 'x', requestId: 'r', details } }, { status: 400 });
    await openPortal('/sources', person('tenant.admin'));
    expect((await field('Host')).value).toBe('dw.example.org');
    expect((await field('Password')).value).toBe('');
    await fill(await field('Password'), 'secret');
    await press('Test and connect');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The source was not connected, and nothing was changed.');
    expect(alert.textContent).toContain('No such column.');
    expect((await field('Password')).value).toBe('secret');
  });

  it('are removed after a question', async () => {
    connection = CONNECTED;
    await openPortal('/sources', person('tenant.admin'));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove source' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove source' }));
    expect(await screen.findByText('Source removed.')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: /Embedded warehouse/ })).toBeTruthy();
  });

  it('of the installation are named by their kind, and cannot be removed here', async () => {
    connection = { ...CONNECTED, of: 'everybody', settings: { engine: 'clickhouse' } };
    await openPortal('/sources', person('tenant.admin'));
    expect(await screen.findByText(/Set by the operator/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove source' })).toBeNull();
    expect(await field('Database')).toBeTruthy();
  });
});
