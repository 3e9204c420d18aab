import type { SourceStep, WarehouseConnection } from '@rise/contract';
import { SOURCE_STEPS } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
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

/** Labels of the form's fields, in their order. */
const labels = () =>
  [...document.querySelectorAll<HTMLInputElement>('form :is(input, select, textarea)')].map(
    (input) => input.labels![0]!.textContent,
  );
const DAYS = [
  'Table with the as-of date',
  'Its date column',
  'Table that shows new data',
  'Column that grows with each load',
  'Table for parameters',
];
/** What to do where a step fails. */
const REMEDIES: Record<(typeof SOURCE_STEPS)[number], RegExp> = {
  host: /Ask your operator to allow this host/,
  reach: /Check host, port and encryption/,
  signIn: /enter the secret again/,
  schema: /Check the names of database and schema/,
  readOnly: /Give the user SELECT on the tables/,
  tables: /Grant SELECT on the tables of the schema/,
  tenant: /Name the column that identifies your organization/,
  freshness: /Check the names of table and column/,
  model: /Add the missing tables or columns/,
  parameterTable: /Have an administrator of the warehouse run the statements below/,
};
const SECRET = 'correct horse battery staple';

describe('the form of an engine', () => {
  it.each([
    ['PostgreSQL', ['Host', 'Port', 'Database', 'Schema', 'User', 'Password', 'Encryption', 'Rows'], '5432'],
    ['ClickHouse', ['Host', 'Port', 'Database', 'User', 'Password', 'Encryption', 'Rows'], '8443'],
    [
      'Snowflake',
      ['Account', 'Warehouse', 'Role', 'Database', 'Schema', 'User', 'Sign-in', 'Private key', 'Passphrase of the key', 'Rows'], // prettier-ignore
      undefined,
    ],
    ['Trino', ['Host', 'Port', 'Catalog', 'Schema', 'User', 'Sign-in', 'Password', 'Encryption', 'Rows'], '8443'],
  ])('of %s has its settings', async (name, settings, port) => {
    await openPortal('/sources', person('tenant.admin'));
    const engine = await screen.findByRole<HTMLInputElement>('radio', { name });
    await userEvent.click(engine);
    await waitFor(() => expect(labels()).toEqual([...settings, ...DAYS]));
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).checked).toBe(true);
    expect(screen.queryByLabelText<HTMLInputElement>('Port')?.value).toBe(port);
  });

  it('shows what its choices need, and sends nothing that they hide', async () => {
    server.answers['POST /api/v1/source/test'] = () => Response.json({ steps: stepsUntil(null) });
    await openPortal('/sources?engine=trino', person('tenant.admin'));
    await fill(await field('Host'), 'trino.example.org');
    await fill(await field('Catalog'), 'hive');
    await fill(await field('Schema'), 'reporting');
    await fill(await field('User'), 'rise');
    await fill(await field('Password'), SECRET);
    await userEvent.selectOptions(await field('Sign-in'), 'Token');
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect((await field('Token')).value).toBe('');
    await userEvent.selectOptions(await field('Sign-in'), 'User name only');
    expect(screen.queryByLabelText('Token')).toBeNull();
    await userEvent.selectOptions(await field('Encryption'), 'TLS, own authority');
    await fill(await field('Certificate of the authority'), '-----BEGIN CERTIFICATE-----');
    await fill(await field('Table with the as-of date'), 'loan');
    await press('Test');
    expect(await screen.findAllByText('Enter a value.')).toHaveLength(1);
    expect(document.activeElement).toBe(await field('Its date column'));
    await fill(await field('Its date column'), 'as_of');
    await press('Test');
    expect(await screen.findByRole('region', { name: 'Result of the test' })).toBeTruthy();
    expect(server.sent('POST /api/v1/source/test')).toEqual([
      { engine: 'trino', host: 'trino.example.org', port: 8443, catalog: 'hive', schema: 'reporting', user: 'rise', tls: { ca: '-----BEGIN CERTIFICATE-----' }, tenant: 'none', asOf: { table: 'loan', column: 'as_of' } }, // prettier-ignore
    ]);
  });
});

