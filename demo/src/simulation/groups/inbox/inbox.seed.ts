import { CAST } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';

/** Minutes ago, person, title and text in English and Turkish, where it leads, read. */
const MESSAGES = [
  [
    14,
    'Aylin Demirci',
    ['Auto loan pricing', 'Taşıt kredisi fiyatlaması'],
    ['The new rate sheet is ready for your review.', 'Yeni faiz tablosu incelemenize hazır.'],
    '/apps/mailbox',
    false,
  ],
  [
    95,
    'Zeynep Aksoy',
    ['Member app drafts', 'Üye uygulaması taslakları'],
    ['Three versions of the transfer screen are on the board.', 'Para gönderme ekranının üç hâli panoda.'],
    '/apps/scrumboard',
    false,
  ],
  [
    240,
    'Thomas Achebe',
    ['Limits for the second half', 'İkinci yarının limitleri'],
    [
      'Could you look at the concentration limits before Thursday?',
      'Yoğunlaşma limitlerine perşembeden önce bakar mısınız?',
    ],
    '/apps/tasks',
    false,
  ],
  [
    1_500,
    'Elif Karaca',
    ['Thank you from the branches', 'Şubelerden teşekkür'],
    ['The new queue display saved us an hour a day.', 'Yeni sıra ekranı bize günde bir saat kazandırdı.'],
    null,
    true,
  ],
  [
    3_020,
    'Yusuf Çelik',
    ['Course on deposit products', 'Mevduat ürünleri eğitimi'],
    ['Your next lesson is open.', 'Sıradaki dersiniz açıldı.'],
    '/apps/academy',
    true,
  ],
] as const;

/** Minutes ago, picture, title, description, where it leads, read. */
const NOTIFICATIONS = [
  [
    7,
    'task',
    ['Task due today', 'Bugün bitecek görev'],
    [
      '**Reconcile the card settlement account** is due this afternoon.',
      '**Kart takas hesabının mutabakatı** bu öğleden sonraya.',
    ],
    '/apps/tasks',
    false,
  ],
  [
    66,
    'chat',
    ['New message', 'Yeni ileti'],
    ['_Priya Raghunathan_ wrote to you.', '_Priya Raghunathan_ size yazdı.'],
    '/apps/chat',
    false,
  ],
  [
    410,
    'chart',
    ['Figures are in', 'Rakamlar geldi'],
    ['The finance dashboard holds **yesterday’s** balances.', 'Finans panosunda **dünkü** bakiyeler var.'],
    '/dashboards/finance',
    false,
  ],
  [
    1_490,
    'folder',
    ['Files shared', 'Dosyalar paylaşıldı'],
    [
      '_Marcus Oyelaran_ put four files into **Board papers**.',
      '_Marcus Oyelaran_, **Kurul evrakı** klasörüne dört dosya koydu.',
    ],
    '/apps/file-manager',
    true,
  ],
  [
    4_400,
    'shield',
    ['Sign-in from a new device', 'Yeni bir cihazdan giriş'],
    ['If this was not you, change your password.', 'Siz değilseniz parolanızı değiştirin.'],
    '/pages/settings/security',
    true,
  ],
  [
    8_700,
    'megaphone',
    ['The office is closed on Monday', 'Ofis pazartesi kapalı'],
    ['Branches open again on Tuesday at nine.', 'Şubeler salı günü dokuzda açılır.'],
    null,
    true,
  ],
] as const;

export function seedInbox({ random, now }: Seeding): StateOf<'inbox'> {
  return {
    messages: MESSAGES.map(([minutes, from, [en, tr], [textEn, textTr], link, read]) => ({
      id: random.uuid(),
      icon: null,
      image: CAST.find(({ name }) => name === from)!.avatar,
      title: { en, tr },
      description: { en: textEn, tr: textTr },
      time: minutesBefore(now, minutes),
      read,
      link,
      useRouter: link !== null,
    })),
    notifications: NOTIFICATIONS.map(([minutes, icon, [en, tr], [textEn, textTr], link, read]) => ({
      id: random.uuid(),
      icon,
      image: null,
      title: { en, tr },
      description: { en: textEn, tr: textTr },
      time: minutesBefore(now, minutes),
      read,
      seen: read,
      link,
      useRouter: link !== null,
    })),
  };
}
