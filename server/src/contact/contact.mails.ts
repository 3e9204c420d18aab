import type { Language } from '@rise/contract';
import type { Block, MailDocument } from '../mail/mail-document.ts';

/** A contact message as it is stored and mailed. */
export interface Received {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  readonly language: Language;
  /** Whether the portal knows who wrote it; of a visitor it knows only what was typed. */
  readonly signedIn: boolean;
  readonly tenant: string | null;
}

const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', tr: 'Turkish' };

/** The message itself, for those who run the portal, in English. */
export function mailToOperators(received: Received): MailDocument {
  const { id, name, email, subject, message, language, signedIn, tenant } = received;
  return {
    language: 'en',
    subject: `[Rise] ${subject}`,
    blocks: [
      {
        paragraph: signedIn
          ? 'Somebody who is signed in wrote this from the portal.'
          : 'A visitor wrote this on the contact page. Nobody has checked the name and the address.',
      },
      {
        facts: [
          ['From', name],
          ['E-mail', email],
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

interface Words {
  subject: string;
  greeting: (name: string) => string;
  thanks: string;
  yours: string;
  mistaken: string;
  reference: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    subject: 'We have received your message',
    greeting: (name) => `Hello ${name},`,
    thanks: 'Thank you for writing to us. We have received your message and will answer to this address.',
    yours: 'This is what you wrote:',
    mistaken: 'If you did not write to us, somebody entered your address by mistake. You need not do anything.',
    reference: 'Reference',
  },
  tr: {
    subject: 'Mesajınızı aldık',
    greeting: (name) => `Merhaba ${name},`,
    thanks: 'Bize yazdığınız için teşekkür ederiz. Mesajınızı aldık ve bu adrese yanıt vereceğiz.',
    yours: 'Yazdıklarınız:',
    mistaken: 'Bize siz yazmadıysanız biri adresinizi yanlışlıkla girmiştir. Bir şey yapmanız gerekmez.',
    reference: 'Referans',
  },
};

/**
 * The answer to the sender, in their language. To an address that a visitor typed it says nothing that the visitor
 * typed: otherwise the form would mail anybody's words to anybody.
 */
export function mailToSender({ id, name, subject, message, language, signedIn }: Received): MailDocument {
  const words = WORDS[language];
  const blocks: Block[] = signedIn
    ? [
        { paragraph: words.greeting(name) },
        { paragraph: words.thanks },
        { paragraph: words.yours },
        { quote: `${subject}\n\n${message}` },
      ]
    : [{ paragraph: words.thanks }, { paragraph: words.mistaken }];
  return { language, subject: words.subject, blocks: [...blocks, { facts: [[words.reference, id]] }] };
}
