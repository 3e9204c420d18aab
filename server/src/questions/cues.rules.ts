/** Words that say what is done with fields and values. */
export type Cue =
  | 'by'
  | 'each'
  | 'not'
  | 'only'
  | 'or'
  | 'and'
  | 'which'
  | 'count'
  | 'share'
  | 'growth'
  | 'lastYear'
  | 'running'
  | 'average'
  | 'rank'
  | 'compare'
  | 'peers'
  | 'distribution'
  | 'those'
  | 'chart'
  | 'table'
  | 'also'
  | 'instead'
  | 'follow'
  | 'all'
  | 'missing'
  | 'why'
  | 'per'
  | 'own'
  | 'order';

const CUES: readonly (readonly [Cue, RegExp])[] = [
  [
    'by',
    /^(?:broken down by|grouped by|split by|group by|by|across|gore|bazinda|bazli|kirilim(?:inda|iyla)|itibar(?:iyla|i ile)|according to|in terms of|bakimindan)$/,
  ],
  ['per', /^(?:per|divided by|basina|bolu)$/],
  // Whose figures are meant changes them: none of these words may be dropped.
  ['own', /^(?:our|ours|my|mine|we|us|ourselves|(?:do )?i have|biz|bizim(?:ki\w*)?|bizde(?:ki)?|benim|kendi)$/],
  [
    'order',
    /^(?:(?:sort|order|arrange)(?:e?d)? by|sort(?:ed)?|order(?:ed)?(?: from)?|(?:in )?(?:de|a)scending(?: order)?(?: (?:of|by))?|(?:from )?(?:highest|largest|lowest|smallest|high|low) to (?:highest|largest|lowest|smallest|high|low)|alphabetical(?:ly)?|sirali|sirala(?:n\w*|yarak)?|(?:azalan|artan) sira\w*|(?:buyukten kucuge|kucukten buyuge|yuksekten dusuge|dusukten yuksege|coktan aza|azdan coga)(?: dogru)?|alfabetik(?: olarak| sira\w*)?)$/,
  ],
  ['each', /^(?:for each|in each|for every|in every|each|every|her(?: bir)?)$/],
  [
    'not',
    /^(?:other than|but not|not in|except(?: for)?|excluding|without|not|outside(?: of)?|apart from|haric|disinda(?:ki(?:l[ae]r\w*)?)?|degil|olmayan(?:l[ae]r\w*)?)$/,
  ],
  ['only', /^(?:only|just|solely|sadece|yalniz(?:ca)?)$/],
  ['or', /^(?:or|veya|ya da|yahut|nor)$/],
  ['and', /^(?:and|ve|ile|plus|as well as|with)$/],
  ['which', /^(?:which|hangi(?:si|leri|sinde|sinin)?|who|whose|list|listele|kimler?)$/],
  [
    'count',
    /^(?:how many(?: of)?|number of|count of|kac(?: tane| adet)?|kac (?:tanesi|adedi)\w*|kaci|kacinin|sayisi|adedi)$/,
  ],
  [
    'share',
    /^(?:(?:percent(?:age)?|share|proportion|part) of(?: the)?(?: total)?|share|pay[iln]?\w{0,4}|yuzde(?:si|sini|lik)?|dagilimdaki payi|percentage)$/,
  ],
  [
    'lastYear',
    /^(?:year over year|year on year|yoy|than last year|from last year|compared (?:to|with) last year|gecen yila gore|bir onceki yila gore|onceki yila gore|yillik bazda)$/,
  ],
  [
    'growth',
    /^(?:growth(?: rate)?(?: of| in)?|grew|grow|growing|increased?(?: in| of)?|decreased?(?: in| of)?|changed?(?: in| of)?|artis\w{0,4}|artan|artti|artmis|buyume\w{0,4}|buyuyen|buyudu|degisim\w{0,4}|degisti|gelisim\w{0,3})$/,
  ],
  ['running', /^(?:running totals?(?: of)?|cumulative|accumulated|birikimli|kumulatif|birikmis)$/],
  ['average', /^(?:average(?: of)?|mean(?: of)?|avg|ortalama(?:si|sini)?)$/],
  [
    'rank',
    /^(?:(?:rank|ranking|place|position) of|rank(?:ing|s|ed)?|kacinci(?:dir| sirada(?:yiz|dir)?)?|sirasi|siralamasi|siralamada)$/,
  ],
  ['compare', /^(?:compare[ds]?(?: to| with)?|comparison(?: of)?|versus|vs|against|karsilastir\w*|kiyasla\w*)$/],
  ['peers', /^(?:(?:its|their|the)? ?peers?|emsal\w*|benzerleri\w*)$/],
  ['distribution', /^(?:distribution(?: of)?|histogram(?: of)?|spread of|dagilim\w*|histogrami?)$/],
  ['those', /^(?:those|the ones|ones|that have|of those|of them|olanlar\w*|bunlar\w*|onlar\w*|sahip olanlar\w*)$/],
  [
    'chart',
    /^(?:(?:as|in|on) (?:a )?(?:line |bar |column )?(?:chart|graph|plot)|(?:line |bar |column )?(?:chart|graph|plot)|grafik(?: olarak| halinde)?|grafigi\w*|grafikle|cizgi grafik|cubuk grafik)$/,
  ],
  ['table', /^(?:(?:as|in) (?:a )?table|table|tablo(?: olarak| halinde)?|tablosu)$/],
  ['also', /^(?:also|additionally|as well|too|ayrica|bir de|buna ek olarak|add|ekle)$/],
  ['instead', /^(?:instead|rather|yerine|degil de)$/],
  ['follow', /^(?:what about|how about|and what about|and how about|and for|and in|peki(?: ya)?|ya|now|then|simdi)$/],
  ['all', /^(?:all|overall|tum|tumu|butun|hepsi)$/],
  ['missing', /^(?:missing|empty|unknown|blank|without a value|eksik|bos|bilinmeyen|belirtilmemis)$/],
  ['why', /^(?:why|how come|what caused|reason(?:s)?(?: for)?|neden(?:i|leri)?|niye|nicin|sebebi)$/],
];
const LONGEST = 5;

