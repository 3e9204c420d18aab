import type { Line } from './mailbox.seed.ts';

/** What was dealt with and kept. */
export const ARCHIVE: readonly Line[] = [
  [
    410,
    'Marcus Oyelaran',
    's',
    ['work', 'accounts'],
    ['Year-end close: done, two days early', 'Yıl sonu kapanışı: iki gün erken bitti'],
    [
      'The books are closed. The suspense account ended at zero for the first time since I have been here. Please tell your people that I noticed.',
      'Defterler kapandı. Geçici hesap, ben geldim geleli ilk kez sıfırla bitti. Ekibinize fark ettiğimi söyleyin lütfen.',
    ],
  ],
  [
    455,
    'Ingrid Solberg',
    'i',
    ['work', 'accounts'],
    ['Opinion without reservation', 'Şartsız görüş'],
    [
      'The signed opinion is attached. There is one remark in the letter to management, on the age of two passwords, and none on figures.',
      'İmzalı görüş ekte. Yönetime mektupta tek bir not var, o da iki parolanın yaşı üzerine; rakamlarda hiçbir not yok.',
    ],
    { files: [['Opinion.pdf', 91_300]] },
  ],
  [
    502,
    'Camila Ferreira',
    '',
    ['work'],
    ['Decision: no fee for paper statements', 'Karar: kâğıt ekstreye ücret yok'],
    [
      'The committee followed you: the 612 members who still want paper are on average 78 years old and have been with us for 31 years.',
      'Komite sizi haklı buldu: hâlâ kâğıt isteyen 612 üye ortalama 78 yaşında ve 31 yıldır bizimle.',
    ],
  ],
  [
    560,
    'Sofia Marchetti',
    '',
    ['payments', 'invoices'],
    ['Invoice 2187, paid with thanks', '2187 sayılı fatura ödendi, teşekkürler'],
    [
      'Your payment of 5,940 arrived today. The balance between us is zero.',
      '5.940’lık ödemeniz bugün ulaştı. Aramızdaki bakiye sıfır.',
    ],
    { files: [['Receipt.pdf', 14_336]] },
  ],
  [
    640,
    'Priya Raghunathan',
    '',
    ['work', 'forums'],
    ['How we count a member, once and for all', 'Bir üyeyi nasıl sayıyoruz, son kez'],
    [
      'A member is a person or firm with at least one open share account on the last day of the month. Joint owners count once each, minors count, the closed ones of the same day do not. Four reports said otherwise; they no longer do.',
      'Üye, ayın son gününde en az bir açık pay hesabı olan kişi ya da kurumdur. Ortak sahiplerin her biri bir kez sayılır, çocuklar sayılır, aynı gün kapatılanlar sayılmaz. Dört rapor başka türlü sayıyordu; artık saymıyor.',
    ],
    { cc: ['Elif Karaca', 'Jonas Lindqvist', 'Daniel Whitcombe'] },
  ],
  [
    700,
    'Henrik Nyström',
    '',
    ['work'],
    ['The restore test', 'Geri yükleme sınaması'],
    [
      'We restored last Tuesday on a bare machine: 47 minutes, and the sums agree. The only thing missing was the coffee machine’s calendar.',
      'Geçen salıyı boş bir makineye geri yükledik: 47 dakika, toplamlar tutuyor. Tek eksik, kahve makinesinin takvimiydi.',
    ],
  ],
  [
    760,
    'Grace Abernathy',
    '',
    ['work'],
    ['Thank you from the board', 'Kuruldan teşekkür'],
    [
      'For the first time all seven of us had read the report before the meeting. We finished at nine, and nobody knew what to do with the evening.',
      'İlk kez yedimiz de raporu toplantıdan önce okumuştuk. Dokuzda bitti, kimse akşamı nasıl geçireceğini bilemedi.',
    ],
  ],
  [
    840,
    'Aylin Demirci',
    '',
    ['work', 'payments'],
    ['Green loans: the first hundred', 'Yeşil krediler: ilk yüz'],
    [
      'The hundredth solar loan was signed this morning by a retired physics teacher who corrected our brochure.',
      'Yüzüncü güneş kredisi bu sabah imzalandı; broşürümüzü düzelten emekli bir fizik öğretmeni tarafından.',
    ],
  ],
  [
    905,
    'Elif Karaca',
    's',
    ['personal'],
    ['A letter you should read', 'Okumanız gereken bir mektup'],
    [
      'A member wrote by hand. The loan for her son’s wheelchair van took us two days; she had set aside two months. I put the original on your desk.',
      'Bir üyemiz elle yazmış. Oğlunun tekerlekli sandalyeli aracının kredisi iki gün sürmüş; o iki ay ayırmış. Aslını masanıza bıraktım.',
    ],
  ],
  [
    1010,
    'Rafael Domínguez',
    '',
    ['invoices'],
    ['Calendars for the new year', 'Yeni yılın takvimleri'],
    [
      'Printed, counted and packed: 9,500. February has a day more this time; we checked.',
      'Basıldı, sayıldı, paketlendi: 9.500. Bu kez şubatın bir günü fazla; kontrol ettik.',
    ],
  ],
  [
    1130,
    'Thomas Achebe',
    'i',
    ['work', 'accounts', 'payments'],
    ['Rate shock of 300 basis points', '300 baz puanlık faiz şoku'],
    [
      'Net economic value falls by 11.2 %, well inside the policy’s 20. What moves it is the 30-year book, as ever.',
      'Net ekonomik değer % 11,2 düşüyor; politikadaki 20’nin epey altında. Oynatan, her zamanki gibi 30 yıllıklar.',
    ],
  ],
  [
    1260,
    'Daniel Whitcombe',
    '',
    ['work', 'forums', 'accounts', 'payments', 'invoices'],
    ['Everything the examiners asked for', 'Müfettişlerin istediği her şey'],
    [
      'All 63 answers in one folder, each with its source and who signed it. It carries every label we have because it is about everything we do.',
      '63 yanıtın hepsi tek klasörde, her birinin kaynağı ve imzalayanı yanında. Elimizdeki her etiketi taşıyor, çünkü yaptığımız her şeyle ilgili.',
    ],
    { files: [['Answers.pdf', 231_424]] },
  ],
  [
    1400,
    'Yusuf Çelik',
    '',
    ['personal'],
    ['What you asked at the end of the course', 'Eğitimin sonunda sorduğunuz'],
    [
      'You asked which chart to use when you do not know what you want to say. My answer is: none. Write the sentence first.',
      'Ne diyeceğinizi bilmeyince hangi grafiği kullanacağınızı sormuştunuz. Yanıtım: hiçbirini. Önce cümleyi yazın.',
    ],
  ],
  [
    1580,
    'Mei-Ling Tran',
    '',
    ['work'],
    ['The line of credit is renewed', 'Kredi limiti yenilendi'],
    [
      'Twelve million for another year, untouched as ever. May it remain the most boring page of your report.',
      'Bir yıl daha on iki milyon; her zamanki gibi el sürülmedi. Dilerim raporunuzun en sıkıcı sayfası olarak kalır.',
    ],
  ],
];

