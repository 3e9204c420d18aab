import type { Language } from '@rise/contract';
import type { Block, MailDocument } from '../mail/mail-document.ts';

/** A contact message as it is stored and mailed. */
export interface StoredMessage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly language: Language;
  /** False: a visitor typed name and address. */
  readonly signedIn: boolean;
  readonly tenant: string | null;
}

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Turkish' };

/** The message for the operators, in English. */
export function mailToOperators(stored: StoredMessage): MailDocument {
  const { id, name, email, subject, message, language, signedIn, tenant } = stored;
  return {
    language: 'en',
    subject: `[Rise] ${subject}`,
    blocks: [
      {
        paragraph: signedIn
          ? 'A signed-in person sent this message from the portal.'
          : 'A visitor sent this message from the contact page. Name and address are not verified.',
      },
      {
        facts: [
          ['From', name],
          ['Email', email],
          ...(tenant === null ? [] : ([['Tenant', tenant]] as const)),
          ['Language', LANGUAGE_NAMES[language]],
          ['Subject', subject],
          ['Reference', id],
        ],
      },
      { quote: message },
    ],
  };
}

interface MailTexts {
  subject: string;
  greeting: (name: string) => string;
  thanks: string;
  quoteIntro: string;
  notYou: string;
  reference: string;
}

const TEXTS: Record<Language, MailTexts> = {
  en: {
    subject: 'We have received your message',
    greeting: (name) => `Hello ${name},`,
    thanks: 'Thank you for contacting us. We have received your message and will reply to this address.',
    quoteIntro: 'Your message:',
    notYou: 'If you did not contact us, someone entered your address by mistake. You don’t need to do anything.',
    reference: 'Reference',
  },
  tr: {
    subject: 'Mesajınızı aldık',
    greeting: (name) => `Merhaba ${name},`,
    thanks: 'Bize yazdığınız için teşekkür ederiz. Mesajınızı aldık ve bu adrese yanıt vereceğiz.',
    quoteIntro: 'Mesajınız:',
    notYou: 'Bize siz yazmadıysanız biri adresinizi yanlışlıkla girmiştir. Herhangi bir işlem yapmanız gerekmez.',
    reference: 'Referans numarası',
  },
};

/**
 * The confirmation to the sender, in their language. To an address that a visitor typed it quotes nothing: otherwise
 * the form could send anyone's text to any address.
 */
export function mailToSender({ id, name, subject, message, language, signedIn }: StoredMessage): MailDocument {
  const texts = TEXTS[language];
  const blocks: Block[] = signedIn
    ? [
        { paragraph: texts.greeting(name) },
        { paragraph: texts.thanks },
        { paragraph: texts.quoteIntro },
        { quote: `${subject}\n\n${message}` },
      ]
    : [{ paragraph: texts.thanks }, { paragraph: texts.notYou }];
  return { language, subject: texts.subject, blocks: [...blocks, { facts: [[texts.reference, id]] }] };
}