describe('the table for parameters', () => {
  const enter = async (engine: string, table: string) => {
    server.answers['POST /api/v1/source/test'] = () => Response.json({ steps: stepsUntil(null) });
    connection = { ...CONNECTED, settings: { ...CONNECTED.settings, engine: 'postgres' } };
    await openPortal(`/sources?engine=${engine}`, person('tenant.admin'));
    expect(screen.queryByLabelText('User that may write it')).toBeNull();
    await fill(await field('Table for parameters'), table);
  };

  it('asks for a user with a password, or for neither', async () => {
    await enter('postgres', 'rise.parameters');
    await fill(await field('Password'), SECRET);
    await fill(await field('User that may write it'), 'writer');
    await press('Test');
    expect(await screen.findAllByText('Enter a value.')).toHaveLength(1);
    expect(document.activeElement).toBe(await field('Password of this user'));
    await fill(await field('Password of this user'), 'other');
    await press('Test');
    expect(await screen.findByText('Table for parameters can be written')).toBeTruthy();
    const written = { parameterTable: 'rise.parameters', parameterUser: 'writer', parameterPassword: 'other' };
    expect(server.sent('POST /api/v1/source/test')).toEqual([expect.objectContaining(written)]);
    await userEvent.clear(await field('Table for parameters'));
    await press('Test');
    await waitFor(() => expect(server.sent('POST /api/v1/source/test')).toHaveLength(2));
    expect(JSON.stringify(server.sent('POST /api/v1/source/test')[1])).not.toMatch(/parameter|writer|other/);
  });

  it('asks for a role of Snowflake', async () => {
    await enter('snowflake', 'rise.parameters');
    expect(await field('Role that may write it')).toBeTruthy();
    expect(screen.queryByLabelText('User that may write it')).toBeNull();
  });
});

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
    expect(within(result).getAllByText('not tested')).toHaveLength(7);
    expect(screen.getAllByText('Set it again.')).toHaveLength(2);
    expect(server.sent('POST /api/v1/source/test')).toEqual([
      { engine: 'postgres', host: 'dw.example.org', port: 5432, database: 'core', schema: 'public', user: 'rise', password: 'wrong', tls: 'on', tenant: 'none' }, // prettier-ignore
    ]);
  });

  it('that pass a test show what it found; the result goes once a setting is changed', async () => {
    const steps = stepsUntil(null).map((step): SourceStep => {
      if (step.step === 'tables') return { ...step, count: 1200 };
      if (step.step === 'tenant') return { ...step, names: ['branch'] };
      return step.step === 'freshness' ? { ...step, value: '2026-10-31' } : step;
    });
    server.answers['POST /api/v1/source/test'] = () => Response.json({ steps });
    connection = CONNECTED;
    await openPortal('/sources', person('tenant.admin'));
    await fill(await field('Password'), SECRET);
    await press('Test');
    const result = within(await screen.findByRole('region', { name: 'Result of the test' }));
    expect(result.getByRole('status').textContent).toBe('The test passed. You can connect this source.');
    expect(result.getAllByText('passed')).toHaveLength(SOURCE_STEPS.length);
    expect(result.getByText('1,200 tables, among them loan, member')).toBeTruthy();
    expect(result.getByText('Not read, since they lack the column: branch')).toBeTruthy();
    expect(result.getByText('Latest value: 2026-10-31')).toBeTruthy();
    await fill(await field('Schema'), '2');
    expect(screen.queryByRole('region', { name: 'Result of the test' })).toBeNull();
    expect(server.sent('PUT /api/v1/source')).toEqual([]);
  });

  it.each(Object.entries(REMEDIES))('that fail in the step %s have its remedy', async (step, remedy) => {
    const issue = { field: 'host', message: 'What the server said.' };
    server.answers['POST /api/v1/source/test'] = () => Response.json({ steps: stepsUntil(step, issue) });
    connection = CONNECTED;
    await openPortal('/sources', person('tenant.admin'));
    await fill(await field('Password'), SECRET);
    await press('Test');
    const result = within(await screen.findByRole('region', { name: 'Result of the test' }));
    const failed = result.getAllByRole('listitem').filter((item) => within(item).queryByText('failed'));
    expect(failed.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(remedy)]);
    expect(failed[0]!.textContent).toContain('What the server said.');
  });

  it('never show a secret: it is masked, gone once it is saved, and in nothing that the browser stores', async () => {
    server.answers['PUT /api/v1/source'] = () => {
      connection = { ...CONNECTED, connectedAt: '2026-11-02T10:00:00.000Z' };
      return Response.json({ connection });
    };
    const { cache, address } = await openPortal('/sources', person('tenant.admin'));
    await fill(await field('Host'), 'dw.example.org');
    await fill(await field('Database'), 'core');
    await fill(await field('User'), 'rise');
    const password = await field('Password');
    await fill(password, SECRET);
    expect([password.type, password.autocomplete]).toEqual(['password', 'new-password']);
    await press('Test and connect');
    expect(await screen.findByText('Source connected. Your figures now come from it.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^PostgreSQL/ }));
    expect(screen.getByText(/Secrets are stored encrypted and never shown again/)).toBeTruthy();
    expect(server.sent('PUT /api/v1/source')).toEqual([expect.objectContaining({ password: SECRET })]);
    expect((await field('Host')).value).toBe('dw.example.org');
    expect((await field('Password')).value).toBe('');
    expect(document.body.innerHTML).not.toContain(SECRET);
    expect(address()).not.toContain('horse');
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(SECRET);
    expect(
      JSON.stringify(
        cache
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain(SECRET);
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