export const SPAM: readonly Line[] = [
  [
    9,
    'Prize Office <win@lucky-draw.example>',
    'u',
    [],
    ['You have WON a cruise for ELEVEN', 'ON BİR kişilik gemi turu KAZANDINIZ'],
    [
      'Dear lucky winner! Of nine million addresses yours was drawn by a blindfolded captain. Send us only your mother’s shoe size and a small harbour fee.',
      'Sayın talihli! Dokuz milyon adres arasından sizinkini gözleri bağlı bir kaptan çekti. Yalnız annenizin ayakkabı numarasını ve küçük bir liman ücretini gönderin.',
    ],
  ],
  [
    33,
    'Acount Securty <no-reply@elmw00d.example>',
    'u',
    [],
    ['Your acount will be close', 'Hesap kapatilacak'],
    [
      'We detect your acount is having too much security. Please to enter password three times for remove it.',
      'Hesabiniz cok fazla guvenlik tespit edilmistir. Kaldirmak icin parolayi uc kere giriniz.',
    ],
  ],
  [
    80,
    'Toner Palace <deals@toner-palace.example>',
    '',
    [],
    ['Toner for a printer you do not have', 'Sizde olmayan yazıcıya toner'],
    [
      'Our records show that you do not own a Model 7700. All the more reason to stock up now, at half of twice the price.',
      'Kayıtlarımıza göre 7700 modeliniz yok. İki katının yarı fiyatına şimdiden stok yapmanız için daha da iyi bir neden.',
    ],
  ],
  [
    160,
    'Prince of a Distant Shore <prince@distant.example>',
    'u',
    [],
    ['A matter of eleven million, and trust', 'On bir milyonluk bir güven meselesi'],
    [
      'I am a prince in difficulty. My chamberlain says you are honest, which in my country is rare and in yours, I hear, taxable.',
      'Zor durumda bir prensim. Teşrifatçım dürüst olduğunuzu söylüyor; bizde ender, sizde ise duyduğuma göre vergiye tabi.',
    ],
  ],
  [
    300,
    'Crypto Cousin <hello@cousin-coin.example>',
    '',
    [],
    ['CousinCoin: it can only go up', 'KuzenCoin: ancak yükselir'],
    [
      'Yesterday one CousinCoin was worth nothing. Today it is worth twice as much. Do the sums.',
      'Dün bir KuzenCoin hiçbir şey etmiyordu. Bugün iki katı. Hesabı siz yapın.',
    ],
  ],
  [
    420,
    'Dr. Sleep <doctor@eight-hours.example>',
    '',
    [],
    ['Sleep eight hours in four', 'Dört saatte sekiz saat uyuyun'],
    [
      'Our pillow sleeps for you while you work. Batteries not included, dreams in black and white.',
      'Yastığımız siz çalışırken sizin yerinize uyur. Pil dâhil değildir, rüyalar siyah beyazdır.',
    ],
  ],
  [
    610,
    'List Broker <lists@many-names.example>',
    '',
    [],
    ['14,000 addresses of people like you', 'Sizin gibi 14.000 kişinin adresi'],
    [
      'Fresh list of decision makers, sorted by how often they open mails like this one. You are number 13,998.',
      'Bu gibi iletileri açma sıklığına göre sıralı, taze karar verici listesi. Siz 13.998’incisiniz.',
    ],
  ],
];

