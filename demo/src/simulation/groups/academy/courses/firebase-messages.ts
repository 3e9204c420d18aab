import type { Step } from './course.ts';

export const STEPS: readonly Step[] = [
  [
    ['What a push message is', 'Anlık bildirim nedir'],
    ['A knock on the door of a closed app.', 'Kapalı uygulamanın kapısını çalmak.'],
    [
      'The device keeps one line to the maker of its system; your server hands a message over to that.',
      'Cihaz, sisteminin üreticisine açık tek bir hat tutar; sunucunuz iletiyi ona verir.',
    ],
  ],
  [
    ['A project', 'Bir proje'],
    ['One for trying, one for members.', 'Biri denemek, biri üyeler için.'],
    [
      'Make two projects from the start. A test message that reaches forty thousand people is remembered.',
      'Baştan iki proje açın. Kırk bin kişiye giden deneme iletisi unutulmaz.',
    ],
  ],
  [
    ['Ask for leave', 'İzin isteyin'],
    ['After the reason is clear.', 'Nedeni belli olduktan sonra.'],
    [
      'Ask when somebody switches alerts on, not at the first start. A refusal is final on most devices.',
      'İlk açılışta değil, kişi uyarıları açınca sorun. Ret çoğu cihazda kesindir.',
    ],
  ],
  [
    ['The token', 'Belirteç'],
    ['It names an installation, not a person.', 'Kişiyi değil, kurulumu belirtir.'],
    [
      'Keep it with the account and the day on which it was seen. When it changes, replace it; on signing out, delete it.',
      'Hesapla ve görüldüğü günle saklayın. Değişince yenileyin, çıkışta silin.',
    ],
  ],
  [
    ['Send from the server', 'Sunucudan gönderin'],
    ['Keys never lie in the app.', 'Anahtarlar uygulamada durmaz.'],
    [
      'The server signs in with its own account and sends one request for each message, or one for a topic.',
      'Sunucu kendi hesabıyla girer; her ileti ya da her konu için bir istek gönderir.',
    ],
  ],
  [
    ['What not to write', 'Ne yazılmaz'],
    ['A lock screen has many readers.', 'Kilit ekranını çok kişi okur.'],
    [
      'No balance, no account number. “There is news in your account” is enough; the rest waits behind the sign-in.',
      'Bakiye yok, hesap numarası yok. “Hesabınızda yenilik var” yeter; gerisi girişin arkasında bekler.',
    ],
  ],
  [
    ['Topics', 'Konular'],
    ['Branch news for those of the branch.', 'Şube haberi şubelilere.'],
    [
      'A device joins a topic by itself. Do not use topics for secrets: whoever has the app may join.',
      'Cihaz konuya kendisi katılır. Sırlar için konu kullanmayın: uygulaması olan herkes katılabilir.',
    ],
  ],
  [
    ['Open the right place', 'Doğru yeri açın'],
    ['A tap leads to what it was about.', 'Dokunuş, konusuna götürür.'],
    [
      'Send an address of the app along, check it there, and ask for the sign-in before it is shown.',
      'Uygulama adresini birlikte gönderin, orada denetleyin ve göstermeden önce giriş isteyin.',
    ],
  ],
  [
    ['When nothing arrives', 'Hiçbir şey gelmeyince'],
    ['Messages get lost; money must not.', 'İletiler kaybolur, para kaybolmamalı.'],
    [
      'Delivery is never certain. What has to be known stands in the app as well, and is fetched at its start.',
      'Teslim hiçbir zaman kesin değildir. Bilinmesi gereken uygulamada da durur ve açılışta alınır.',
    ],
  ],
  [
    ['Quiet hours', 'Sessiz saatler'],
    ['At three in the morning nobody thanks you.', 'Gece üçte kimse teşekkür etmez.'],
    [
      'Keep the person’s time zone and hold back until eight, except for fraud alerts.',
      'Kişinin saat dilimini saklayın; dolandırıcılık uyarıları dışında sekize dek bekleyin.',
    ],
  ],
  [
    ['Count', 'Sayın'],
    ['Sent, delivered, opened, switched off.', 'Gönderildi, ulaştı, açıldı, kapatıldı.'],
    [
      'The last number is the one that matters. If it grows, send less.',
      'Önemli olan son sayıdır. Artıyorsa daha az gönderin.',
    ],
  ],
];
