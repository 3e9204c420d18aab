import { fold, type LocalizedText } from '@rise/contract';
import { wordsOf } from '../profiles/column-words.ts';

/** Complete names in Turkish: translated word by word they would not be Turkish. */
const TURKISH: Record<string, string> = {
  account: 'Hesap',
  'account ID': 'Hesap kimliği',
  'account number': 'Hesap numarası',
  age: 'Yaş',
  amount: 'Tutar',
  'annual income': 'Yıllık gelir',
  'application type': 'Başvuru türü',
  assets: 'Aktifler',
  'as of': 'Tarih itibarıyla',
  balance: 'Bakiye',
  bank: 'Banka',
  'birth date': 'Doğum tarihi',
  branch: 'Şube',
  'branch code': 'Şube kodu',
  'branch ID': 'Şube kimliği',
  card: 'Kart',
  'card ID': 'Kart kimliği',
  channel: 'Kanal',
  city: 'Şehir',
  client: 'Müşteri',
  'client ID': 'Müşteri kimliği',
  code: 'Kod',
  country: 'Ülke',
  currency: 'Para birimi',
  customer: 'Müşteri',
  'customer ID': 'Müşteri kimliği',
  'cycle date': 'Dönem tarihi',
  date: 'Tarih',
  day: 'Gün',
  description: 'Açıklama',
  'debt to income': 'Borç / gelir',
  district: 'İlçe',
  'district ID': 'İlçe kimliği',
  duration: 'Süre',
  fee: 'Ücret',
  fees: 'Ücretler',
  frequency: 'Sıklık',
  gender: 'Cinsiyet',
  grade: 'Derece',
  homeownership: 'Ev sahipliği',
  income: 'Gelir',
  installment: 'Taksit',
  interest: 'Faiz',
  'interest rate': 'Faiz oranı',
  'issue date': 'Düzenlenme tarihi',
  issued: 'Düzenlenme tarihi',
  limit: 'Limit',
  loan: 'Kredi',
  'loan amount': 'Kredi tutarı',
  'loan ID': 'Kredi kimliği',
  'loan purpose': 'Kredi amacı',
  'loan status': 'Kredi durumu',
  'loan type': 'Kredi türü',
  member: 'Üye',
  'member ID': 'Üye kimliği',
  'member number': 'Üye numarası',
  month: 'Ay',
  name: 'Ad',
  'opened on': 'Açılış tarihi',
  'open date': 'Açılış tarihi',
  operation: 'İşlem şekli',
  order: 'Ödeme emri',
  'order ID': 'Ödeme emri kimliği',
  payment: 'Ödeme',
  payments: 'Ödemeler',
  'paid total': 'Ödenen toplam',
  'paid principal': 'Ödenen anapara',
  'paid interest': 'Ödenen faiz',
  principal: 'Anapara',
  product: 'Ürün',
  rate: 'Oran',
  region: 'Bölge',
  'sub grade': 'Alt derece',
  share: 'Mevduat',
  state: 'Eyalet',
  status: 'Durum',
  street: 'Sokak',
  term: 'Vade',
  total: 'Toplam',
  'total assets': 'Toplam aktif',
  transaction: 'İşlem',
  'transaction ID': 'İşlem kimliği',
  type: 'Tür',
  'update date': 'Güncelleme tarihi',
  year: 'Yıl',
  'ZIP code': 'Posta kodu',
};

/** A title derived from a name, in Turkish too if the phrase is known. */
export function titleOf(name: string): LocalizedText {
  const words = wordsOf(name).join(' ') || name;
  const tr = TURKISH[words];
  return { en: `${words.charAt(0).toUpperCase()}${words.slice(1)}`, ...(tr !== undefined && { tr }) };
}

/** A model name derived from a warehouse name: lower-case letters, digits and _, starting with a letter. */
export function nameFrom(name: string): string {
  const plain = fold(name)
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return (/^[a-z]/.test(plain) ? plain : `c_${plain}`).slice(0, 50);
}
