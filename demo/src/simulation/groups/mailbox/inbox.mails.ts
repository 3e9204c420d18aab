import type { Line } from './mailbox.seed.ts';

/** Newest first. */
export const INBOX: readonly Line[] = [
  [
    0.4,
    'Aylin Demirci',
    'ui',
    ['work'],
    ['Auto loan pricing: your word by noon', 'Taşıt kredisi fiyatlaması: öğlene kadar sözünüz gerek'],
    [
      'The new rate sheet is attached. I lowered the 60-month tier by a quarter point and left the shorter ones alone; at the volumes of last spring that costs us 4,100 a month and should win back about thirty loans.\n\nIf you agree, the branches start quoting it on Monday.',
      'Yeni faiz tablosu ekte. 60 ay vadeyi çeyrek puan indirdim, kısaları olduğu gibi bıraktım; geçen baharın hacmiyle bu bize ayda 4.100’e mal olur, otuz kadar krediyi de geri getirmesi beklenir.\n\nUygun görürseniz şubeler pazartesi bu oranlarla teklif verecek.',
    ],
    { cc: ['Marcus Oyelaran', 'Thomas Achebe'], files: [['Rate sheet.pdf', 86_412]] },
  ],
  [
    1.6,
    'Priya Raghunathan',
    'u',
    ['work', 'accounts'],
    ['The 312 dormant accounts, explained', '312 hareketsiz hesabın açıklaması'],
    [
      'I found them. The conversion in April stamped the conversion date on every account as its last activity, so none looked dormant until this month. Nothing is wrong with the balances: they agree with the core to the cent.\n\nI will mark them with their true dates tonight unless you object.',
      'Buldum. Nisandaki aktarım her hesaba son hareket olarak aktarım gününü yazmış; o yüzden bu aya dek hiçbiri hareketsiz görünmemiş. Bakiyelerde sorun yok, ana sistemle kuruşu kuruşuna tutuyor.\n\nİtirazınız olmazsa bu gece gerçek tarihlerini işleyeceğim.',
    ],
  ],
  [
    3.2,
    'Elif Karaca',
    'u',
    ['work'],
    ['What members asked this week', 'Üyeler bu hafta ne sordu'],
    [
      'Three things again and again: why a transfer on Friday evening arrives on Monday, how to add a joint owner without coming in, and whether the new card works abroad.\n\nI wrote short answers to all three. May the web team have them?',
      'Hep aynı üç soru: cuma akşamı gönderilen para neden pazartesi geçiyor, şubeye gelmeden ortak hesap sahibi nasıl eklenir, yeni kart yurt dışında çalışıyor mu.\n\nÜçüne de kısa yanıtlar yazdım. Web ekibine vereyim mi?',
    ],
  ],
  [
    5.1,
    'Sofia Marchetti',
    '',
    ['payments', 'invoices'],
    ['Invoice 2204 for card production', 'Kart basımı için 2204 sayılı fatura'],
    [
      'Please find our invoice for 1,800 chip cards, delivered on the 3rd. Terms are 30 days as always. The spoiled batch of 40 is already deducted.',
      'Ayın 3’ünde teslim ettiğimiz 1.800 çipli kartın faturası ekte. Vade her zamanki gibi 30 gün. Bozuk çıkan 40 kart düşülmüştür.',
    ],
    { files: [['Invoice 2204.pdf', 41_380]] },
  ],
  [
    7.8,
    'Thomas Achebe',
    's',
    ['work'],
    ['Concentration limits for the second half', 'İkinci yarının yoğunlaşma limitleri'],
    [
      'Indirect auto stands at 31 % of loans against a limit of 33. I propose to keep the limit and ask the board for a warning line at 30, so that we talk about it before we have to.\n\nTwo pages, attached. Page two has the figures by dealer.',
      'Dolaylı taşıt kredileri, 33 sınırına karşı kredilerin % 31’inde. Sınırı koruyup kuruldan 30’da bir uyarı çizgisi istemeyi öneriyorum; mecbur kalmadan konuşmuş oluruz.\n\nİki sayfa, ekte. İkinci sayfada bayilere göre rakamlar var.',
    ],
    {
      cc: ['Marcus Oyelaran'],
      files: [
        ['Limits.pdf', 118_204],
        ['By dealer.png', 63_920],
      ],
    },
  ],
  [
    21,
    'Camila Ferreira',
    'u',
    ['work', 'forums'],
    ['Member app: the second round of tests', 'Üye uygulaması: ikinci sınama turu'],
    [
      'Eight members, forty minutes each. Seven of them sent money without help; the eighth looked for the button where the old app had it. We will put it there too.\n\nThe recordings are in the shared folder. The third one is worth your coffee.',
      'Sekiz üye, kırkar dakika. Yedisi yardım almadan para gönderdi; sekizincisi düğmeyi eski uygulamadaki yerinde aradı. Oraya da koyacağız.\n\nKayıtlar ortak klasörde. Üçüncüsü bir kahve molasına değer.',
    ],
  ],
  [
    23.5,
    'Mei-Ling Tran',
    'i',
    ['work', 'accounts'],
    ['Liquidity after the certificate campaign', 'Vadeli mevduat kampanyasından sonra likidite'],
    [
      'We took in 6.2 million in certificates and 1.1 million of it came from our own savings accounts, less than I feared. Cash and short investments are now 14.8 % of assets. I would place 3 million for twelve months and keep the rest within reach.',
      'Vadeli hesaplara 6,2 milyon geldi; bunun 1,1 milyonu kendi tasarruf hesaplarımızdan, korktuğumdan az. Nakit ve kısa vadeli yatırımlar varlıkların % 14,8’i oldu. 3 milyonu on iki aylığına bağlar, kalanı elimizin altında tutardım.',
    ],
  ],
  [
    26,
    'Yusuf Çelik',
    '',
    ['personal'],
    ['Your seat in the data course', 'Veri eğitimindeki yeriniz'],
    [
      'You are on the list for “Reading a balance sheet as a story”, two mornings next month. Bring one report that nobody reads; we will find out why.',
      '“Bilançoyu hikâye gibi okumak” eğitiminin listesindesiniz; önümüzdeki ay iki sabah. Kimsenin okumadığı bir rapor getirin, nedenini birlikte bulalım.',
    ],
  ],
  [
    29,
    'Jonas Lindqvist',
    '',
    ['work'],
    ['Queues on Fridays', 'Cuma kuyrukları'],
    [
      'Since we open the second window at eleven, nobody has waited longer than nine minutes. The tellers would like to keep it. So would I; it costs us one lunch shift.',
      'İkinci gişeyi on birde açtığımızdan beri kimse dokuz dakikadan fazla beklemedi. Arkadaşlar böyle kalsın istiyor. Ben de; bir öğle vardiyasına mal oluyor.',
    ],
    { files: [['Waiting times.png', 27_648]] },
  ],
  [
    32,
    'Daniel Whitcombe',
    'iu',
    ['work'],
    ['Annual privacy notice: two changes of words', 'Yıllık gizlilik bildirimi: iki sözcük değişikliği'],
    [
      'Counsel asks for “may share” instead of “share” in the third paragraph, and for the new postal address. Both are in the attached version, marked. It goes to print on Thursday; silence is consent, but I would rather have your yes.',
      'Hukukçular üçüncü paragrafta “paylaşırız” yerine “paylaşabiliriz” ve yeni posta adresini istiyor. İkisi de ekteki metinde işaretli. Perşembe basıma gidiyor; susmak onay sayılır ama evetinizi duymayı yeğlerim.',
    ],
    { cc: ['Isabelle Laurent'], files: [['Privacy notice, marked.pdf', 74_115]] },
  ],
  [
    46,
    'Grace Abernathy',
    's',
    ['work'],
    ['A question before the board meets', 'Kurul toplanmadan bir soru'],
    [
      'The net worth ratio in the draft is 10.4 %, and the chart on page six says 10.2. Which of them shall I defend?\n\nOtherwise the clearest packet in years.',
      'Taslakta net değer oranı % 10,4; altıncı sayfadaki grafik ise 10,2 diyor. Hangisini savunayım?\n\nBunun dışında yılların en anlaşılır dosyası.',
    ],
  ],
  [
    50,
    'Henrik Nyström',
    '',
    ['work'],
    ['Tonight’s maintenance is moved', 'Bu geceki bakım ertelendi'],
    [
      'The database update moves from tonight to Sunday, 02:00 to 03:30. Home banking shows a notice from Saturday noon on. If anything goes wrong we are back on the old version within ten minutes; we practised it twice.',
      'Veritabanı güncellemesi bu geceden pazara, 02.00–03.30 arasına kaydı. İnternet şubesi cumartesi öğleden itibaren duyuruyu gösterecek. Bir aksilik olursa on dakikada eski sürüme döneriz; iki kez denedik.',
    ],
  ],
  [
    54,
    'Ingrid Solberg',
    'i',
    ['work', 'accounts'],
    ['List of documents for the audit', 'Denetim için belge listesi'],
    [
      'We begin on the first Monday of next month. The attached list has 41 items; 29 of them you gave us last year in the same form. New is only the loan modification register.\n\nA room with a window would be appreciated.',
      'Önümüzdeki ayın ilk pazartesisi başlıyoruz. Ekteki listede 41 kalem var; 29’unu geçen yıl da aynı biçimde vermiştiniz. Yeni olan yalnız kredi yapılandırma defteri.\n\nPencereli bir oda memnuniyetle karşılanır.',
    ],
    { cc: ['Marcus Oyelaran', 'Mei-Ling Tran'], files: [['Document list.pdf', 52_900]] },
  ],
  [
    70,
    'Rafael Domínguez',
    '',
    ['invoices', 'payments'],
    ['Statement inserts: proof and price', 'Ekstre ekleri: prova ve fiyat'],
    [
      'Here is the proof of the insert. At 14,000 copies the price is 0.041 each, at 16,000 it is 0.038, so the larger run costs you 34 more in all.',
      'Ekin provası burada. 14.000 adette tanesi 0,041, 16.000 adette 0,038; yani büyük baskı toplamda size 34 fazlaya gelir.',
    ],
    {
      files: [
        ['Insert, front.jpg', 143_360],
        ['Insert, back.jpg', 128_512],
      ],
    },
  ],
  [
    74,
    'Oluwaseun Bello',
    'u',
    ['work'],
    ['Thirty days late, and three who called us', 'Otuz gün gecikenler ve bizi arayan üç kişi'],
    [
      'Delinquency is down to 0.71 %. What I am proud of: three members rang us before they missed a payment. We moved their due dates to the day after payday, and that was all it took.',
      'Gecikme oranı % 0,71’e indi. Asıl gurur duyduğum: üç üye, ödemeyi kaçırmadan önce bizi aradı. Son günlerini maaş gününün ertesine aldık, başka bir şeye gerek kalmadı.',
    ],
  ],
  [
    95,
    'Amara Nwosu',
    's',
    ['forums'],
    ['Quarterly outlook: slower, not colder', 'Üç aylık görünüm: yavaşlıyor ama soğumuyor'],
    [
      'Our regional outlook is out. Housing turnover falls by a tenth, wages keep pace with prices, and used cars get cheaper. For a lender of your size that means fewer mortgages and more refinanced autos.',
      'Bölgesel görünüm yayımlandı. Konut satışları onda bir azalıyor, ücretler fiyatlara ayak uyduruyor, ikinci el arabalar ucuzluyor. Sizin büyüklüğünüzde bir kurum için bu, daha az konut kredisi ve daha çok yenilenen taşıt kredisi demek.',
    ],
    { files: [['Outlook.pdf', 243_100]] },
  ],
  [
    99,
    'Zeynep Aksoy',
    '',
    ['work'],
    ['Three versions of the transfer screen', 'Para gönderme ekranının üç hâli'],
    [
      'A is the one you know. B asks for the amount first. C is B with larger figures, and people over sixty were twice as fast with it. I vote for C.',
      'A bildiğiniz hâli. B önce tutarı soruyor. C, B’nin iri rakamlısı; altmış yaş üstü onunla iki kat hızlıydı. Benim oyum C’ye.',
    ],
    {
      files: [
        ['A.png', 22_016],
        ['B.png', 21_504],
        ['C.png', 23_552],
      ],
    },
  ],
  [
    118,
    'Marcus Oyelaran',
    'i',
    ['work', 'accounts'],
    ['Budget: the number I would like you to attack', 'Bütçe: saldırmanızı istediğim sayı'],
    [
      'I put 3.6 % growth of operating expenses into the draft. Of that, 1.9 points are salaries already agreed. Please try to break the remaining 1.7 before the board does.',
      'Taslağa faaliyet giderlerinde % 3,6 artış koydum. Bunun 1,9 puanı üzerinde anlaştığımız ücretler. Kalan 1,7’yi kuruldan önce siz zorlayın lütfen.',
    ],
  ],
  [
    142,
    'Mehmet Tunçer',
    '',
    ['work'],
    ['The lift, the lights and the plant', 'Asansör, lambalar ve saksı'],
    [
      'The lift is inspected on Wednesday morning, the lights of the second floor are changed on Thursday, and the big plant by the entrance has been watered by four people a day. We have asked three of them to stop.',
      'Asansör çarşamba sabahı muayene ediliyor, ikinci katın lambaları perşembe değişiyor; girişteki büyük bitkiyi ise günde dört kişi suluyormuş. Üçünden vazgeçmesini rica ettik.',
    ],
  ],
  [
    150,
    'Burak Yıldırım',
    'i',
    ['work'],
    ['Result of the phishing exercise', 'Oltalama tatbikatının sonucu'],
    [
      'Of 84 people 6 clicked and 41 reported it; the first report came after ninety seconds. Last year it was 15 and 22. Names stay with me, as agreed. The bait was “Your parking permit”.',
      '84 kişiden 6’sı tıkladı, 41’i bildirdi; ilk bildirim doksan saniyede geldi. Geçen yıl 15’e 22’ydi. Anlaştığımız gibi adlar bende kalıyor. Yem, “Otopark izniniz” idi.',
    ],
  ],
  [
    171,
    'Lucas Bergeron',
    '',
    ['work', 'forums'],
    ['Release notes for the loan desk', 'Kredi masasının sürüm notları'],
    [
      'New: two people may look at the same application, and the second one sees who the first is. Mended: the co-borrower’s income was counted twice when both lived at one address. Thank you for reporting that one so precisely.',
      'Yeni: aynı başvuruya iki kişi bakabiliyor, ikincisi birincinin kim olduğunu görüyor. Düzeltildi: iki borçlu aynı adreste oturunca ortak borçlunun geliri iki kez sayılıyordu. Bunu bu denli açık bildirdiğiniz için teşekkürler.',
    ],
  ],
  [
    190,
    'Nadia Petrova',
    '',
    ['personal', 'work'],
    ['Two candidates for the analyst post', 'Analist kadrosu için iki aday'],
    [
      'One comes from a hospital and has never seen a loan, but asks the best questions I have heard this year. The other has done exactly this for six years. Can you see both on Friday?',
      'Biri hastaneden geliyor, hiç kredi görmemiş ama bu yıl duyduğum en iyi soruları soruyor. Öteki altı yıldır tam da bu işi yapıyor. Cuma ikisiyle de görüşür müsünüz?',
    ],
  ],
  [
    214,
    'Samuel Okafor',
    '',
    ['payments', 'invoices'],
    ['Appraisals of last month', 'Geçen ayın değerlemeleri'],
    [
      'Eleven houses, one farm and a bakery. The bakery took longer because the owner insisted that I try everything. The invoice is attached; the pastries are not on it.',
      'On bir ev, bir çiftlik ve bir fırın. Fırın uzun sürdü, sahibi hepsini tatmamda ısrar etti. Fatura ekte; poğaçalar faturaya dâhil değil.',
    ],
    { files: [['Appraisals.pdf', 38_707]] },
  ],
  [
    238,
    'Deepak Menon',
    's',
    ['work'],
    ['Loss reserves: I would not touch them yet', 'Karşılıklar: henüz dokunmazdım'],
    [
      'The model would let you release 140,000. It also believes that used cars will recover by spring, and I do not. Wait one quarter; if I am wrong you will have lost nothing but time.',
      'Model 140.000’lik bir serbest bırakmaya izin veriyor. Ama ikinci el arabaların bahara toparlanacağına da inanıyor; ben inanmıyorum. Bir çeyrek bekleyin; yanılıyorsam yalnız zaman yitirmiş olursunuz.',
    ],
  ],
  [
    262,
    'Fiona MacAllister',
    '',
    ['personal'],
    ['Annual meeting: the hall is ours', 'Genel kurul: salon bizim'],
    [
      'Doors at five, meeting at six, supper at seven. 220 seats, and the microphone that whistled last year has been replaced. Would you show your three charts again? People still speak of the one with the umbrellas.',
      'Kapılar beşte, toplantı altıda, yemek yedide. 220 koltuk; geçen yıl öten mikrofon değişti. Üç grafiğinizi yine gösterir misiniz? Şemsiyeli olan hâlâ konuşuluyor.',
    ],
    { files: [['Hall.jpg', 187_392]] },
  ],
  [
    290,
    'Kerem Aydın',
    '',
    ['work'],
    ['The line to the Harbour branch', 'Liman şubesinin hattı'],
    [
      'It was the cable after all: somebody had put a filing cabinet on it. The line is twice as fast as on the day it was laid, because we never measured it then.',
      'Sonunda kabloymuş: biri üstüne dosya dolabı koymuş. Hat, döşendiği güne göre iki kat hızlı; çünkü o gün hiç ölçmemişiz.',
    ],
  ],
  [
    310,
    'Hana Kobayashi',
    's',
    ['personal', 'invoices'],
    ['Drawings for the savings campaign', 'Tasarruf kampanyasının çizimleri'],
    [
      'Here are the squirrel, the jar and the rainy day. The squirrel has no name yet; the children at the Elm Street branch suggest Penny.',
      'Sincap, kavanoz ve yağmurlu gün burada. Sincabın adı yok henüz; Karaağaç şubesindeki çocuklar Kuruş diyor.',
    ],
    {
      files: [
        ['Squirrel.png', 96_256],
        ['Rainy day.png', 88_064],
      ],
    },
  ],
  [
    334,
    'Isabelle Laurent',
    '',
    ['work', 'accounts'],
    ['Lease of the Mill Road branch', 'Değirmen Yolu şubesinin kirası'],
    [
      'The landlord accepts five years with a break after three. He will not repaint the front, but he will let you choose the colour. I recommend that you sign.',
      'Mal sahibi, üçüncü yılda çıkış hakkıyla beş yılı kabul ediyor. Cepheyi boyatmayacak ama rengi size bırakıyor. İmzalamanızı öneririm.',
    ],
    { files: [['Lease.pdf', 164_020]] },
  ],
];
