import type { EngineRejection } from '../../warehouses/servers/clickhouse/clickhouse-server.ts';
import { SqlValidationError } from '../sql-validation-error.ts';
import type { LocalizedMessage } from '../sql-validation-error.ts';
import { CANNOT_RUN, ONLY_SELECT, TOO_MUCH_MEMORY } from '../messages.ts';

/**
 * Our messages for ClickHouse's error codes. Its own messages reveal values, row rules and the names behind the tables.
 */
const MESSAGES: Readonly<Record<string, LocalizedMessage>> = {
  convert: {
    en: 'A value cannot be read as the type that is wanted. Use a function that answers nothing then, such as toInt64OrNull.',
    tr: 'Bir değer istenen türde okunamıyor. Böyle durumda boş yanıt veren bir işlev kullanın, örneğin toInt64OrNull.',
  },
  divide: {
    en: 'A whole number is divided by nothing. Divide by nullIf(…, 0).',
    tr: 'Bir tam sayı sıfıra bölünüyor. nullIf(…, 0) ile bölün.',
  },
  types: {
    en: 'A function or a comparison here does not take values of these types, or as many of them. Convert one of them.',
    tr: 'Buradaki bir işlev ya da karşılaştırma bu türde ya da bu sayıda değer almıyor. Birini dönüştürün.',
  },
  group: {
    en: 'A column outside an aggregate is missing from GROUP BY, or an aggregate is used where none is allowed. Group by the column.',
    tr: 'Bir sütun bir toplamanın yanında duruyor ama GROUP BY içinde değil ya da bir toplama duramayacağı yerde. Sütuna göre gruplayın.',
  },
  ambiguous: {
    en: "A column's name is in several tables here. Write the table before it: table.column.",
    tr: 'Bir sütun adı buradaki birden çok tabloda var. Önüne tabloyu yazın: tablo.sütun.',
  },
  scalar: {
    en: 'A SELECT used as a single value returns several rows or columns. Aggregate it or add LIMIT 1.',
    tr: 'Tek bir değer yerine geçen bir SELECT birden çok satır ya da sütun veriyor. Toplayın ya da LIMIT 1 ekleyin.',
  },
  columns: {
    en: 'The queries that are put together do not have equally many columns, or not of types that fit.',
    tr: 'Bir araya getirilen sorguların sütun sayısı eşit değil ya da türleri uymuyor.',
  },
  recursion: {
    en: 'The recursive part of WITH goes on for too long. Give it a condition that ends it.',
    tr: 'WITH ifadesinin özyinelemeli parçası çok uzun sürüyor. Onu bitiren bir koşul verin.',
  },
};
const BY_CODE: Readonly<Record<string, keyof typeof MESSAGES>> = {
  ...Object.fromEntries(
    ['6', '26', '27', '38', '41', '69', '70', '72', '131', '321', '349', '376', '407', '440', '457', '691'].map(
      (code) => [code, 'convert'],
    ),
  ),
  ...Object.fromEntries(['34', '35', '36', '42', '43', '44', '53', '386', '456'].map((code) => [code, 'types'])),
  153: 'divide',
  184: 'group',
  215: 'group',
  207: 'ambiguous',
  352: 'ambiguous',
  125: 'scalar',
  8: 'columns',
  258: 'columns',
  306: 'recursion',
};
const MEMORY = new Set(['241', '173', '307', '396']);

const noColumn = (name: string): LocalizedMessage => ({
  en: `There is no column '${name}' here. Names are written as they are listed beside the editor, in capital and small letters too.`,
  tr: `Burada '${name}' adlı bir sütun yok. Adlar, büyük ve küçük harfleriyle de, düzenleyicinin yanındaki gibi yazılır.`,
});
const NO_COLUMN: LocalizedMessage = {
  en: 'A column that is named is not here. Names are written as they are listed beside the editor.',
  tr: 'Adı geçen bir sütun burada yok. Adlar düzenleyicinin yanındaki gibi yazılır.',
};
const OUT_OF_REACH: LocalizedMessage = {
  en: 'A part of WITH is read where it does not reach. Define it where it is read, or before.',
  tr: 'WITH ifadesinin bir parçası erişilemeyen bir yerde okunuyor. Onu okunduğu yerde ya da öncesinde tanımlayın.',
};
const unread = (near: string): LocalizedMessage => ({
  en:
    near === ''
      ? 'The statement cannot be read: something is missing at its end.'
      : `The statement cannot be read from '${near}' on. Only a SELECT can be run here.`,
  tr:
    near === ''
      ? 'İfade okunamıyor: sonunda bir şey eksik.'
      : `İfade '${near}' kısmından itibaren okunamıyor. Burada yalnızca SELECT çalıştırılabilir.`,
});

/** `placeOf`: position of a name in the author's text; null if it is not there. */
export function validationErrorOf(
  { code, message }: EngineRejection,
  placeOf: (name: string) => number | null,
): SqlValidationError {
  if (MEMORY.has(code)) return new SqlValidationError(null, TOO_MUCH_MEMORY);
  if (code === '60' || code === '81') return new SqlValidationError(null, OUT_OF_REACH);
  if (code === '47') {
    const name = /identifier [`'"]?([^`'"\s]+)[`'"]?/.exec(message)?.[1];
    const own = name?.split('.').at(-1);
    const at = own === undefined ? null : placeOf(own);
    return new SqlValidationError(at, at === null ? NO_COLUMN : noColumn(own!));
  }
  const known = BY_CODE[code];
  return new SqlValidationError(null, known ? MESSAGES[known]! : CANNOT_RUN);
}

/** A syntax error; `at` and `near` say where the parser stopped. */
export const syntaxError = (at: number | null, near: string | null): SqlValidationError =>
  new SqlValidationError(at, near === null ? ONLY_SELECT : unread(near));
