type Pair = readonly [en: string, tr: string];

/** Slug, title, one sentence, and the steps in order. */
type Guide = readonly [slug: string, title: Pair, subtitle: Pair, steps: readonly Pair[]];

export interface GuideCategory {
  readonly slug: string;
  readonly title: Pair;
  readonly guides: readonly Guide[];
}

export const GUIDES: readonly GuideCategory[] = [
  {
    slug: 'getting-started',
    title: ['Getting Started', 'Başlarken'],
    guides: [
      [
        'what-this-is',
        ['What this is', 'Bu nedir'],
        ['Ten apps, four dashboards, and no server.', 'On uygulama, dört pano ve sıfır sunucu.'],
        [
          [
            'Open any app from the navigation: each holds data already.',
            'Gezinmeden bir uygulama açın: her birinde veri vardır.',
          ],
          ['Change what you like. It is kept in this browser.', 'Dilediğinizi değiştirin. Bu tarayıcıda saklanır.'],
          ['Reset the demo data when you have seen enough.', 'Yeterince gördüğünüzde demo verisini sıfırlayın.'],
        ],
      ],
      [
        'sign-in',
        ['Sign in', 'Giriş yapın'],
        ['One account, and it stands on the page.', 'Tek hesap var ve sayfada yazılı.'],
        [
          [
            'Take the e-mail address and password that the sign-in page shows.',
            'Giriş sayfasındaki e-posta adresini ve parolayı kullanın.',
          ],
          [
            'You stay signed in for seven days after your last visit.',
            'Son ziyaretinizden sonra yedi gün boyunca girişiniz açık kalır.',
          ],
          ['Sign out in the menu under your picture.', 'Resminizin altındaki menüden çıkış yapın.'],
        ],
      ],
      [
        'choose-a-layout',
        ['Choose a layout', 'Bir düzen seçin'],
        ['Ten arrangements of the same screens.', 'Aynı ekranların on dizilişi.'],
        [
          ['Open the settings drawer by the cog at the right edge.', 'Sağ kenardaki dişliyle ayar çekmecesini açın.'],
          ['Choose one of the small pictures; it applies at once.', 'Küçük resimlerden birini seçin; hemen uygulanır.'],
          ['Scheme and theme stand above it.', 'Renk düzeni ve tema onun üstündedir.'],
        ],
      ],
      [
        'find-things',
        ['Find things', 'Bir şeyi bulun'],
        ['One search for people, pages and tasks.', 'Kişiler, sayfalar ve görevler için tek arama.'],
        [
          ['Press the magnifier and type two letters or more.', 'Büyütece basıp en az iki harf yazın.'],
          [
            'Case, accents and the two Turkish i’s make no difference.',
            'Büyük-küçük harf, aksanlar ve iki farklı i fark yaratmaz.',
          ],
          ['Move with the arrows, open with Enter.', 'Oklarla gezin, Enter ile açın.'],
        ],
      ],
      [
        'change-the-language',
        ['Change the language', 'Dili değiştirin'],
        ['English or Turkish, without loading anew.', 'Yeniden yüklemeden İngilizce ya da Türkçe.'],
        [
          ['Press the language in the header.', 'Üst çubuktaki dile basın.'],
          [
            'Sample texts follow; your own stay as you wrote them.',
            'Örnek metinler değişir; sizinkiler yazdığınız gibi kalır.',
          ],
        ],
      ],
      [
        'use-the-keyboard',
        ['Use the keyboard', 'Klavyeyi kullanın'],
        ['Everything can be reached without a mouse.', 'Her şeye faresiz ulaşılır.'],
        [
          [
            'Tab moves on, Shift and Tab back; the focus is always visible.',
            'Sekme ileri, Shift ve Sekme geri götürür; odak hep görünür.',
          ],
          ['Escape closes what opened last.', 'Escape en son açılanı kapatır.'],
          [
            'Lift cards and tasks with Space, move them with the arrows.',
            'Kart ve görevleri Boşlukla kaldırıp oklarla taşıyın.',
          ],
        ],
      ],
      [
        'several-tabs',
        ['Work in several tabs', 'Birkaç sekmede çalışın'],
        ['What you change in one is in the others at once.', 'Birinde yaptığınız değişiklik hemen ötekilerdedir.'],
        [
          ['Open the suite in a second tab.', 'Uygulamayı ikinci bir sekmede açın.'],
          ['Mark a mail as read in one, and watch the other.', 'Birinde bir postayı okundu yapın ve ötekine bakın.'],
        ],
      ],
    ],
  },
  {
    slug: 'projects',
    title: ['Projects', 'Projeler'],
    guides: [
      [
        'boards-and-cards',
        ['Boards and cards', 'Panolar ve kartlar'],
        ['See what is to be done, what is under way and what is done.', 'Yapılacakları, sürenleri ve bitenleri görün.'],
        [
          ['Open a board; its lists stand side by side.', 'Bir pano açın; listeleri yan yana durur.'],
          [
            'Add a card below a list, and drag it where it belongs.',
            'Listenin altına kart ekleyip ait olduğu yere sürükleyin.',
          ],
          ['Give it labels and a day on which it is due.', 'Etiket ve bitiş günü verin.'],
        ],
      ],
      [
        'tasks-and-sections',
        ['Tasks and sections', 'Görevler ve bölümler'],
        ['One list, cut into parts by sections.', 'Bölümlere ayrılmış tek bir liste.'],
        [
          ['Add a task or a section; it comes first.', 'Görev ya da bölüm ekleyin; başa gelir.'],
          ['Drag a row by its handle to where it shall stand.', 'Satırı tutamağından istediğiniz yere sürükleyin.'],
        ],
      ],
      [
        'read-the-dashboard',
        ['Read the project dashboard', 'Proje panosunu okuyun'],
        ['Issues, tasks, budget and team on one screen.', 'Kayıtlar, görevler, bütçe ve ekip tek ekranda.'],
        [
          ['Switch between this week and the last.', 'Bu hafta ile geçen hafta arasında geçiş yapın.'],
          [
            'The budget’s rows add up: spent and left make the total.',
            'Bütçe satırları tutar: harcanan ve kalan toplamı verir.',
          ],
        ],
      ],
      [
        'share-files',
        ['Keep files together', 'Dosyaları bir arada tutun'],
        ['Folders within folders, with a path above them.', 'Üstünde yolu yazan, iç içe klasörler.'],
        [
          ['Open a folder by its tile; the path leads back.', 'Klasörü kutusundan açın; yol geri götürür.'],
          ['The details stand in a drawer at the right.', 'Ayrıntılar sağdaki çekmecededir.'],
        ],
      ],
    ],
  },
  {
    slug: 'settings',
    title: ['Settings', 'Ayarlar'],
    guides: [
      [
        'light-and-dark',
        ['Light and dark', 'Açık ve koyu'],
        ['Follow your device, or decide yourself.', 'Cihazınıza uyun ya da kendiniz seçin.'],
        [
          ['Open the settings drawer.', 'Ayar çekmecesini açın.'],
          ['“Auto” follows the device, also when it changes at night.', '“Otomatik”, gece değişse de cihaza uyar.'],
        ],
      ],
      [
        'notifications',
        ['Notifications', 'Bildirimler'],
        ['Read, unread, gone.', 'Okundu, okunmadı, silindi.'],
        [
          ['Press the bell; the dot marks one as read or unread.', 'Zile basın; nokta okundu ya da okunmadı yapar.'],
          ['“Mark all as read” does it at once.', '“Tümünü okundu yap” hepsini birden yapar.'],
        ],
      ],
      [
        'shortcuts',
        ['Shortcuts', 'Kısayollar'],
        ['The screens you open most, two clicks away.', 'En çok açtığınız ekranlar iki tık ötede.'],
        [
          ['Open the shortcuts and press the pencil.', 'Kısayolları açıp kaleme basın.'],
          ['Add one with a label, an icon and an address.', 'Ad, simge ve adresle yeni bir tane ekleyin.'],
        ],
      ],
    ],
  },
  {
    slug: 'payments',
    title: ['Payments', 'Ödemeler'],
    guides: [
      [
        'statements',
        ['Statements', 'Hesap özetleri'],
        [
          'What was spent in thirty days, and what must be paid of it.',
          'Otuz günde harcanan ve bunun ödenmesi gereken bölümü.',
        ],
        [
          ['The minimum is five percent of what was spent.', 'Asgari ödeme, harcananın yüzde beşidir.'],
          ['The transactions below are those of the last two months.', 'Alttaki işlemler son iki ayındır.'],
        ],
      ],
      [
        'print-an-invoice',
        ['Print an invoice', 'Fatura yazdırın'],
        ['White paper, no menus.', 'Beyaz kâğıt, menüsüz.'],
        [
          ['Open an invoice and print the page.', 'Bir fatura açıp sayfayı yazdırın.'],
          [
            'Check the total: lines, tax and discount make it.',
            'Toplamı denetleyin: satırlar, vergi ve indirim onu verir.',
          ],
        ],
      ],
      [
        'convert-coins',
        ['Convert coins', 'Kripto çevirin'],
        ['An amount in coins or in dollars.', 'Kripto ya da dolar cinsinden tutar.'],
        [
          [
            'Type either amount; the other follows the price of the minute.',
            'İkisinden birini yazın; öteki o dakikanın fiyatına göre değişir.',
          ],
          ['Nothing is bought or sold.', 'Hiçbir şey alınmaz ya da satılmaz.'],
        ],
      ],
    ],
  },
  {
    slug: 'your-account',
    title: ['Your Account', 'Hesabınız'],
    guides: [
      [
        'your-status',
        ['Your status', 'Durumunuz'],
        ['Online, away, busy or invisible.', 'Çevrimiçi, uzakta, meşgul ya da görünmez.'],
        [
          ['Open the menu under your picture.', 'Resminizin altındaki menüyü açın.'],
          ['Choose a status; it is saved at once.', 'Bir durum seçin; hemen kaydedilir.'],
        ],
      ],
      [
        'take-your-data-along',
        ['Take your data along', 'Verinizi yanınıza alın'],
        ['One file holds everything.', 'Her şey tek dosyada.'],
        [
          ['Choose “Export” in the settings, and keep the file.', 'Ayarlarda “Dışa aktar”ı seçip dosyayı saklayın.'],
          [
            'Choose “Import” in another browser. What is there is replaced.',
            'Başka bir tarayıcıda “İçe aktar”ı seçin. Oradakinin yerine geçer.',
          ],
        ],
      ],
      [
        'lock-the-screen',
        ['Lock the screen', 'Ekranı kilitleyin'],
        ['Leave your desk without signing out.', 'Çıkış yapmadan masanızdan kalkın.'],
        [
          ['Open the page “Unlock session”.', '“Oturumu aç” sayfasına gidin.'],
          ['Type the password to go on where you were.', 'Kaldığınız yerden sürdürmek için parolayı yazın.'],
        ],
      ],
    ],
  },
];
