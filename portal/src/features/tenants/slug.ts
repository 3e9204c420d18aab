const MOST = 63;
const MARKS = /\p{M}/gu;

/** A slug that a name suggests: `Şişli Kredi Birliği` is `sisli-kredi-birligi`. Empty where it has no letter to begin with. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, MOST)
    .replace(/-+$/, '');
