import { nearestName } from '../model/suggest-name.ts';
import type { StatementFailed } from '../errors.ts';
import { GateFault } from './gate-fault.ts';
import type { Said } from './gate-fault.ts';

/** What every engine's gate says alike. */

/** The sentence with ` Did you mean 'x'?` behind it, where a known name is near; `shown` is how a name is written. */
function withNearest(
  said: Said,
  name: string,
  known: Iterable<string>,
  shown: (name: string) => string = (each) => each,
): Said {
  const nearest = nearestName(name, known);
  if (nearest === null) return said;
  return {
    en: `${said.en} Did you mean '${shown(nearest)}'?`,
    tr: `${said.tr} '${shown(nearest)}' mi demek istediniz?`,
  };
}

export const NO_GATE: Said = {
  en: 'This warehouse takes no SQL by hand. Ask by datasets.',
  tr: 'Bu veri ambarı elle yazılmış SQL almıyor. Veri kümeleriyle sorun.',
};
export const CONTROL_CHARACTER: Said = {
  en: 'There is a control character here. Leave it out.',
  tr: 'Burada bir denetim karakteri var. Onu çıkarın.',
};
export const tooManyCharacters = (most: number): Said => ({
  en: `The statement has more than ${most} characters. Shorten it.`,
  tr: `İfade ${most} karakterden uzun. Kısaltın.`,
});
export const ONLY_SELECT: Said = {
  en: 'Only a SELECT can be run here: it reads, and changes nothing.',
  tr: 'Burada yalnızca SELECT çalıştırılabilir: okur, hiçbir şeyi değiştirmez.',
};
export const NO_PARAMETERS: Said = {
  en: 'Parameters have no values here. Write the value itself.',
  tr: 'Parametrelerin burada değeri yok. Değerin kendisini yazın.',
};
export const TOO_LONG: Said = {
  en: 'The statement is too long. Split it up.',
  tr: 'İfade çok uzun. Onu bölün.',
};
export const TOO_DEEP: Said = {
  en: 'The statement is nested too deep here. Name inner parts with WITH.',
  tr: 'İfade burada fazla iç içe. İç parçalara WITH ile ad verin.',
};
export const NO_STATEMENT: Said = {
  en: 'There is no statement here. Write a SELECT.',
  tr: 'Burada bir ifade yok. Bir SELECT yazın.',
};
export const CANNOT_RUN: Said = {
  en: 'The engine cannot run this statement. Write it in another way.',
  tr: 'Veritabanı bu ifadeyi çalıştıramıyor. Başka türlü yazın.',
};
export const TOO_MUCH_MEMORY: Said = {
  en: 'The statement needs more memory than one may take. Read fewer rows or columns, or group them earlier.',
  tr: 'İfade, birine ayrılandan çok bellek istiyor. Daha az satır ya da sütun okuyun veya daha erken gruplayın.',
};

export const severalStatements = (count: number): Said => ({
  en: `Write one statement; here are ${count}. Run them one after the other.`,
  tr: `Tek bir ifade yazın; burada ${count} tane var. Onları sırayla çalıştırın.`,
});

/** `what`: the part, as the engine's parser calls it. */
export const unknownPart = (what: string): Said => ({
  en: `This cannot be run here (${what} that is not among those allowed). Write it in another way.`,
  tr: `Bu, burada çalıştırılamaz (izin verilenler arasında olmayan ${what}). Başka türlü yazın.`,
});

/** `tables`: those that can be used, by the name under which the engine finds them, as they are to be written. */
export function noTable(written: string, name: string, tables: ReadonlyMap<string, string>): Said {
  const said = { en: `There is no table '${written}' here.`, tr: `Burada '${written}' adlı bir tablo yok.` };
  const { en, tr } = withNearest(said, name, tables.keys(), (each) => tables.get(each)!);
  const known = [...tables.values()].join(', ');
  return { en: `${en} You can use: ${known}.`, tr: `${tr} Kullanabilecekleriniz: ${known}.` };
}

export const qualifiedTable = (written: string): Said => ({
  en: `Name tables without a schema or database: '${written}'.`,
  tr: `Tabloları şema ya da veritabanı olmadan adlandırın: '${written}'.`,
});

export const qualifiedFunction = (written: string): Said => ({
  en: `Write functions without a schema, and not behind a value: ${written}(…).`,
  tr: `İşlevleri şemasız ve bir değerin arkasına koymadan yazın: ${written}(…).`,
});

export const noFunction = (written: string, name: string, known: Iterable<string>): Said =>
  withNearest(
    { en: `The function '${written}' cannot be used here.`, tr: `'${written}' işlevi burada kullanılamaz.` },
    name,
    known,
  );

export function noTableFunction(name: string, known: Iterable<string>): Said {
  const list = [...known].join(', ');
  return {
    en: `'${name}(…)' cannot stand in FROM. You can use: ${list}.`,
    tr: `'${name}(…)' FROM içinde duramaz. Kullanabilecekleriniz: ${list}.`,
  };
}

export const noType = (name: string): Said => ({
  en: `The type '${name}' cannot be used here.`,
  tr: `'${name}' türü burada kullanılamaz.`,
});

export const noCollation = (name: string): Said => ({
  en: `There is no collation '${name}' here.`,
  tr: `Burada '${name}' adlı bir sıralama yok.`,
});

export const takenName = (written: string): Said => ({
  en: `There is a table '${written}' already. Give the part of WITH another name.`,
  tr: `'${written}' adlı bir tablo zaten var. WITH parçasına başka bir ad verin.`,
});

export const reservedName = (written: string): Said => ({
  en: `Nothing can be named '${written}' here. Choose another name.`,
  tr: `Burada hiçbir şeye '${written}' adı verilemez. Başka bir ad seçin.`,
});

export const notTold = (name: string): Said => ({
  en: `'${name}' is not told here. If it is a column's name, give the column another with AS.`,
  tr: `'${name}' burada söylenmez. Bir sütunun adıysa, sütuna AS ile başka bir ad verin.`,
});

/** Functions that make text as long as one of their values says. */
export const paddingLength = (name: string, most: number): Said => ({
  en: `Give ${name} its length as a number up to ${most}.`,
  tr: `${name} için uzunluğu en çok ${most} olan bir sayı olarak verin.`,
});

/** What an engine has against a statement that the gate let through; `at` is its place in what the asker wrote. */
export function engineFault({ why, message }: StatementFailed, at: number | null): GateFault {
  switch (why) {
    case 'told':
      return new GateFault(at, message);
    case 'memory':
      return new GateFault(null, TOO_MUCH_MEMORY);
    case 'deep':
      return new GateFault(null, TOO_DEEP);
    case 'unable':
      return new GateFault(null, CANNOT_RUN);
  }
}
