type Pair = readonly [en: string, tr: string];

export interface FaqCategory {
  readonly slug: string;
  readonly title: Pair;
  readonly faqs: readonly (readonly [question: Pair, answer: Pair])[];
}

export const FAQS: readonly FaqCategory[] = [
  {
    slug: 'most-asked',
    title: ['Most asked', 'En çok sorulanlar'],
    faqs: [
      [
        ['Where is what I change kept?', 'Yaptığım değişiklikler nerede saklanır?'],
        [
          'In this browser only. It is there again when you come back, and the same in every tab of this browser; no other device sees it.',
          'Yalnızca bu tarayıcıda. Geri döndüğünüzde yerindedir ve bu tarayıcının her sekmesinde aynıdır; başka hiçbir cihaz görmez.',
        ],
      ],
      [
        ['How do I begin anew?', 'Baştan nasıl başlarım?'],
        [
          'Choose “Reset demo data” in the settings. Everything you wrote is gone then, in all tabs; export it first if you want to keep it.',
          'Ayarlarda “Demo verisini sıfırla”yı seçin. Yazdıklarınız bütün sekmelerde silinir; saklamak isterseniz önce dışa aktarın.',
        ],
      ],
      [
        ['Are mails and messages really sent?', 'Postalar ve iletiler gerçekten gönderilir mi?'],
        [
          'No. They are put into the folders and chats of the demo, and leave your browser for nobody.',
          'Hayır. Demonun klasörlerine ve sohbetlerine konur; tarayıcınızdan kimseye gitmez.',
        ],
      ],
      [
        ['Who are the people in the demo?', 'Demodaki kişiler kim?'],
        [
          'Nobody. Names, pictures and addresses are made up, and all addresses end in .example, which belongs to no one.',
          'Hiç kimse. Adlar, resimler ve adresler uydurmadır; bütün adresler kimseye ait olmayan .example ile biter.',
        ],
      ],
    ],
  },
  {
    slug: 'general-inquiries',
    title: ['General inquiries', 'Genel sorular'],
    faqs: [
      [
        ['In which languages can I use it?', 'Hangi dillerde kullanabilirim?'],
        [
          'In English and Turkish. Texts that you wrote stay in the language in which you wrote them.',
          'İngilizce ve Türkçe. Sizin yazdıklarınız, yazdığınız dilde kalır.',
        ],
      ],
      [
        ['Does it work without a network?', 'Ağ olmadan çalışır mı?'],
        [
          'Yes, once the page is loaded: everything is answered inside the page.',
          'Evet, sayfa yüklendikten sonra: her şey sayfanın içinde yanıtlanır.',
        ],
      ],
      [
        ['Why are dates always recent?', 'Tarihler neden hep yeni?'],
        [
          'They are made relative to the day on which you began or reset the demo.',
          'Demoya başladığınız ya da onu sıfırladığınız güne göre üretilir.',
        ],
      ],
    ],
  },
  {
    slug: 'licenses',
    title: ['Licenses', 'Lisanslar'],
    faqs: [
      [
        ['Under which license is the suite?', 'Uygulamalar hangi lisansla sunulur?'],
        [
          'Apache 2.0. You may use, change and share it; keep the notices.',
          'Apache 2.0. Kullanabilir, değiştirebilir ve paylaşabilirsiniz; bildirimleri koruyun.',
        ],
      ],
      [
        ['May I use the pictures?', 'Resimleri kullanabilir miyim?'],
        [
          'Yes. They are drawn by the suite itself and come under the same license.',
          'Evet. Uygulamanın kendisi çizer ve aynı lisansa tabidir.',
        ],
      ],
      [
        ['And the icons?', 'Peki simgeler?'],
        [
          'Feather and Heroicons are under MIT, Material icons under Apache 2.0.',
          'Feather ve Heroicons MIT, Material simgeleri Apache 2.0 lisanslıdır.',
        ],
      ],
    ],
  },
  {
    slug: 'payments',
    title: ['Payments', 'Ödemeler'],
    faqs: [
      [
        ['Does anything here cost money?', 'Burada ücretli bir şey var mı?'],
        [
          'No. Prices, plans and invoices are samples of how such pages look.',
          'Hayır. Fiyatlar, planlar ve faturalar, böyle sayfaların nasıl göründüğüne örnektir.',
        ],
      ],
      [
        ['What happens to a card number that I type?', 'Yazdığım kart numarasına ne olur?'],
        [
          'It stays in the form and is not kept. Still, type a made-up one.',
          'Formda kalır ve saklanmaz. Yine de uydurma bir numara yazın.',
        ],
      ],
      [
        ['Are the figures of the finance dashboard real?', 'Finans panosundaki rakamlar gerçek mi?'],
        [
          'They are made up, and add up: the statements are the sums of the transactions below them.',
          'Uydurmadır ama tutarlıdır: hesap özetleri, altlarındaki işlemlerin toplamıdır.',
        ],
      ],
    ],
  },
  {
    slug: 'support',
    title: ['Support', 'Destek'],
    faqs: [
      [
        ['How do I report a fault?', 'Bir hatayı nasıl bildiririm?'],
        [
          'Write down what you did, what you expected and what came instead, and send it to those who run this installation.',
          'Ne yaptığınızı, ne beklediğinizi ve ne olduğunu yazıp bu kurulumu işletenlere gönderin.',
        ],
      ],
      [
        ['The demo says that stored data was reset. Why?', 'Demo, saklanan verinin sıfırlandığını söylüyor. Neden?'],
        [
          'It was of an older version, or damaged. The parts that were in order are kept.',
          'Eski sürümdendi ya da bozulmuştu. Sağlam olan bölümler korunur.',
        ],
      ],
      [
        ['It says that nothing is kept. What can I do?', 'Hiçbir şeyin saklanmadığını söylüyor. Ne yapabilirim?'],
        [
          'Your browser gives the page no room: leave private mode, or free some space.',
          'Tarayıcınız sayfaya yer vermiyor: gizli moddan çıkın ya da yer açın.',
        ],
      ],
    ],
  },
];