export const TRASH: readonly Line[] = [
  [
    60,
    'Mehmet Tunçer',
    '',
    ['work'],
    ['Found: one umbrella, black', 'Bulundu: bir şemsiye, siyah'],
    ['It lies at reception, with the eleven others.', 'Danışmada duruyor, öteki on birinin yanında.'],
  ],
  [
    130,
    'Fiona MacAllister',
    '',
    [],
    ['Invitation: breakfast of the exhibitors', 'Davet: sergi kahvaltısı'],
    [
      'Seven o’clock, hall four, badges please. There will be three kinds of croissant and one kind of speech.',
      'Saat yedide, dördüncü salon, yaka kartlarıyla. Üç çeşit kruvasan, tek çeşit konuşma olacak.',
    ],
  ],
  [
    260,
    'Lucas Bergeron',
    '',
    ['forums'],
    ['Survey: how was our survey?', 'Anket: anketimiz nasıldı?'],
    [
      'You recently answered our survey. Would you take two minutes to tell us how that was?',
      'Yakın zamanda anketimizi yanıtladınız. Nasıl geçtiğini anlatmak için iki dakikanız var mı?',
    ],
  ],
  [
    380,
    'Kerem Aydın',
    '',
    ['work'],
    ['Printer on the second floor: please ignore', 'İkinci kat yazıcısı: dikkate almayın'],
    [
      'Please ignore the message that asks you to ignore the message about the printer. It works.',
      'Yazıcı iletisini dikkate almamanızı isteyen iletiyi dikkate almayın. Çalışıyor.',
    ],
  ],
  [
    520,
    'Nadia Petrova',
    '',
    [],
    ['Newsletter: ten questions for interviews', 'Bülten: görüşmeler için on soru'],
    [
      'Number seven will surprise you. Number eight will surprise the candidate.',
      'Yedincisi sizi şaşırtacak. Sekizincisi adayı.',
    ],
  ],
  [
    800,
    'Rafael Domínguez',
    '',
    ['invoices'],
    ['Old proof, please do not use', 'Eski prova, lütfen kullanmayın'],
    [
      'This is the version in which the branch on Elm Street stands on its head. The right one follows.',
      'Karaağaç şubesinin baş aşağı durduğu hâli bu. Doğrusu arkadan geliyor.',
    ],
  ],
];