export const CUE_WORDS: readonly string[] =
  `broken grouped split across except excluding without outside only which number percent percentage share growth growing
  increase decrease change running cumulative average ranking compare comparison versus peers distribution chart table
  instead highest lowest largest smallest best worst top bottom most least gore bazinda haric disinda sadece yalnizca hangi
  hangisi kac artis buyume degisim birikimli ortalama kacinci karsilastir emsal dagilimi grafik tablo yerine yuksek dusuk
  buyuk kucuk olan olanlar olanlarda bizim sorted ordered`.split(/\s+/);

/** The cue that begins at a word, the longest; null where none does. */
export function cueAt(words: readonly string[], at: number): { cue: Cue; length: number } | null {
  for (let length = Math.min(LONGEST, words.length - at); length >= 1; length--) {
    const text = words.slice(at, at + length).join(' ');
    const found = CUES.find(([, pattern]) => pattern.test(text));
    if (found) return { cue: found[0], length };
  }
  return null;
}

/** Which end of a ranking, and of how many; best and worst depend on the measure. */
export interface RankPhrase {
  readonly end: 'greatest' | 'least' | 'best' | 'worst';
  readonly n: number | null;
  readonly length: number;
}

const ENDS: readonly (readonly [RegExp, RankPhrase['end']])[] = [
  [
    /^(?:the )?(?:top|highest|largest|biggest|greatest|most|leading|maximum|en (?:yuksek|buyuk|cok|fazla)(?: olan)?|ilk)$/,
    'greatest',
  ],
  [/^(?:the )?(?:bottom|lowest|smallest|least|fewest|minimum|en (?:dusuk|az|kucuk)(?: olan)?)$/, 'least'],
  [/^(?:the )?(?:best|en iyi)$/, 'best'],
  [/^(?:the )?(?:worst|poorest|en kotu)$/, 'worst'],
];
const COUNTS: Readonly<Record<string, number>> = {
  three: 3,
  five: 5,
  ten: 10,
  two: 2,
  uc: 3,
  bes: 5,
  on: 10,
  iki: 2,
  dort: 4,
  four: 4,
  yirmi: 20,
  twenty: 20,
};
const countOf = (word: string | undefined): number | null => {
  if (word === undefined) return null;
  const count = COUNTS[word] ?? (/^\d{1,3}$/.test(word) ? Number(word) : Number.NaN);
  return count >= 1 && count <= 1000 ? count : null;
};

/** “top 5”, “5 highest”, “en yüksek 5”, “ilk 3”, “worst”. */
export function rankAt(words: readonly string[], at: number): RankPhrase | null {
  const before = countOf(words[at]);
  const start = before === null ? at : at + 1;
  for (let length = 3; length >= 1; length--) {
    const text = words.slice(start, start + length).join(' ');
    const found = words.length >= start + length && ENDS.find(([pattern]) => pattern.test(text));
    if (!found) continue;
    const after = before === null ? countOf(words[start + length]) : null;
    // 'ilk' alone is “first”, and “on” alone is English.
    if (text === 'ilk' && after === null) return null;
    const total = start + length + (after === null ? 0 : 1) - at;
    return { end: found[1], n: before ?? after, length: total };
  }
  return null;
}

/** Words that mean nothing by themselves: politeness, articles, verbs of asking. */
export const NOISE: ReadonlySet<string> = new Set(
  `a an the of for in on at to from is are was were be been being am it its their they them there this that these what
  whats s show me give tell list display please can could would you i want need like see get find calculate compute
  how much do does did have has had with who whom report reported figures figure value values amount amounts currently now
  today level levels as into about made let know look looking total's many number numbers breakdown
  group grouped respectively where really exactly
  nedir ne neler nelerdir kadar kadardir goster gosterir goruntule getir getirir listele listesi soyle bana bize lutfen olan
  olarak icin bir su o mi mu midir mudur ise var vardir varmi ver verir misin misiniz musun hesapla bul bulur kacti kactir degeri
  degerleri bunu bunun onu onun sunu nasil nasildir olur oldu olmus ait itibari halinde tane adet adedi sahip acaba iken bulunan yer alan gercekleseni
  gerceklesen istiyorum isterim gormek bakalim durumu da de ki raporla kisaca kirilimi kirilimini filter filters filtre filtresi filtresini filtresiz numarali`.split(
    /\s+/,
  ),
);
/** Phrases of politeness, and of a country that all of the data is of, whose words would mean something else alone. */
const NOISE_PHRASES =
  /^(?:(?:show|give|tell|let|get|bring|find) us|(?:can|could|may|should|do|did|would|will) we (?:see|get|look|show|find|know)|we (?:want|need|would like|wish)|(?:in|across|of|for|within) the us)$/;
const LONGEST_NOISE = 3;

/** How many words from one on are such a phrase; 0 for none. */
export function noisePhraseAt(words: readonly string[], at: number): number {
  for (let length = LONGEST_NOISE; length >= 2; length--)
    if (at + length <= words.length && NOISE_PHRASES.test(words.slice(at, at + length).join(' '))) return length;
  return 0;
}

/** Words that repeat what measures that add up are anyway. */
export const TOTAL_WORDS: ReadonlySet<string> = new Set(
  'total overall toplam toplami toplamda sum combined genel'.split(' '),
);
