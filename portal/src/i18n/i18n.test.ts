import type { i18n } from 'i18next';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { startTranslations, switchLanguage } from './i18n.ts';
import { browserLanguage } from '@rise/shell/language';
import { portalLanguage } from './language.ts';

type Answer = { status: number; body: string } | 'offline';

const FILES: Record<string, Answer> = {
  en: { status: 200, body: '{"common":{"close":"Close"}}' },
  tr: { status: 200, body: '{"common":{"close":"Kapat"}}' },
};

/** A fake server of translation files; each language returns its responses in turn, then the last one. */
function server(answers: Record<string, Answer[]>) {
  const requests: string[] = [];
  const fetchFile = (async (input: string | URL | Request) => {
    const language = /([a-z]+)\.json$/.exec(String(input))![1]!;
    requests.push(language);
    const args = answers[language] ?? [FILES[language]!];
    const answer = args.length > 1 ? args.shift()! : args[0]!;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return new Response(answer.body, { status: answer.status });
  }) as typeof fetch;
  return { requests, fetchFile };
}

const start = (language: 'en' | 'tr', fetchFile: typeof fetch) =>
  startTranslations({ language, retryAfter: 1, fetch: fetchFile });
const textsOf = (texts: i18n) =>
  ['search', 'retry'].map((key) => texts.getResource(texts.language, 'ui', key) as string);
let warned: MockInstance<typeof console.warn>;
const warnings = () => warned.mock.calls.map(([text]) => String(text));

beforeEach(() => {
  localStorage.clear();
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('translations', () => {
  it('loads the language, and only that', async () => {
    const { requests: request, fetchFile } = server({});
    const texts = await start('tr', fetchFile);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(request).toEqual(['tr']);
    expect(document.documentElement.lang).toBe('tr');
  });

  it('translates the components’ own texts', async () => {
    const texts = await start('en', server({}).fetchFile);
    expect(textsOf(texts)).toEqual(['Search', 'Try again']);
    await switchLanguage(texts, 'tr');
    expect(textsOf(texts)).toEqual(['Ara', 'Yeniden dene']);
  });

  it.each<[string, Answer]>([
    ['an unreachable server', 'offline'],
    ['a server error', { status: 503, body: '' }],
    ['a missing file', { status: 404, body: '{}' }],
    ['a page instead of a file', { status: 200, body: '<!doctype html>' }],
  ])('retries twice after %s', async (_name, failure) => {
    const { requests: request, fetchFile } = server({ tr: [failure, failure, FILES.tr!] });
    const texts = await start('tr', fetchFile);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(request).toEqual(['tr', 'tr', 'tr']);
  });

  it('falls back to English after the third failure', async () => {
    const { requests: request, fetchFile } = server({ tr: ['offline'] });
    const texts = await start('tr', fetchFile);
    expect(request).toEqual(['tr', 'tr', 'tr', 'en']);
    expect(texts.t('common.close')).toBe('Close');
    expect(document.documentElement.lang).toBe('en');
  });

  it('throws if English cannot be loaded either', async () => {
    const { requests: request, fetchFile } = server({ tr: ['offline'], en: [{ status: 500, body: '' }] });
    await expect(start('tr', fetchFile)).rejects.toThrow(/"tr".*fallback "en"/);
    expect(request).toEqual(['tr', 'tr', 'tr', 'en', 'en', 'en']);
  });

  it('warns of a missing key and shows it', async () => {
    const texts = await start('en', server({}).fetchFile);
    expect(texts.t('common.cancel')).toBe('common.cancel');
    expect(warnings().some((text) => text.includes('common.cancel'))).toBe(true);
  });

  it('switches live and stores the choice', async () => {
    const texts = await start('en', server({}).fetchFile);
    expect(await switchLanguage(texts, 'tr')).toBe(true);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(document.documentElement.lang).toBe('tr');
    expect(portalLanguage(['en', 'tr'], 'en')).toBe('tr');
  });

  it('changes nothing when the other language cannot be loaded', async () => {
    const texts = await start('en', server({ tr: ['offline'] }).fetchFile);
    expect(await switchLanguage(texts, 'tr')).toBe(false);
    expect(texts.t('common.close')).toBe('Close');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('rise.language')).toBeNull();
  });
});

describe('the language to start with', () => {
  it('is the stored one, then the browser’s, then the portal’s', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'tr-TR']);
    expect(portalLanguage(['en', 'tr'], 'en')).toBe('tr');
    expect(portalLanguage(['en'], 'en')).toBe('en');
    localStorage.setItem('rise.language', 'en');
    expect(portalLanguage(['en', 'tr'], 'tr')).toBe('en');
    localStorage.setItem('rise.language', '<img>');
    expect(portalLanguage(['en', 'tr'], 'en')).toBe('tr');
  });

  it('is first of all the account’s, if it has one', () => {
    localStorage.setItem('rise.language', 'en');
    document.cookie = 'rise-appearance=dark.-.-.tr';
    expect(portalLanguage(['en', 'tr'], 'en')).toBe('tr');
    expect(portalLanguage(['en'], 'en')).toBe('en');
    document.cookie = 'rise-appearance=dark.-.-.-';
    expect(portalLanguage(['en', 'tr'], 'tr')).toBe('en');
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('is not the browser’s if that is not offered', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE']);
    expect(browserLanguage(['en', 'tr'])).toBeNull();
  });
});
