type Words = readonly [en: string, tr: string];

interface CommentLine {
  readonly by: string;
  readonly text: Words;
  /** Place of the comment that it replies to. */
  readonly replyTo?: number;
}

interface PostLine {
  /** Null: the demo user. */
  readonly by: string | null;
  readonly minutesAgo: number;
  readonly text: Words;
  readonly picture?: string;
  readonly likes: number;
  readonly likedByMe?: true;
  readonly comments?: readonly CommentLine[];
}

export const ME = 'me';
const HOUR = 60;
const DAY = 24 * HOUR;

/** The newest first. */
export const POSTS: readonly PostLine[] = [
  {
    by: null,
    minutesAgo: 95,
    text: [
      'The board pack went out at nine this morning, eleven pages instead of forty. Nobody has asked where the other twenty-nine went.',
      'Kurul dosyası bu sabah dokuzda gitti: kırk sayfa yerine on bir. Kalan yirmi dokuzun nereye gittiğini soran olmadı.',
    ],
    likes: 9,
    comments: [
      {
        by: 'Grace Abernathy',
        text: [
          'I read all of it before my coffee was cold. Keep it like this.',
          'Kahvem soğumadan hepsini okudum. Hep böyle kalsın.',
        ],
      },
      {
        by: ME,
        text: ['Then page twelve stays out.', 'O hâlde on ikinci sayfa gelmiyor.'],
        replyTo: 0,
      },
      {
        by: 'Marcus Oyelaran',
        text: [
          'The delinquency chart on page four is the best we have had.',
          'Dördüncü sayfadaki gecikme grafiği şimdiye kadarkilerin en iyisi.',
        ],
      },
    ],
  },
  {
    by: 'Jonas Lindqvist',
    minutesAgo: 8 * HOUR,
    text: [
      'Mill Lane opens on Saturdays from next month. Deniz, your old counter is waiting, the squeaking chair included.',
      'Mill Lane gelecek aydan itibaren cumartesileri de açık. Deniz, eski gişen gıcırdayan sandalyesiyle seni bekliyor.',
    ],
    likes: 6,
    likedByMe: true,
    comments: [
      { by: ME, text: ['I still hear that chair in meetings.', 'O sandalyeyi toplantılarda hâlâ duyuyorum.'] },
      {
        by: 'Elif Karaca',
        text: ['It has been oiled. Twice. It won.', 'Yağladık. İki kez. O kazandı.'],
        replyTo: 0,
      },
    ],
  },
  {
    by: null,
    minutesAgo: 2 * DAY,
    text: [
      'Two days by the lake with the whole reporting team, and not one slide.',
      'Bütün raporlama ekibiyle göl kenarında iki gün, tek bir slayt bile olmadan.',
    ],
    picture: 'Lake with the team',
    likes: 14,
    comments: [
      {
        by: 'Priya Raghunathan',
        text: ['One slide. I drew it in the sand.', 'Bir slayt vardı. Kuma çizmiştim.'],
      },
    ],
  },
  {
    by: null,
    minutesAgo: 4 * DAY + 3 * HOUR,
    text: [
      'A question for those who count: do you report car loans by the day they were granted or by the day they were paid out? We change over in spring and I would rather learn from your mistakes than from mine.',
      'Sayanlara bir soru: taşıt kredilerini onay gününe göre mi, ödeme gününe göre mi raporluyorsunuz? Baharda geçiş yapıyoruz; kendi hatalarımdan öğrenmektense sizinkilerden öğrenmeyi yeğlerim.',
    ],
    likes: 4,
    comments: [
      {
        by: 'Aylin Demirci',
        text: [
          'By the day of payment. All else ends in two truths.',
          'Ödeme gününe göre. Gerisi iki ayrı doğruyla biter.',
        ],
      },
      {
        by: 'Ingrid Solberg',
        text: ['Agreed, and your auditor sleeps better.', 'Katılıyorum; denetçiniz de daha rahat uyur.'],
        replyTo: 0,
      },
      {
        by: 'Amara Nwosu',
        text: [
          'Keep both dates, show one. Research will thank you.',
          'İki tarihi de saklayın, birini gösterin. Araştırmacılar size teşekkür eder.',
        ],
      },
    ],
  },
  {
    by: 'Zeynep Aksoy',
    minutesAgo: 7 * DAY,
    text: [
      'The new colours of our charts can be told apart by everybody on the third floor, and by the printer. Thank you for testing them, Deniz.',
      'Grafiklerimizin yeni renklerini üçüncü kattaki herkes ayırt edebiliyor, yazıcı da. Denediğin için teşekkürler Deniz.',
    ],
    likes: 7,
    likedByMe: true,
  },
  {
    by: null,
    minutesAgo: 12 * DAY,
    text: [
      'Morning walk above Elmwood. Good ideas per kilometre: three. Remembered at the desk: one.',
      'Elmwood üstünde sabah yürüyüşü. Kilometre başına iyi fikir: üç. Masada hatırlanan: bir.',
    ],
    picture: 'Above Elmwood',
    likes: 11,
  },
];

export const FOLLOWED: readonly (readonly [name: string, followed: boolean])[] = [
  ['Aylin Demirci', true],
  ['Marcus Oyelaran', true],
  ['Priya Raghunathan', true],
  ['Jonas Lindqvist', true],
  ['Zeynep Aksoy', true],
  ['Elif Karaca', false],
  ['Grace Abernathy', true],
  ['Ingrid Solberg', true],
  ['Amara Nwosu', false],
  ['Henrik Nyström', false],
  ['Hana Kobayashi', true],
  ['Yusuf Çelik', false],
];

export const GALLERY: readonly Words[] = [
  ['Lake with the team', 'Ekiple göl kenarı'],
  ['Above Elmwood', 'Elmwood’un üstünde'],
  ['First snow on Mill Lane', 'Mill Lane’de ilk kar'],
  ['Harbour at dusk', 'Alacakaranlıkta liman'],
  ['The long way home', 'Eve giden uzun yol'],
  ['Sunday on the ridge', 'Sırtta bir pazar'],
];

export const CIRCLES: readonly (readonly [...Words, members: number])[] = [
  ['Reporting of credit unions', 'Kredi birliklerinde raporlama', 214],
  ['Charts that tell', 'Anlatan grafikler', 1_862],
  ['Elmwood hikers', 'Elmwood yürüyüşçüleri', 37],
];
