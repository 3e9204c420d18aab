import { nearestName } from '../expression/suggest-name.ts';
import type { StatementFailed } from '../errors.ts';
import { SqlValidationError } from './sql-validation-error.ts';
import type { LocalizedMessage } from './sql-validation-error.ts';

/** Messages that the validators of all engines share. */

/** Appends ` Did you mean 'x'?` to a sentence if a known name is similar; `shown` formats the name. */
function withNearest(
  sentence: LocalizedMessage,
  name: string,
  known: Iterable<string>,
  shown: (name: string) => string = (item) => item,
): LocalizedMessage {
  const nearest = nearestName(name, known);
  if (nearest === null) return sentence;
  return {
    en: `${sentence.en} Did you mean '${shown(nearest)}'?`,
    tr: `${sentence.tr} '${shown(nearest)}' mi demek istediniz?`,
  };
}

export const NO_VALIDATOR: LocalizedMessage = {
  en: 'This warehouse takes no SQL by hand. Ask by datasets.',
  tr: 'Bu veri ambarı elle yazılmış SQL almıyor. Veri kümeleriyle sorun.',
};
export const CONTROL_CHARACTER: LocalizedMessage = {
  en: 'There is a control character here. Leave it out.',
  tr: 'Burada bir denetim karakteri var. Onu çıkarın.',
};
export const tooManyCharacters = (most: number): LocalizedMessage => ({
  en: `The statement has more than ${most} characters. Shorten it.`,
  tr: `İfade ${most} karakterden uzun. Kısaltın.`,
});
export const ONLY_SELECT: LocalizedMessage = {
  en: 'Only a SELECT can be run here: it reads, and changes nothing.',
  tr: 'Burada yalnızca SELECT çalıştırılabilir: okur, hiçbir şeyi değiştirmez.',
};
export const NO_PARAMETERS: LocalizedMessage = {
  en: 'Parameters have no values here. Write the value itself, or a parameter as {{name}}.',
  tr: 'Parametrelerin burada değeri yok. Değerin kendisini ya da {{ad}} biçiminde bir parametre yazın.',
};
export const PARAMETERS_UNAVAILABLE: LocalizedMessage = {
  en: 'Parameters are not available on this warehouse. Write the value itself.',
  tr: 'Bu veri ambarında parametre kullanılamıyor. Değerin kendisini yazın.',
};
export const PLAN_UNAVAILABLE: LocalizedMessage = {
  en: 'This warehouse does not show how it runs a statement.',
  tr: 'Bu veri ambarı bir ifadeyi nasıl çalıştırdığını göstermiyor.',
};
export const EXPORT_UNAVAILABLE: LocalizedMessage = {
  en: 'This warehouse returns the first rows only. Narrow the statement instead of exporting it.',
  tr: 'Bu veri ambarı yalnızca ilk satırları döndürüyor. Dışa aktarmak yerine ifadeyi daraltın.',
};
export const planHidden = (table: string): LocalizedMessage => ({
  en: `Some rows of '${table}' are hidden from you, and a plan would show how many. Run the statement instead.`,
  tr: `'${table}' tablosunun bazı satırları size kapalı ve bir plan bunların sayısını gösterirdi. İfadeyi çalıştırın.`,
});
export const noValueFor = (name: string, known: Iterable<string>): LocalizedMessage =>
  withNearest({ en: `The parameter '${name}' has no value.`, tr: `'${name}' parametresinin değeri yok.` }, name, known);
export const TOO_LONG: LocalizedMessage = {
  en: 'The statement is too long. Split it up.',
  tr: 'İfade çok uzun. Onu bölün.',
};
export const TOO_DEEP: LocalizedMessage = {
  en: 'The statement is nested too deep here. Name inner parts with WITH.',
  tr: 'İfade burada fazla iç içe. İç parçalara WITH ile ad verin.',
};
export const NO_STATEMENT: LocalizedMessage = {
  en: 'There is no statement here. Write a SELECT.',
  tr: 'Burada bir ifade yok. Bir SELECT yazın.',
};
export const CANNOT_RUN: LocalizedMessage = {
  en: 'The engine cannot run this statement. Write it in another way.',
  tr: 'Veritabanı bu ifadeyi çalıştıramıyor. Başka türlü yazın.',
};
export const TOO_MUCH_MEMORY: LocalizedMessage = {
  en: 'The statement needs more memory than one may take. Read fewer rows or columns, or group them earlier.',
  tr: 'İfade, birine ayrılandan çok bellek istiyor. Daha az satır ya da sütun okuyun veya daha erken gruplayın.',
};

