import type { Webhook, WebhookDelivery } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const operations: Webhook = {
  id: id(1),
  name: 'Operations',
  url: 'https://hooks.example.com/rise',
  paused: null,
  createdBy: 'ada@alder.example',
  createdAt: '2026-11-01T10:00:00.000Z',
};
const delivery = (number: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: id(number),
  kind: 'alert',
  status: 'sent',
  attempts: 1,
  reason: null,
  responseStatus: 204,
  createdAt: '2026-11-02T10:00:00.000Z',
  nextAttemptAt: null,
  finishedAt: '2026-11-02T10:00:01.000Z',
  ...more,
});

let webhooks: Webhook[];
const own = `/api/v1/webhooks/${operations.id}`;
beforeEach(() => {
  webhooks = [operations];
  server.answers['GET /api/v1/webhooks'] = () => Response.json({ webhooks });
  server.answers[`GET ${own}/deliveries`] = () => Response.json({ deliveries: [] });
});

const open = () => openPortal('/webhooks', person('tenant.admin'));
const itemOf = (name = 'Operations') => screen.findByRole('listitem', { name });
const press = (within_: HTMLElement, name: string | RegExp) =>
  userEvent.click(within(within_).getByRole('button', { name }));

describe('without webhooks', () => {
  it('the page says what they are, and where to read how a signature is verified', async () => {
    webhooks = [];
    await open();
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
    const guide = screen.getByRole('link', { name: 'How to receive and verify deliveries' });
    expect(guide.getAttribute('href')).toBe('/docs/guides/webhooks');
  });
});

describe('a new webhook', () => {
  it('needs a name and an https address, and shows its secret once', async () => {
    webhooks = [];
    server.answers['POST /api/v1/webhooks'] = () => {
      webhooks = [operations];
      return Response.json({ webhook: operations, secret: 'rise_hook_secret' });
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create webhook' }));
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    await fill(screen.getByLabelText('Name'), 'Operations');
    await fill(screen.getByLabelText('Address'), 'http://hooks.example.com/rise', '{Enter}');
    expect(screen.getByText('Enter an https address such as https://hooks.example.com/rise.')).toBeTruthy();
    expect(server.sent('POST /api/v1/webhooks')).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Address'));
    await fill(screen.getByLabelText('Address'), 'https://hooks.example.com/rise', '{Enter}');
    const secret = (await screen.findByLabelText('Signing secret', { selector: 'input' })) as HTMLInputElement;
    expect(secret.value).toBe('rise_hook_secret');
    expect(document.activeElement).toBe(secret);
    expect(server.sent('POST /api/v1/webhooks')).toEqual([
      { name: 'Operations', url: 'https://hooks.example.com/rise' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByDisplayValue('rise_hook_secret')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    expect(await itemOf()).toBeTruthy();
  });

  it('at an address that the server does not connect to says what to do, at the field', async () => {
    server.answers['POST /api/v1/webhooks'] = () =>
      Response.json(
        {
          error: {
            code: 'VALIDATION_FAILED',
            message: 'Invalid',
            requestId: 'r',
            details: [{ field: 'url', message: 'This installation may not connect to it.' }],
          },
        },
        { status: 400 },
      );
    await open();
    await itemOf();
    await fill(screen.getByLabelText('Name'), 'Inside');
    await fill(screen.getByLabelText('Address'), 'https://10.0.0.1/hook', '{Enter}');
    expect(await screen.findByText(/^Rise may not connect to this address\./)).toBeTruthy();
    expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a webhook', () => {
  it('is tested, and its deliveries say what became of them', async () => {
    const waiting = delivery(2, { kind: 'test', status: 'waiting', attempts: 0, responseStatus: null, nextAttemptAt: '2026-11-02T10:00:00.000Z', finishedAt: null }); // prettier-ignore
    const retried = delivery(3, { status: 'waiting', attempts: 2, reason: 'status', responseStatus: 500, nextAttemptAt: '2026-11-02T10:05:00.000Z', finishedAt: null }); // prettier-ignore
    server.answers[`POST ${own}/test`] = () => Response.json({ deliveries: [waiting, retried] });
    server.answers[`GET ${own}/deliveries`] = () =>
      Response.json({ deliveries: [{ ...waiting, status: 'sent', attempts: 1, nextAttemptAt: null }, retried] });
    await open();
    const item = await itemOf();
    await press(item, 'Send a test to Operations');
    const list = await within(item).findByRole('list', { name: 'Last deliveries to Operations' });
    // Fetched again until it has arrived.
    expect(await within(list).findByText('Delivered')).toBeTruthy();
    const [test, alert] = within(list).getAllByRole('listitem');
    expect(test!.textContent).toContain('Test');
    expect(test!.textContent).toContain('1 attempt');
    expect(alert!.textContent).toContain('Waiting');
    expect(alert!.textContent).toContain('The receiver answered with status 500. · 2 attempts · Next attempt');
  });

  it('is edited, paused and deleted', async () => {
    server.answers[`PATCH ${own}`] = (body) => {
      const { paused, ...content } = body as { paused?: boolean };
      const pause = paused === undefined ? webhooks[0]!.paused : paused ? 'person' : null;
      webhooks = [{ ...webhooks[0]!, ...content, paused: pause }];
      return Response.json({ webhooks });
    };
    server.answers[`DELETE ${own}`] = () => Response.json({ webhooks: [] });
    await open();
    await press(await itemOf(), 'Edit Operations');
    const item = await itemOf();
    await userEvent.clear(within(item).getByLabelText('Name'));
    await fill(within(item).getByLabelText('Name'), 'Night shift', '{Enter}');
    const renamed = await itemOf('Night shift');
    expect(within(renamed).getByText('Active')).toBeTruthy();
    await press(renamed, 'Pause Night shift');
    expect(await within(renamed).findByText('Paused')).toBeTruthy();
    expect(within(renamed).queryByRole('button', { name: /^Send a test/ })).toBeNull();
    await press(renamed, 'Delete Night shift');
    const dialog = await screen.findByRole('dialog', { name: 'Delete “Night shift”?' });
    await press(dialog, 'Delete');
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
    await waitFor(() =>
      expect(server.sent(`PATCH ${own}`)).toEqual([{ name: 'Night shift', url: operations.url }, { paused: true }]),
    );
  });

  it('that its receiver gave up says so', async () => {
    webhooks = [{ ...operations, paused: 'gone' }];
    await open();
    expect(within(await itemOf()).getByText(/wants no more deliveries \(410\)/)).toBeTruthy();
  });
});
