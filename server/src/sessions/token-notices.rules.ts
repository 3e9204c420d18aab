import type { Language } from '@rise/contract';
import type { NewNotification } from '../inbox/inbox.service.ts';
import { writeMail, type MailText } from '../mail/mail-document.ts';

const TOKENS = '/user#tokens';

const texts = {
  en: {
    subject: (name: string) => `The API token “${name}” was created for your account`,
    advice:
      'A program that has it acts in your name. If you did not create it, revoke it and sign out your other devices.',
    open: 'Your API tokens',
  },
  tr: {
    subject: (name: string) => `Hesabınız için “${name}” API belirteci oluşturuldu`,
    advice:
      'Belirtece sahip olan, sizin adınıza işlem yapar. Siz oluşturmadıysanız iptal edin ve diğer oturumlarınızı kapatın.',
    open: 'API belirteçleriniz',
  },
} satisfies Record<Language, unknown>;

export const tokenCreatedNotification = (name: string): NewNotification => ({
  kind: 'security',
  icon: 'settings',
  title: { en: texts.en.subject(name), tr: texts.tr.subject(name) },
  description: { en: texts.en.advice, tr: texts.tr.advice },
  link: TOKENS,
});

/** `tokens`: the page on which it is revoked. */
export function tokenCreatedMail(name: string, language: Language, tokens: URL): MailText {
  const { subject, advice, open } = texts[language];
  return writeMail({
    language,
    subject: subject(name),
    blocks: [{ paragraph: `${subject(name)}.` }, { paragraph: advice }, { link: open, url: tokens }],
  });
}
