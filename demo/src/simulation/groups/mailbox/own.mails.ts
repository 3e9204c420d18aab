import type { Line } from './mailbox.seed.ts';

/** Each names to whom it goes, not from whom it comes. */
export const SENT: readonly Line[] = [
  [
    2.2,
    'Grace Abernathy',
    '',
    ['work'],
    ['Re: A question before the board meets', 'Yanıt: Kurul toplanmadan bir soru'],
    [
      'Defend 10.4. The chart on page six was made a day before the dividend was booked; the new page is attached, and the footnote now says at what hour the figures were taken.',
      '10,4’ü savunun. Altıncı sayfadaki grafik, kâr payı işlenmeden bir gün önce yapılmış; yeni sayfa ekte, dipnot da artık rakamların saatini söylüyor.',
    ],
    { files: [['Page six.pdf', 33_280]] },
  ],
  [
    8.5,
    'Sofia Marchetti',
    '',
    ['payments'],
    ['Re: Invoice 2204', 'Yanıt: 2204 sayılı fatura'],
    ['Received and checked; it goes out with Thursday’s run.', 'Aldık, kontrol ettik; perşembe ödemeleriyle çıkıyor.'],
  ],
  [
    24.5,
    'Priya Raghunathan',
    's',
    ['work'],
    ['Could the pie become a bar?', 'Pasta, çubuk olabilir mi?'],
    [
      'Nobody in the meeting could tell 23 % from 27 %. Same figures, sorted, as bars, and the largest in our blue.',
      'Toplantıda kimse % 23’ü % 27’den ayıramadı. Aynı rakamlar, sıralı, çubuk olarak; en büyüğü bizim mavimizle.',
    ],
  ],
  [
    49,
    'Elif Karaca',
    '',
    ['work'],
    ['Re: What members asked', 'Yanıt: Üyeler ne sordu'],
    [
      'Yes, give them to the web team, with my compliments. Put the one about Friday evening first.',
      'Evet, web ekibine verin, selamımla. Cuma akşamıyla ilgili olan en başa gelsin.',
    ],
  ],
  [
    72,
    'Marcus Oyelaran',
    'i',
    ['work', 'accounts'],
    ['Where the 1.7 points can be broken', '1,7 puan nereden kırılır'],
    [
      'Software is 0.6 of them, and half of that we pay twice because two teams bought the same licence. Travel is 0.2 and honest. The rest is postage: see the 612 who want paper, and leave them in peace.',
      'Bunun 0,6’sı yazılım; yarısını iki kez ödüyoruz, çünkü iki ekip aynı lisansı almış. Yol 0,2, dürüst. Kalanı posta: kâğıt isteyen 612 kişiye bakın ve onları rahat bırakın.',
    ],
    { cc: ['Mei-Ling Tran'] },
  ],
  [
    120,
    'Ingrid Solberg',
    '',
    ['work'],
    ['Re: List of documents', 'Yanıt: Belge listesi'],
    [
      'You will have the 29 on Friday and the other twelve by the 20th. The room has two windows.',
      '29’u cumaya, öteki on ikisi ayın 20’sine elinizde. Odanın iki penceresi var.',
    ],
  ],
  [
    165,
    'Hana Kobayashi',
    '',
    ['personal'],
    ['Penny it is', 'Adı Kuruş olsun'],
    [
      'The children were asked and the vote was 31 to 2. The two wanted “Interest”.',
      'Çocuklara soruldu, oylama 31’e 2. İkisi “Faiz” istemiş.',
    ],
  ],
  [
    210,
    'Henrik Nyström',
    '',
    ['work'],
    ['May the nightly load start at three?', 'Gece yüklemesi üçte başlayabilir mi?'],
    [
      'The core finishes at twenty to three on month ends. If we start at three the first report is right at six, and nobody needs to press the button twice.',
      'Ay sonlarında ana sistem üçe yirmi kala bitiyor. Üçte başlarsak ilk rapor altıda doğru olur, kimse düğmeye iki kez basmaz.',
    ],
  ],
  [
    288,
    'Nadia Petrova',
    '',
    ['work'],
    ['Re: Two candidates', 'Yanıt: İki aday'],
    [
      'Both on Friday, please: the questions at ten, the six years at eleven.',
      'İkisi de cuma lütfen: sorular onda, altı yıl on birde.',
    ],
  ],
  [
    390,
    'Fiona MacAllister',
    '',
    ['personal'],
    ['Re: The hall is ours', 'Yanıt: Salon bizim'],
    [
      'I will bring the umbrellas, and a fourth chart in case it is a fine day.',
      'Şemsiyeleri getiririm; hava güzel olursa diye bir de dördüncü grafik.',
    ],
  ],
  [
    620,
    'Jonas Lindqvist',
    '',
    ['work'],
    ['Your branch is the example', 'Örnek sizin şubeniz'],
    [
      'I showed your waiting times to the other five. Expect visitors, and hide the biscuits.',
      'Bekleme sürelerinizi öteki beş şubeye gösterdim. Ziyaretçi bekleyin, bisküvileri saklayın.',
    ],
    { files: [['Waiting times, six branches.png', 58_368]] },
  ],
];

export const DRAFTS: readonly Line[] = [
  [
    1.1,
    'Aylin Demirci',
    '',
    ['work'],
    ['Re: Auto loan pricing', 'Yanıt: Taşıt kredisi fiyatlaması'],
    [
      'Agreed, on one condition: we look at it again after sixty days, and if fewer than twenty',
      'Olur, tek koşulla: altmış gün sonra yeniden bakarız ve yirmiden az',
    ],
  ],
  [
    27,
    'Thomas Achebe',
    '',
    [],
    ['Warning line at 30 %', '% 30’da uyarı çizgisi'],
    [
      'I like it. Would you also show what happens when the largest dealer',
      'Beğendim. En büyük bayi şunu yaparsa ne olacağını da',
    ],
  ],
  [
    140,
    'Camila Ferreira',
    '',
    ['work'],
    ['Idea for the third test', 'Üçüncü sınama için bir fikir'],
    [
      'What if we ask people to teach the app to somebody else? Then we would hear',
      'İnsanlardan uygulamayı başkasına öğretmelerini istesek? O zaman şunu duyardık:',
    ],
  ],
  [
    500,
    'Grace Abernathy',
    '',
    ['personal'],
    ['Something that is not on the agenda', 'Gündemde olmayan bir şey'],
    ['Dear Grace,', 'Sevgili Grace,'],
  ],
];
