type Pair = readonly [en: string, tr: string];
/** Title, labels by their place, due in so many days, and what else is to be said. */
type Card = readonly [title: Pair, labels?: readonly number[], due?: number | null, description?: Pair];

export interface Plan {
  readonly icon: 'mail' | 'home' | 'report' | 'megaphone';
  readonly title: Pair;
  readonly description: Pair;
  /** Hours since something was changed on it. */
  readonly hours: number;
  readonly members: readonly string[];
  readonly labels: readonly Pair[];
  readonly lists: readonly (readonly [title: Pair, cards: readonly Card[]])[];
}

export const BOARDS: readonly Plan[] = [
  {
    icon: 'report',
    title: ['Member app', 'Üye uygulaması'],
    description: ['From the second test to the release in June.', 'İkinci sınamadan haziran sürümüne.'],
    hours: 2,
    members: [
      'Camila Ferreira',
      'Henrik Nyström',
      'Zeynep Aksoy',
      'Priya Raghunathan',
      'Elif Karaca',
      'Daniel Whitcombe',
      'Aylin Demirci',
    ],
    labels: [
      ['Design', 'Tasarım'],
      ['Fault', 'Hata'],
      ['Wish of a member', 'Üye isteği'],
      ['Security', 'Güvenlik'],
      ['Needs words', 'Metin gerek'],
    ],
    lists: [
      [
        ['To do', 'Yapılacak'],
        [
          [
            ['Put the transfer button where the old app had it', 'Gönder düğmesini eski uygulamadaki yerine koyun'],
            [0, 2],
            4,
            ['Seven of eight found it. Let us make it eight.', 'Sekiz kişiden yedisi buldu. Sekiz olsun.'],
          ],
          [
            ['Explain why Friday’s transfer arrives on Monday', 'Cuma gönderilenin neden pazartesi geçtiğini anlatın'],
            [4],
            6,
          ],
          [
            ['Name accounts as one likes', 'Hesaplara istenen ad verilsin'],
            [2],
            12,
            ['“Holiday”, “Roof”, “Not for my brother”: all real.', '“Tatil”, “Çatı”, “Kardeşime değil”: hepsi gerçek.'],
          ],
          [['Ask for the fingerprint again after ten minutes', 'On dakika sonra parmak izini yeniden isteyin'], [3], 9],
        ],
      ],
      [
        ['Doing', 'Yapılıyor'],
        [
          [
            ['Larger figures on the transfer screen', 'Para gönderme ekranında iri rakamlar'],
            [0],
            1,
            [
              'Version C of Zeynep’s three. Twice as fast for people over sixty.',
              'Zeynep’in üç hâlinden C. Altmış yaş üstü iki kat hızlı.',
            ],
          ],
          [['The list jumps when a payment arrives', 'Ödeme gelince liste sıçrıyor'], [1], -1],
          [
            ['Keep what was typed when the train enters a tunnel', 'Tren tünele girince yazılanlar kaybolmasın'],
            [1, 2],
            3,
          ],
        ],
      ],
      [
        ['To check', 'Denetlenecek'],
        [
          [['Read aloud: every button has a name', 'Sesli okuma: her düğmenin adı var'], [0, 4], 2],
          [['Card can be frozen in two taps', 'Kart iki dokunuşla dondurulabiliyor'], [3], 2],
        ],
      ],
      [
        ['Done', 'Bitti'],
        [
          [['Sign-in no longer asks for the branch number', 'Giriş artık şube numarası sormuyor'], [2], null],
          [['Dark colours at night', 'Gece koyu renkler'], [0], null],
          [['Turkish plural of “share”', '“Pay” sözcüğünün çoğulu'], [4], null],
          [['Second test with eight members', 'Sekiz üyeyle ikinci sınama'], [], null],
        ],
      ],
    ],
  },
  {
    icon: 'home',
    title: ['Mill Road refurbishment', 'Değirmen Yolu yenilemesi'],
    description: ['The branch stays open while we work.', 'Çalışma sürerken şube açık kalır.'],
    hours: 26,
    members: ['Jonas Lindqvist', 'Mehmet Tunçer', 'Isabelle Laurent', 'Mei-Ling Tran'],
    labels: [
      ['Waiting for others', 'Başkasını bekliyor'],
      ['Noisy', 'Gürültülü'],
      ['Needs a permit', 'İzin gerek'],
    ],
    lists: [
      [
        ['Ideas', 'Fikirler'],
        [
          [['A bench outside, facing the sun', 'Dışarıya güneşe bakan bir bank'], [2]],
          [['A shelf for books that people leave', 'Bırakılan kitaplar için bir raf']],
          [
            ['Counter at two heights', 'İki yükseklikte gişe'],
            [],
            null,
            ['One for standing, one for sitting down together.', 'Biri ayakta, biri birlikte oturmak için.'],
          ],
        ],
      ],
      [
        ['This month', 'Bu ay'],
        [
          [
            ['Choose the colour of the front', 'Cephe rengini seçin'],
            [0],
            5,
            [
              'The landlord leaves it to us. Three samples are on the wall.',
              'Mal sahibi bize bıraktı. Duvarda üç örnek var.',
            ],
          ],
          [['Move the safe, at night', 'Kasayı gece taşıyın'], [1, 2], 11],
          [['Temporary ramp', 'Geçici rampa'], [2], -2],
        ],
      ],
      [
        ['Under way', 'Sürüyor'],
        [
          [
            ['New wiring on the ground floor', 'Zemin kata yeni tesisat'],
            [1],
            8,
            ['And no plant on the cable duct, please.', 'Kablo kanalının üstüne de saksı koymayın lütfen.'],
          ],
          [['Signs in two languages', 'İki dilde tabelalar'], [0], 14],
        ],
      ],
      [
        ['Finished', 'Biten'],
        [
          [['Lease signed for five years', 'Beş yıllık kira imzalandı']],
          [['Neighbours told, with cake', 'Komşulara haber verildi, pastayla']],
        ],
      ],
    ],
  },
  {
    icon: 'mail',
    title: ['Annual report', 'Faaliyet raporu'],
    description: [
      'Forty pages, of which twelve will be read. Which twelve is our job.',
      'Kırk sayfa, on ikisi okunacak. Hangi on ikisi olduğu bizim işimiz.',
    ],
    hours: 71,
    members: ['Marcus Oyelaran', 'Priya Raghunathan', 'Hana Kobayashi', 'Grace Abernathy', 'Rafael Domínguez'],
    labels: [
      ['Figures', 'Rakamlar'],
      ['Text', 'Metin'],
      ['Picture', 'Resim'],
      ['Print', 'Baskı'],
    ],
    lists: [
      [
        ['Not begun', 'Başlanmadı'],
        [
          [['Letter of the chair', 'Başkanın mektubu'], [1], 20],
          [['Ten years on one page', 'Bir sayfada on yıl'], [0, 2], 18],
          [['Thank the volunteers by name', 'Gönüllülere adlarıyla teşekkür'], [1], 22],
        ],
      ],
      [
        ['Being written', 'Yazılıyor'],
        [
          [
            ['Where a deposit goes, in four steps', 'Dört adımda: yatırılan para nereye gider'],
            [1, 2],
            7,
            [
              'Follow one hundred of Elif’s members’ money through the house.',
              'Elif’in üyelerinin yüz lirasını kurumun içinde izleyin.',
            ],
          ],
          [['Key figures with last year beside them', 'Yanında geçen yılla temel göstergeler'], [0], 3],
          [['Fold-out chart on page twelve', 'On ikinci sayfada katlanır grafik'], [0, 3], 10],
        ],
      ],
      [
        ['With the auditors', 'Denetçilerde'],
        [
          [['Statement of condition', 'Bilanço'], [0], -3],
          [['Notes 1 to 14', '1–14. notlar'], [0, 1], 1],
        ],
      ],
      [
        ['Ready for print', 'Baskıya hazır'],
        [
          [
            ['Cover: the elm, in leaf', 'Kapak: yapraklı karaağaç'],
            [2, 3],
          ],
          [['Map of the six branches', 'Altı şubenin haritası'], [2]],
        ],
      ],
    ],
  },
  {
    icon: 'megaphone',
    title: ['Savings campaign', 'Tasarruf kampanyası'],
    description: [
      'Penny the squirrel saves for winter. So could you.',
      'Sincap Kuruş kışa saklıyor. Siz de saklayabilirsiniz.',
    ],
    hours: 150,
    members: ['Hana Kobayashi', 'Fiona MacAllister', 'Elif Karaca'],
    labels: [
      ['Children', 'Çocuklar'],
      ['Online', 'Çevrim içi'],
      ['In the branch', 'Şubede'],
    ],
    lists: [
      [
        ['Collected', 'Toplananlar'],
        [
          [
            ['A savings jar that one can see into', 'İçi görünen bir kumbara'],
            [0, 2],
          ],
          [
            ['What did your grandmother save for?', 'Büyükanneniz ne için biriktirirdi?'],
            [1],
            null,
            ['Ask at the counter, print the ten best answers.', 'Gişede sorun, en güzel on yanıtı basın.'],
          ],
          [
            ['A calendar with one small task a week', 'Haftada bir küçük görevli takvim'],
            [1, 2],
          ],
        ],
      ],
      [
        ['Chosen', 'Seçilenler'],
        [
          [['Stickers of Penny in four seasons', 'Dört mevsimde Kuruş çıkartmaları'], [0, 2], 16],
          [['Reckon: what does a coffee a week become?', 'Hesap: haftada bir kahve ne eder?'], [1], 9],
        ],
      ],
      [
        ['Running', 'Yayında'],
        [
          [['Leaflet with the rainy day', 'Yağmurlu günlü el ilanı'], [2], 25],
          [['Penny has a name: tell the children', 'Kuruş’un adı kondu: çocuklara haber verin'], [0], -5],
        ],
      ],
    ],
  },
];
