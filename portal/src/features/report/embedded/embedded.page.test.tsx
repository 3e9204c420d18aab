import type { Report, ReportEvent } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { PageProviders } from '@rise/shell/providers';
import { observable } from '@rise/ui/observable';
import { QueryClient } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { scorecard } from '../scorecard.fixture.ts';
import type { EmbedSource } from './embed-source.ts';
import { EmbeddedPage } from './embedded.page.tsx';
import { readToken } from './embed-token.ts';

afterEach(cleanup);

const title = { en: 'States', tr: 'Eyaletler' };
const TEXT = { id: 'text', kind: 'text' as const, title, text: { en: 'Only what was signed.' }, width: 12 };

const LOGO = {
  id: 'logo',
  kind: 'image' as const,
  picture: { hash: 'a'.repeat(64), width: 40, height: 30 },
  alternative: { en: 'A lighthouse' },
  caption: { en: 'Our sign' },
  link: 'https://alder.example/',
  fit: 'contain' as const,
  width: 3,
};

/** A report with a text and a picture. `read` replaces how it is read. */
async function show({ read }: { read?: () => Promise<Report> } = {}) {
  const texts = await startTranslations({ language: 'en', retryAfter: 1, fetch: translationServer });
  const { subject: _subject, ...document } = scorecard({ tiles: [TEXT, LOGO] }).document;
  const report: Report = { ...scorecard(), document, defaultSubject: null };
  const ended = observable<unknown>(null);
  const source: EmbedSource = {
    rights: {},
    read: read ?? (async () => report),
    run: async (_report, _state, _signal, onLine: (event: ReportEvent) => void) =>
      onLine({ type: 'done', elapsedMs: 1 }),
    offered: async () => ({ columns: [], rows: [] }),
    picture: async (_report, hash) => ({ hash, width: 40, height: 30, mediaType: 'image/png', data: 'iVBORw0KGgo=' }),
  };
  render(
    <PageProviders
      texts={texts}
      cache={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      appearance={{ scheme: 'light', theme: 'default', themes: ['default'] }}
    >
      <EmbeddedPage source={source} ended={ended} />
    </PageProviders>,
  );
  return { ended };
}

const failing = (refusal: ApiError) => ({ read: () => Promise.reject(refusal) });

describe('the page of an embed', () => {
  it('shows the report with its as-of date, and nothing that leads into the portal', async () => {
    await show();
    expect(await screen.findByText('Only what was signed.')).toBeDefined();
    expect(screen.getByText(/^As of /)).toBeDefined();
    for (const name of [/Reports/, /Comments/, /Export/, /Share/, /Subscribe/])
      expect(screen.queryByRole('link', { name }) ?? screen.queryByRole('button', { name })).toBeNull();
  });

  it('shows pictures that its source has, with what they tell, and where they lead', async () => {
    await show();
    const picture = await screen.findByRole('img', { name: 'A lighthouse' });
    expect(picture.getAttribute('src')).toBe('data:image/png;base64,iVBORw0KGgo=');
    expect(picture.closest('a')?.getAttribute('href')).toBe('https://alder.example/');
    expect(screen.getByText('Our sign').tagName).toBe('FIGCAPTION');
  });

  it('says that it can’t be shown, where the token has expired or was revoked, also while it is open', async () => {
    await show(failing(new ApiError(401, 'UNAUTHENTICATED', 'Sign in')));
    expect(await screen.findByText('This report can’t be shown')).toBeDefined();
    expect(screen.queryByText(/Sign in/)).toBeNull();
    cleanup();
    const { ended } = await show();
    await screen.findByText('Only what was signed.');
    act(() => ended.set(new ApiError(401, 'UNAUTHENTICATED', 'Sign in')));
    expect(screen.getByText('This report can’t be shown')).toBeDefined();
    expect(screen.queryByText('Only what was signed.')).toBeNull();
  });

  it('names what the site signed wrong', async () => {
    const details = [{ field: 'filters.stat', message: 'Filter by another field.' }];
    await show(failing(new ApiError(400, 'VALIDATION_FAILED', 'Not valid', details)));
    expect(await screen.findByText(/filters\.stat: Filter by another field\./)).toBeDefined();
  });
});

describe('the token in the address', () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`;

  it('says the language and the scheme of its frame', () => {
    const text = token({ locale: 'tr', scheme: 'dark' });
    expect(readToken({ hash: `#${text}` })).toEqual({ text, language: 'tr', scheme: 'dark' });
    expect(readToken({ hash: `#${token({})}` })).toMatchObject({ scheme: 'light' });
  });

  it('may be the secret of a link, or nonsense, which the server refuses', () => {
    expect(readToken({ hash: '#rise_link_x' })).toMatchObject({ text: 'rise_link_x', scheme: 'auto' });
    for (const hash of ['', '#', '#a.%.c', `#a.${part([])}.c`]) expect(readToken({ hash }).language).toBe('en');
  });
});
