import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { startTranslations, switchLanguage } from './i18n.ts';
import { browserLanguage, startLanguage } from './language.ts';

type Answer = { status: number; body: string } | 'offline';

const FILES: Record<string, Answer> = {
  en: { status: 200, body: '{"common":{"close":"Close"}}' },
  tr: { status: 200, body: '{"common":{"close":"Kapat"}}' },
};

/** A server of translation files; each language answers its list in turn, then its last entry. */
function server(answers: Record<string, Answer[]>) {
  const asked: string[] = [];
  const ask = (async (input: string | URL | Request) => {
    const language = /([a-z]+)\.json$/.exec(String(input))![1]!;
    asked.push(language);
    const given = answers[language] ?? [FILES[language]!];
    const answer = given.length > 1 ? given.shift()! : given[0]!;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return new Response(answer.body, { status: answer.status });
  }) as typeof fetch;
  return { asked, ask };
}

const start = (language: 'en' | 'tr', ask: typeof fetch) => startTranslations({ language, retryAfter: 1, fetch: ask });
let warned: MockInstance<typeof console.warn>;
const warnings = () => warned.mock.calls.map(([text]) => String(text));

beforeEach(() => {
  localStorage.clear();
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe('translations', () => {
  it('loads the language, and only that', async () => {
    const { asked, ask } = server({});
    const texts = await start('tr', ask);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(asked).toEqual(['tr']);
    expect(document.documentElement.lang).toBe('tr');
  });

  it('says the words of the components in the language that is shown', async () => {
    const texts = await start('en', server({}).ask);
    expect([texts.t('ui.search'), texts.t('ui.chat')]).toEqual(['Search', 'Chat']);
    await switchLanguage(texts, 'tr');
    expect([texts.t('ui.search'), texts.t('ui.chat')]).toEqual(['Ara', 'Sohbet']);
  });

  it.each<[string, Answer]>([
    ['an unreachable server', 'offline'],
    ['a server error', { status: 503, body: '' }],
    ['a missing file', { status: 404, body: '{}' }],
    ['a page instead of a file', { status: 200, body: '<!doctype html>' }],
  ])('asks twice more after %s', async (_name, failure) => {
    const { asked, ask } = server({ tr: [failure, failure, FILES.tr!] });
    const texts = await start('tr', ask);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(asked).toEqual(['tr', 'tr', 'tr']);
  });

  it('falls back to English after the third failure', async () => {
    const { asked, ask } = server({ tr: ['offline'] });
    const texts = await start('tr', ask);
    expect(asked).toEqual(['tr', 'tr', 'tr', 'en']);
    expect(texts.t('common.close')).toBe('Close');
    expect(document.documentElement.lang).toBe('en');
  });

  it('throws when English cannot be had either', async () => {
    const { asked, ask } = server({ tr: ['offline'], en: [{ status: 500, body: '' }] });
    await expect(start('tr', ask)).rejects.toThrow(/"tr".*fallback "en"/);
    expect(asked).toEqual(['tr', 'tr', 'tr', 'en', 'en', 'en']);
  });

  it('warns of a missing key and shows it', async () => {
    const texts = await start('en', server({}).ask);
    expect(texts.t('common.cancel')).toBe('common.cancel');
    expect(warnings().some((text) => text.includes('common.cancel'))).toBe(true);
  });

  it('switches live and remembers the choice', async () => {
    const texts = await start('en', server({}).ask);
    expect(await switchLanguage(texts, 'tr')).toBe(true);
    expect(texts.t('common.close')).toBe('Kapat');
    expect(document.documentElement.lang).toBe('tr');
    expect(startLanguage(['en', 'tr'], 'en')).toBe('tr');
  });

  it('changes nothing when the other language cannot be loaded', async () => {
    const texts = await start('en', server({ tr: ['offline'] }).ask);
    expect(await switchLanguage(texts, 'tr')).toBe(false);
    expect(texts.t('common.close')).toBe('Close');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('rise.language')).toBeNull();
  });
});

describe('the language to start with', () => {
  it('is the remembered one, then the browser’s, then the portal’s', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'tr-TR']);
    expect(startLanguage(['en', 'tr'], 'en')).toBe('tr');
    expect(startLanguage(['en'], 'en')).toBe('en');
    localStorage.setItem('rise.language', 'en');
    expect(startLanguage(['en', 'tr'], 'tr')).toBe('en');
    localStorage.setItem('rise.language', '<img>');
    expect(startLanguage(['en', 'tr'], 'en')).toBe('tr');
  });

  it('is before all the signed-in person’s own, where they chose one', () => {
    localStorage.setItem('rise.language', 'en');
    document.cookie = 'rise-appearance=dark.-.-.tr';
    expect(startLanguage(['en', 'tr'], 'en')).toBe('tr');
    expect(startLanguage(['en'], 'en')).toBe('en');
    document.cookie = 'rise-appearance=dark.-.-.-';
    expect(startLanguage(['en', 'tr'], 'tr')).toBe('en');
    document.cookie = 'rise-appearance=; max-age=0';
  });

  it('is none of the browser’s where none is offered', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE']);
    expect(browserLanguage(['en', 'tr'])).toBeNull();
  });
});
