import type { Step } from './course.ts';

export const STEPS: readonly Step[] = [
  [
    ['What a backup is for', 'Yedek ne içindir'],
    ['For the day on which somebody deletes the wrong table.', 'Birinin yanlış tabloyu sildiği gün için.'],
    [
      'Copies on a second disk help against broken disks. Against people only time helps: yesterday’s state.',
      'İkinci diskteki kopya bozuk diske karşıdır. İnsana karşı yalnızca zaman yarar: dünkü durum.',
    ],
  ],
  [
    ['How much may be lost', 'Ne kadarı kaybolabilir'],
    ['Two numbers, agreed in writing.', 'Yazıyla kararlaştırılan iki sayı.'],
    [
      'How many minutes of work may be gone, and how many hours until all runs again. The board signs them, not the engineer.',
      'Kaç dakikalık iş gidebilir, kaç saatte her şey yeniden çalışır. Mühendis değil, kurul imzalar.',
    ],
  ],
  [
    ['Three, two, one', 'Üç, iki, bir'],
    ['Three copies, two kinds of storage, one elsewhere.', 'Üç kopya, iki tür depo, biri başka yerde.'],
    [
      'Elsewhere means another account too: whoever breaks into one must not reach the other.',
      'Başka yer, başka hesap da demektir: birine giren ötekine ulaşmamalı.',
    ],
  ],
  [
    ['Whole and in parts', 'Tam ve parça'],
    ['A base, and the log since then.', 'Bir taban ve ondan sonraki günlük.'],
    [
      'Databases write a log of each change. Kept without a gap, it leads from the base to any minute you like.',
      'Veritabanları her değişikliği günlüğe yazar. Boşluksuz saklanırsa tabandan istediğiniz dakikaya götürür.',
    ],
  ],
  [
    ['Encrypt', 'Şifreleyin'],
    ['Before it leaves the house.', 'Evden çıkmadan.'],
    [
      'The key lies neither beside the backup nor in the cloud alone. Two people keep it, and it is tried each year.',
      'Anahtar yedeğin yanında da yalnızca bulutta da durmaz. İki kişi saklar ve her yıl denenir.',
    ],
  ],
  [
    ['Write once', 'Bir kez yazılır'],
    ['What can’t be changed can’t be held to ransom.', 'Değiştirilemeyen rehin alınamaz.'],
    [
      'Object storage can refuse to delete for thirty days, also to an administrator. Switch it on, and try it.',
      'Nesne deposu otuz gün silmeyi reddedebilir, yöneticiye de. Açın ve deneyin.',
    ],
  ],
  [
    ['Restore', 'Geri yükleyin'],
    ['A backup that nobody restored is a hope.', 'Kimsenin geri yüklemediği yedek bir umuttur.'],
    [
      'Restore to an empty machine each month, by the written steps, by somebody who did not write them.',
      'Her ay boş bir makineye, yazılı adımlarla, adımları yazmayan biri geri yüklesin.',
    ],
  ],
  [
    ['Check the figures', 'Rakamları denetleyin'],
    ['It runs is not enough.', 'Çalışıyor demek yetmez.'],
    [
      'Compare sums of the restored accounts with the ledger of that evening, to the cent.',
      'Geri yüklenen hesapların toplamını o akşamın defteriyle kuruşuna dek karşılaştırın.',
    ],
  ],
  [
    ['How long to keep', 'Ne kadar saklanır'],
    ['Days, weeks, years: each for a reason.', 'Gün, hafta, yıl: her biri bir nedenle.'],
    [
      'The law tells the longest, privacy the shortest. Write both down, and let a job delete what is over.',
      'En uzununu yasa, en kısasını mahremiyet söyler. İkisini de yazın; süresi dolanı bir görev silsin.',
    ],
  ],
  [
    ['Watch it', 'Gözleyin'],
    ['Silence is no success.', 'Sessizlik başarı değildir.'],
    [
      'Alert when no backup came, not only when one failed. And when it is half as large as yesterday’s.',
      'Yalnızca başarısız olunca değil, yedek gelmeyince de uyarın. Dünkünün yarısı kadarsa da.',
    ],
  ],
  [
    ['The day itself', 'O gün'],
    ['A page on paper.', 'Kâğıtta bir sayfa.'],
    [
      'Who decides, who calls whom, where the keys are, in which order things start. Printed, for the network is gone.',
      'Kim karar verir, kim kimi arar, anahtarlar nerede, ne hangi sırayla açılır. Basılı; çünkü ağ yok.',
    ],
  ],
];