export const severalStatements = (count: number): LocalizedMessage => ({
  en: `Write one statement; here are ${count}. Run them one after the other.`,
  tr: `Tek bir ifade yazın; burada ${count} tane var. Onları sırayla çalıştırın.`,
});

/** `what`: the node, as the engine's parser calls it. */
export const unknownPart = (what: string): LocalizedMessage => ({
  en: `This cannot be run here (${what} that is not among those allowed). Write it in another way.`,
  tr: `Bu, burada çalıştırılamaz (izin verilenler arasında olmayan ${what}). Başka türlü yazın.`,
});

/** `tables`: the available ones, by folded name, with the name to display. */
export function noTable(written: string, name: string, tables: ReadonlyMap<string, string>): LocalizedMessage {
  const sentence = { en: `There is no table '${written}' here.`, tr: `Burada '${written}' adlı bir tablo yok.` };
  const { en, tr } = withNearest(sentence, name, tables.keys(), (item) => tables.get(item)!);
  const known = [...tables.values()].join(', ');
  return { en: `${en} You can use: ${known}.`, tr: `${tr} Kullanabilecekleriniz: ${known}.` };
}

export const qualifiedTable = (written: string): LocalizedMessage => ({
  en: `Name tables without a schema or database: '${written}'.`,
  tr: `Tabloları şema ya da veritabanı olmadan adlandırın: '${written}'.`,
});

export const qualifiedFunction = (written: string): LocalizedMessage => ({
  en: `Write functions without a schema, and not behind a value: ${written}(…).`,
  tr: `İşlevleri şemasız ve bir değerin arkasına koymadan yazın: ${written}(…).`,
});

export const noFunction = (written: string, name: string, known: Iterable<string>): LocalizedMessage =>
  withNearest(
    { en: `The function '${written}' cannot be used here.`, tr: `'${written}' işlevi burada kullanılamaz.` },
    name,
    known,
  );

export function noTableFunction(name: string, known: Iterable<string>): LocalizedMessage {
  const list = [...known].join(', ');
  return {
    en: `'${name}(…)' cannot be used in FROM. You can use: ${list}.`,
    tr: `'${name}(…)' FROM içinde duramaz. Kullanabilecekleriniz: ${list}.`,
  };
}

export const noType = (name: string): LocalizedMessage => ({
  en: `The type '${name}' cannot be used here.`,
  tr: `'${name}' türü burada kullanılamaz.`,
});

export const noCollation = (name: string): LocalizedMessage => ({
  en: `There is no collation '${name}' here.`,
  tr: `Burada '${name}' adlı bir sıralama yok.`,
});

export const takenName = (written: string): LocalizedMessage => ({
  en: `There is a table '${written}' already. Give the part of WITH another name.`,
  tr: `'${written}' adlı bir tablo zaten var. WITH parçasına başka bir ad verin.`,
});

export const reservedName = (written: string): LocalizedMessage => ({
  en: `Nothing can be named '${written}' here. Choose another name.`,
  tr: `Burada hiçbir şeye '${written}' adı verilemez. Başka bir ad seçin.`,
});

export const notAvailable = (name: string): LocalizedMessage => ({
  en: `'${name}' is not available here. If it is a column's name, rename the column with AS.`,
  tr: `'${name}' burada kullanılamaz. Bir sütunun adıysa, sütuna AS ile başka bir ad verin.`,
});

/** For functions whose argument is the length of the text they create. */
export const paddingLength = (name: string, most: number): LocalizedMessage => ({
  en: `Give ${name} its length as a number up to ${most}.`,
  tr: `${name} için uzunluğu en çok ${most} olan bir sayı olarak verin.`,
});

/**
 * The error for a statement that passed validation and failed in the engine; `at` is a position in the author's text.
 */
export function engineError({ why, message }: StatementFailed, at: number | null): SqlValidationError {
  switch (why) {
    case 'statement':
      return new SqlValidationError(at, message);
    case 'memory':
      return new SqlValidationError(null, TOO_MUCH_MEMORY);
    case 'deep':
      return new SqlValidationError(null, TOO_DEEP);
    case 'unable':
      return new SqlValidationError(null, CANNOT_RUN);
  }
}
