import { COLLEAGUES } from '../../generate/cast.ts';
import { dayFrom } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';

type Item = StateOf<'fileManager'>['items'][number];
type Pair = readonly [en: string, tr: string];
type Line = Pair | readonly [en: string, tr: string, type: Item['type'], kilobytes: number, about?: Pair];

/** Folders by their way from the root; a line of four is a file. */
const TREE: Readonly<Record<string, readonly Line[]>> = {
  '': [
    ['Board papers', 'Kurul evrakı'],
    ['Lending', 'Krediler'],
    ['People', 'Çalışanlar'],
    ['Pictures', 'Resimler'],
    [
      'Member survey',
      'Üye anketi',
      'PDF',
      2_140,
      ['Answers of 1,204 members, spring.', '1.204 üyenin yanıtları, ilkbahar.'],
    ],
    ['Branch addresses', 'Şube adresleri', 'XLS', 38],
    [
      'Read me first',
      'Önce beni okuyun',
      'TXT',
      4,
      ['What lies where, and who looks after it.', 'Ne nerede, kim sorumlu.'],
    ],
    ['Letter to members', 'Üyelere mektup', 'DOC', 96],
  ],
  'Board papers': [
    ['March meeting', 'Mart toplantısı'],
    ['Rules of procedure', 'Çalışma usulü', 'PDF', 412],
    ['Members of the board', 'Kurul üyeleri', 'DOC', 58],
  ],
  'Board papers/March meeting': [
    ['Agenda', 'Gündem', 'PDF', 88],
    ['Balance sheet', 'Bilanço', 'XLS', 184, ['As of the end of February.', 'Şubat sonu itibarıyla.']],
    ['Minutes of February', 'Şubat tutanağı', 'DOC', 121],
    ['Risk report', 'Risk raporu', 'PDF', 1_530],
  ],
  Lending: [
    ['Auto loans', 'Taşıt kredileri'],
    ['Policy', 'İlkeler', 'PDF', 640],
    ['Rate sheet', 'Faiz tablosu', 'XLS', 72],
  ],
  'Lending/Auto loans': [
    ['Dealers', 'Galeriler', 'XLS', 51],
    ['Scan of the contract', 'Sözleşme taraması', 'JPG', 1_870],
    ['Notes of the visit', 'Ziyaret notları', 'TXT', 7],
  ],
  People: [
    ['Holidays', 'İzinler', 'XLS', 44],
    [
      'Handbook',
      'El kitabı',
      'PDF',
      3_260,
      ['For new colleagues; read the first ten pages.', 'Yeni arkadaşlar için; ilk on sayfayı okuyun.'],
    ],
    ['Job advertisement', 'İş ilanı', 'DOC', 63],
  ],
  Pictures: [
    ['Branch on Mill Lane', 'Mill Lane şubesi', 'JPG', 2_410],
    ['Summer party', 'Yaz şenliği', 'JPG', 3_105],
    ['Team', 'Ekip', 'JPG', 2_780],
  ],
};

export function seedFiles({ random, now }: Seeding): StateOf<'fileManager'> {
  const folders = new Map<string, string>();
  const items: Item[] = Object.entries(TREE).flatMap(([way, lines]) =>
    lines.map((line): Item => {
      const [en, tr, type = 'folder', kilobytes = 0, about] = line;
      const id = random.uuid();
      if (type === 'folder') folders.set(way === '' ? en : `${way}/${en}`, id);
      const created = random.int(20, 300);
      return {
        id,
        folderId: folders.get(way) ?? null,
        name: { en, tr },
        createdBy: random.pick(COLLEAGUES).name,
        createdAt: dayFrom(now, -created, random.int(8, 17)),
        modifiedAt: dayFrom(now, -random.int(1, created), random.int(8, 17)),
        bytes: kilobytes === 0 ? 0 : kilobytes * 1024 - random.int(0, 900),
        type,
        description: about ? { en: about[0], tr: about[1] } : null,
      };
    }),
  );
  return { items };
}
