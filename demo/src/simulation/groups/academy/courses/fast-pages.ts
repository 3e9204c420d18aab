import type { Step } from './course.ts';

export const STEPS: readonly Step[] = [
  [
    ['What people wait for', 'İnsanlar neyi bekler'],
    ['Three moments: something, the right thing, a thing that answers.', 'Üç an: bir şey, doğru şey, yanıt veren şey.'],
    [
      'First paint, largest paint, first answer. Measure them where your members are, not at your desk.',
      'İlk çizim, en büyük çizim, ilk yanıt. Masanızda değil, üyelerinizin olduğu yerde ölçün.',
    ],
  ],
  [
    ['Measure first', 'Önce ölçün'],
    ['A guess costs a week.', 'Tahmin bir haftaya mal olur.'],
    [
      'Record a load with a slow processor and a slow line. The widest bar is where you begin.',
      'Yavaş işlemci ve yavaş hatla bir yükleme kaydedin. En geniş çubuk başlayacağınız yerdir.',
    ],
  ],
  [
    ['Send less script', 'Daha az betik gönderin'],
    ['Each kilobyte is read, parsed and run.', 'Her kilobayt okunur, çözümlenir, çalıştırılır.'],
    [
      'Set a budget for the first screen and let the build fail above it. Load charts and editors when they are opened.',
      'İlk ekran için bir bütçe koyun, aşılınca derleme dursun. Grafikleri ve düzenleyicileri açılınca yükleyin.',
    ],
  ],
  [
    ['Split by route', 'Yola göre bölün'],
    ['Nobody opens all pages at once.', 'Kimse bütün sayfaları birden açmaz.'],
    [
      'Import each screen when its address is visited, and fetch the likely next one while the person reads.',
      'Her ekranı adresi açılınca alın; olası bir sonrakini kişi okurken getirin.',
    ],
  ],
  [
    ['Pictures', 'Resimler'],
    ['Give them a size, or the page jumps.', 'Boyut verin, yoksa sayfa zıplar.'],
    [
      '<code>width</code> and <code>height</code> keep the place free; <code>loading="lazy"</code> waits until one is near.',
      '<code>width</code> ve <code>height</code> yeri ayırır; <code>loading="lazy"</code> yaklaşana dek bekler.',
    ],
  ],
  [
    ['Fonts', 'Yazı tipleri'],
    ['One family, few weights.', 'Tek aile, az kalınlık.'],
    [
      'Ship a variable font yourself, and let text show at once in a fallback of the same width.',
      'Değişken bir yazı tipini kendiniz sunun; metin hemen, aynı genişlikte bir yedekle görünsün.',
    ],
  ],
  [
    ['Lists of thousands', 'Binlerce satır'],
    ['Draw what is seen.', 'Görüleni çizin.'],
    [
      'A virtual list keeps some dozen rows in the document. Mind the keyboard, and searching in the page.',
      'Sanal liste belgede birkaç düzine satır tutar. Klavyeyi ve sayfada aramayı unutmayın.',
    ],
  ],
  [
    ['Cache with a name', 'Adıyla önbelleğe alın'],
    ['What never changes may stay for a year.', 'Değişmeyen bir yıl kalabilir.'],
    [
      'Put a hash into the file name and keep it for good; the page that names it is asked for anew each time.',
      'Dosya adına özet koyup kalıcı saklayın; onu anan sayfa her seferinde yeniden istenir.',
    ],
  ],
  [
    ['Do not block', 'Tıkamayın'],
    ['Fifty milliseconds are a long time.', 'Elli milisaniye uzun süredir.'],
    [
      'Cut long work into pieces, or give it to a worker. The pointer must never wait for a sum.',
      'Uzun işi parçalara bölün ya da bir işçiye verin. İmleç bir toplamayı beklememeli.',
    ],
  ],
  [
    ['Wait with grace', 'Zarifçe bekletin'],
    ['A skeleton has the shape of what comes.', 'İskelet, gelecek olanın biçimindedir.'],
    [
      'Show it after a moment only; what comes at once needs none. Nothing may move when the content arrives.',
      'Yalnızca kısa bir süre sonra gösterin; hemen gelene gerekmez. İçerik gelince hiçbir şey kaymasın.',
    ],
  ],
  [
    ['Keep it fast', 'Hızlı kalsın'],
    ['Speed is lost by the kilobyte.', 'Hız kilobayt kilobayt yitirilir.'],
    [
      'Let each change be measured against the one before, on the same machine in the same run.',
      'Her değişikliği bir öncekiyle, aynı makinede, aynı koşuda ölçün.',
    ],
  ],
];
