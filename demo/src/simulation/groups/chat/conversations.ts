/** Who speaks: the user or the other one. Minutes since the line before, where they matter. */
type Said = readonly [who: 'me' | 'they', en: string, tr: string, minutes?: number];

export interface Conversation {
  readonly with: string;
  /** Minutes since its last line. */
  readonly ago: number;
  readonly unread?: number;
  readonly muted?: true;
  readonly lines: readonly Said[];
}

/** The latest first. */
export const CONVERSATIONS: readonly Conversation[] = [
  {
    with: 'Priya Raghunathan',
    ago: 6,
    unread: 2,
    lines: [
      ['they', 'Do you have a minute for the member count?', 'Üye sayısı için bir dakikanız var mı?'],
      ['me', 'For you, two.', 'Sizin için iki.'],
      ['they', 'Branch 4 reports 3,118. The core says 3,121.', '4. şube 3.118 diyor, ana sistem 3.121.'],
      [
        'me',
        'Three people who joined on the last day, after closing?',
        'Son gün kapanıştan sonra katılan üç kişi olabilir mi?',
        4,
      ],
      [
        'they',
        'I thought so too. But it is one person with three cats.',
        'Ben de öyle sanmıştım. Ama üç kedili bir kişi.',
        11,
      ],
      ['me', 'Cats?', 'Kedi mi?'],
      ['they', 'He opened an account for each of them. Minors’ accounts.', 'Her birine hesap açmış. Çocuk hesabı.'],
      [
        'me',
        'And nobody noticed that they were born in spring of last year with whiskers',
        'Ve geçen bahar bıyıklı doğduklarını kimse fark etmedi',
        2,
      ],
      [
        'they',
        'The names passed every check. Minnoş is a fine name.',
        'Adlar bütün denetimlerden geçmiş. Minnoş güzel bir ad.',
      ],
      [
        'they',
        'May I take them out of the count, or do we tell Daniel first?',
        'Sayımdan çıkarayım mı, yoksa önce Daniel’e mi söyleyelim?',
        3,
      ],
    ],
  },
  {
    with: 'Aylin Demirci',
    ago: 42,
    unread: 1,
    lines: [
      [
        'me',
        'The rate sheet is good. Does the 60-month tier hold if volumes double?',
        'Faiz tablosu iyi. Hacim iki katına çıkarsa 60 ay yine tutar mı?',
        900,
      ],
      [
        'they',
        'Up to 1.8 times. After that I would rather stop than discount.',
        '1,8 katına kadar. Ondan sonra indirim yerine durmayı yeğlerim.',
      ],
      ['me', 'Then write exactly that under the table.', 'O zaman tablonun altına aynen bunu yazın.'],
      ['they', 'Done. With a date.', 'Yazdım. Tarihiyle.', 25],
      [
        'they',
        'Lunch? The place with the lentil soup is open again.',
        'Öğlen? Mercimek çorbalı yer yeniden açılmış.',
        720,
      ],
    ],
  },
  {
    with: 'Camila Ferreira',
    ago: 130,
    lines: [
      ['they', 'We have eight testers for Thursday.', 'Perşembeye sekiz sınayıcımız var.', 400],
      ['me', 'Anybody over seventy this time?', 'Bu kez yetmişin üstünde kimse var mı?'],
      [
        'they',
        'Two. One of them taught computing in 1974 and wants to see the source.',
        'İki kişi. Biri 1974’te bilgisayar dersi vermiş, kaynak kodu görmek istiyor.',
      ],
      ['me', 'Show it to her.', 'Gösterin.'],
      ['they', 'Henrik already turned pale.', 'Henrik şimdiden sarardı.', 3],
      ['me', 'Good. I will bring biscuits.', 'Güzel. Bisküvi getiririm.'],
    ],
  },
  {
    with: 'Henrik Nyström',
    ago: 205,
    lines: [
      ['me', 'The nightly load finished at 02:51 today?', 'Gece yüklemesi bugün 02.51’de mi bitti?'],
      [
        'they',
        '02:49. The clock on the dashboard was two minutes fast. It no longer is.',
        '02.49. Panodaki saat iki dakika ileriymiş. Artık değil.',
      ],
      ['me', 'You changed the clock and not the load?', 'Yüklemeyi değil saati mi değiştirdiniz?'],
      [
        'they',
        'Both. I also took the index that nobody used out of it.',
        'İkisini de. Kimsenin kullanmadığı dizini de çıkardım.',
        5,
      ],
      [
        'they',
        'On Sunday from two to half past three all is down. Tell nobody to be surprised.',
        'Pazar ikiden üç buçuğa her şey kapalı. Kimse şaşırmasın.',
        40,
      ],
      [
        'me',
        'It is on the notice board, in two languages and one picture.',
        'Duyuru panosunda; iki dilde, bir resimle.',
      ],
    ],
  },
  {
    with: 'Elif Karaca',
    ago: 320,
    unread: 3,
    lines: [
      [
        'they',
        'A member asks whether the chart on the wall is her savings.',
        'Bir üyemiz duvardaki grafiğin kendi birikimi olup olmadığını soruyor.',
      ],
      [
        'me',
        'It is everybody’s. But a small piece of the blue one is hers.',
        'Herkesin. Ama mavi sütunun küçük bir parçası onun.',
      ],
      ['they', 'She would like to know which piece.', 'Hangi parça olduğunu öğrenmek istiyor.', 2],
      ['they', 'She has brought a ruler.', 'Cetvel getirmiş.'],
      ['they', 'Deniz?', 'Deniz?', 9],
    ],
  },
  {
    with: 'Thomas Achebe',
    ago: 1_480,
    muted: true,
    lines: [
      ['they', 'Indirect auto passed 31 % this morning.', 'Dolaylı taşıt bu sabah % 31’i geçti.'],
      ['me', 'Seen. Two dealers or all of them?', 'Gördüm. İki bayi mi, hepsi mi?'],
      [
        'they',
        'One. Highway Motors, and it is one weekend of theirs.',
        'Biri. Otoyol Motors; o da tek bir hafta sonu.',
        4,
      ],
      ['me', 'Then it is a sale, not a trend.', 'O zaman eğilim değil, kampanya.'],
      ['they', 'I will believe it on Monday.', 'Pazartesi inanırım.'],
      ['they', 'It is Monday. I believe it.', 'Pazartesi oldu. İnanıyorum.', 4_100],
    ],
  },
  {
    with: 'Grace Abernathy',
    ago: 2_890,
    lines: [
      [
        'they',
        'My dear, is a basis point the small one or the very small one?',
        'Canım, baz puan küçük olan mıydı, çok küçük olan mı?',
      ],
      ['me', 'The very small one. A hundred of them make one per cent.', 'Çok küçük olan. Yüzü bir yüzde eder.'],
      ['they', 'Then the man on the radio was off by a house.', 'Öyleyse radyodaki adam bir ev kadar yanıldı.', 2],
      ['me', 'Which is why we print both.', 'O yüzden ikisini de yazıyoruz.'],
      ['they', 'And why I read you and not the radio.', 'Ben de o yüzden radyoyu değil sizi okuyorum.'],
    ],
  },
  {
    with: 'Hana Kobayashi',
    ago: 4_330,
    lines: [
      ['they', 'Penny the squirrel now has a scarf. Too much?', 'Sincap Kuruş artık atkılı. Fazla mı?'],
      ['me', 'In July?', 'Temmuzda mı?'],
      ['they', 'She is saving it for winter.', 'Kışa saklıyor.'],
      ['me', 'That is the whole campaign in one sentence.', 'Kampanyanın tamamı bu cümlede.', 3],
      ['they', 'I will send an invoice for the sentence.', 'Cümlenin faturasını ayrıca yollarım.'],
    ],
  },
  {
    with: 'Burak Yıldırım',
    ago: 7_300,
    lines: [
      [
        'they',
        'Did you send me a file called “bonus_final_FINAL”?',
        'Bana “prim_son_EN_SON” diye bir dosya yolladınız mı?',
      ],
      ['me', 'No.', 'Hayır.'],
      ['they', 'Good answer. Neither did Marcus.', 'Doğru yanıt. Marcus da yollamamış.'],
      ['me', 'Was this the exercise?', 'Tatbikat mıydı bu?', 5],
      ['they', 'It was not. But it shall be the next one.', 'Değildi. Ama bir sonraki bu olacak.'],
      ['they', 'Blocked, reported, framed.', 'Engellendi, bildirildi, çerçevelendi.', 12],
    ],
  },
  {
    with: 'Marcus Oyelaran',
    ago: 8_900,
    lines: [
      ['they', 'If you had to cut one report, which?', 'Tek bir raporu kaldıracak olsanız, hangisini?'],
      ['me', 'The one about how many reports we make.', 'Kaç rapor yaptığımızı anlatanı.'],
      ['they', 'It has eleven readers.', 'On bir okuyucusu var.', 2],
      ['me', 'Ten of them are the test that it arrived.', 'Onu, geldi mi diye bakan sınama.'],
      ['they', 'Cut.', 'Kaldırın.'],
    ],
  },
  {
    with: 'Yusuf Çelik',
    ago: 12_400,
    lines: [
      ['they', 'Have you found your report that nobody reads?', 'Kimsenin okumadığı raporunuzu buldunuz mu?'],
      ['me', 'Marcus and I have just cut it.', 'Marcus’la az önce kaldırdık.', 30],
      ['they', 'Then bring what you were going to do with the time.', 'O zaman kalan vakitte ne yapacağınızı getirin.'],
    ],
  },
  {
    with: 'Kerem Aydın',
    ago: 15_800,
    lines: [
      ['me', 'The Harbour branch is slow again.', 'Liman şubesi yine yavaş.'],
      ['they', 'Is somebody storing something on something?', 'Biri bir şeyin üstüne bir şey mi koymuş?', 8],
      ['me', 'A plant. On the cable duct.', 'Saksı. Kablo kanalının üstüne.', 22],
      ['they', 'Please water it somewhere else.', 'Lütfen başka yerde sulasınlar.'],
    ],
  },
];
