import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { validateContact, FIELDS } from '../../features/contact/contact.rules.ts';

usePortal();

const SEND = 'POST /api/v1/contact';

describe('the fields of a message', () => {
  it('are all required', () => {
    expect(validateContact({ name: ' ', email: '', subject: '', message: '\n' }, FIELDS)).toEqual({
      name: 'missing',
      email: 'missing',
      subject: 'missing',
      message: 'missing',
    });
  });

  it.each(['ada', 'ada@', '@alder.example', 'ada@alder', 'a b@alder.example', 'ada@alder..example'])(
    'reject %s as an address',
    (email) => {
      expect(validateContact({ name: 'Ada', email, subject: 's', message: 'm' }, FIELDS)).toEqual({ email: 'invalid' });
    },
  );

  it('accept a plausible address', () => {
    const written = { name: 'Ada', email: ' ada.b+c@mail.alder.example ', subject: 's', message: 'm' };
    expect(validateContact(written, FIELDS)).toEqual({});
  });
});

describe('the contact page', () => {
  it('sends nothing while a field is empty, and focuses the first empty one', async () => {
    await openPortal('/contact-us', null);
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    expect(screen.getByText('Name is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Name/ }));
    expect(server.sent(SEND)).toEqual([]);
  });

  it('sends a visitor’s message, and confirms it', async () => {
    server.answers[SEND] = () => Response.json({ received: true });
    await openPortal('/contact-us', null);
    await fill(await screen.findByRole('textbox', { name: /Name/ }), 'Ada');
    await fill(screen.getByRole('textbox', { name: /Email/ }), 'ada@alder.example');
    await fill(screen.getByRole('textbox', { name: /Subject/ }), 'A question');
    await fill(screen.getByRole('textbox', { name: /Message/ }), 'What is it?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await screen.findByText(/We have received your message/);
    expect(server.sent(SEND)).toEqual([
      {
        name: 'Ada',
        email: 'ada@alder.example',
        subject: 'A question',
        message: 'What is it?',
        language: 'en',
        website: '',
      },
    ]);
  });

  it('has no name and email fields when signed in, and keeps the text on failure', async () => {
    server.answers[SEND] = () =>
      Response.json({ error: { code: 'RATE_LIMITED', message: 'x', requestId: 'r' } }, { status: 429 });
    await openPortal('/contact-us', person('tenant.user'));
    await fill(await screen.findByRole('textbox', { name: /Subject/ }), 'A question');
    expect(screen.queryByRole('textbox', { name: /Name/ })).toBeNull();
    await fill(screen.getByRole('textbox', { name: /Message/ }), 'What is it?');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Try again in a moment'));
    expect(screen.getByRole('textbox', { name: /Message/ })).toMatchObject({ value: 'What is it?' });
  });
});
