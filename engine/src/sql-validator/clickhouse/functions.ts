/**
 * Functions that a statement may call in ClickHouse, by name in lower case. All others are refused: those that read
 * files, dictionaries, other tables, settings, the server or the session, that run a function by name, that wait or
 * fail on purpose, or that can exhaust the memory in one call.
 */
const LISTED = `
  plus minus multiply divide intdiv intdivorzero intdivornull modulo mod moduloornull moduloorzero
  positivemodulo negate divideornull dividedecimal multiplydecimal
  equals notequals less greater lessorequals greaterorequals and or xor not like notlike ilike notilike match in notin globalin globalnotin
  isnull isnotnull isdistinctfrom isnotdistinctfrom exists lambda tuple array map cast

  abs sign floor ceil ceiling round roundbankers rounddown trunc truncate sqrt cbrt sqr pow power exp exp2 exp10 ln log
  log2 log10 log1p gcd lcm factorial pi e degrees radians sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh
  atanh erf erfc lgamma tgamma hypot clamp widthbucket width_bucket
  isnan isfinite isinfinite ifnotfinite greatest least min2 max2 bitand bitor bitxor bitnot bitshiftleft bitshiftright
  bitcount bittest

  if multiif casewithexpression casewithexpr casewithoutexpr casewithoutexpression coalesce ifnull nullif assumenotnull
  tonullable isnullable iszeroornull transform
  identity materialize totypename tocolumntypename firstnondefault

  length lengthutf8 char_length character_length octet_length empty notempty lower lcase lowerutf8 upper ucase upperutf8
  initcap initcaputf8 reverse reverseutf8 concat concat_ws concatwithseparator substring substr mid substringutf8
  substringindex substring_index left leftutf8 right rightutf8 leftpad lpad leftpadutf8 rightpad rpad rightpadutf8
  trim trimboth trimleft ltrim trimright rtrim startswith endswith startswithutf8 endswithutf8 position locate
  positioncaseinsensitive positionutf8 positioncaseinsensitiveutf8 instr countsubstrings
  countsubstringscaseinsensitive multisearchany multisearchfirstindex replace replaceone replaceall replaceregexpone
  replaceregexpall regexp_replace regexpextract regexp_extract regexp_matches extract extractall extractgroups countmatches splitbychar
  splitbystring splitbyregexp splitbywhitespace splitbynonalpha alphatokens translate translateutf8 overlay overlayutf8
  ascii char hex unhex bin base64encode base64decode md5 sha1 sha256 siphash64 cityhash64 crc32 xxhash64
  normalizeutf8nfc normalizeutf8nfd normalizeutf8nfkc normalizeutf8nfkd tovalidutf8 isvalidutf8 soundex
  editdistance editdistanceutf8 levenshteindistance damerauLevenshteinDistance jarosimilarity jarowinklersimilarity
  ngramdistance formatreadablesize formatreadablequantity formatreadabledecimalsize
  formatreadabletimedelta encodeurlcomponent decodeurlcomponent domain protocol path

  todate todateornull todateorzero todateordefault todate32 todate32ornull todate32orzero todatetime todatetimeornull
  todatetimeorzero todatetime64 todatetime64ornull todatetime64orzero parsedatetime parsedatetimeornull
  parsedatetimebesteffort parsedatetimebesteffortornull parsedatetime64besteffort parsedatetime64besteffortornull
  str_to_date makedate makedate32 makedatetime makedatetime64 toyear year toquarter quarter tomonth month toweek week
  toyearweek yearweek todayofyear dayofyear todayofmonth day dayofmonth todayofweek dayofweek tohour hour tominute
  minute tosecond second tomillisecond todaysinmonth tounixtimestamp fromunixtimestamp from_unixtime toisoyear toisoweek
  tostartofyear tostartofisoyear tostartofquarter tostartofmonth tostartofweek tostartofday tostartofhour
  tostartofminute tostartofsecond tostartoffiveminutes tostartoftenminutes tostartoffifteenminutes tostartofinterval
  time_bucket date_bin tomonday tolastdayofmonth last_day tolastdayofweek datetrunc date_trunc datediff date_diff
  timestamp_diff timestampdiff age dateadd datesub date_add date_sub adddate subdate timestampadd timestampsub
  addyears addquarters addmonths addweeks adddays addhours addminutes addseconds addinterval
  subtractyears subtractquarters subtractmonths subtractweeks subtractdays subtracthours subtractminutes
  subtractseconds subtractinterval tointervalyear tointervalquarter tointervalmonth tointervalweek tointervalday
  tointervalhour tointervalminute tointervalsecond formatdatetime date_format datename monthname toyyyymm toyyyymmdd
  toyyyymmddhhmmss yyyymmddtodate yyyymmddtodate32 totimezone timezoneof timezoneoffset timeslot torelativeyearnum
  torelativequarternum torelativemonthnum torelativeweeknum torelativedaynum tomodifiedjulianday date
  timestamp now now64 today yesterday current_date current_timestamp curdate localtime localtimestamp utctimestamp

  tostring tobool toint8 toint16 toint32 toint64 toint128 toint256 touint8 touint16 touint32 touint64 touint128 touint256
  tofloat32 tofloat64 todecimal32 todecimal64 todecimal128 todecimal256 todecimalstring touuid
  toint8ornull toint16ornull toint32ornull toint64ornull toint128ornull toint256ornull touint8ornull touint16ornull
  touint32ornull touint64ornull touint128ornull touint256ornull tofloat32ornull tofloat64ornull todecimal32ornull
  todecimal64ornull todecimal128ornull todecimal256ornull touuidornull
  toint8orzero toint16orzero toint32orzero toint64orzero touint8orzero touint16orzero touint32orzero touint64orzero
  tofloat32orzero tofloat64orzero todecimal32orzero todecimal64orzero todecimal128orzero
  toint32ordefault toint64ordefault tofloat64ordefault todecimal64ordefault todecimal128ordefault
  accuratecast accuratecastornull

  tupleelement untuple tupleconcat arrayelement arrayelementornull arrayjoin unnest has hasall hasany hassubstr indexof
  countequal arrayconcat arrayslice arraypushback arraypushfront arraypopback arraypopfront arrayreverse arraysort
  arrayreversesort arraydistinct arrayuniq arrayflatten flatten arraycompact arrayzip arraymap arrayfilter arrayfold
  arrayexists arrayall arraycount arraysum arrayavg arraymin arraymax arrayproduct arrayfirst arraylast arrayfirstindex
  arraylastindex arraycumsum arraydifference arrayintersect arrayenumerate arraystringconcat array_to_string
  arrayremove mapkeys mapvalues mapcontains mapcontainskey mapfromarrays mapfilter mapapply

  jsonhas jsonlength jsontype jsonextract jsonextractuint jsonextractint jsonextractfloat jsonextractbool
  jsonextractstring jsonextractraw jsonextractkeys jsonextractarrayraw jsonextractkeysandvalues simplejsonextractstring
  simplejsonextractint simplejsonextractfloat simplejsonextractbool isvalidjson tojsonstring json_value json_query

  row_number rank dense_rank denserank percent_rank percentrank cume_dist ntile lag lead laginframe leadinframe
  nth_value first_value last_value grouping
`;

/** Aggregates; each also has the combinators of `COMBINATOR` as suffixes. */
const AGGREGATES = `
  count sum avg min max any anylast any_value argmin argmax min_by max_by avgweighted sumkahan summap uniq uniqexact
  uniqcombined uniqcombined64 uniqhll12 median medianexact quantile quantiles quantileexact quantilesexact
  quantileexactinclusive quantileexactexclusive quantilesexactinclusive quantilesexactexclusive quantileexactlow
  quantileexacthigh quantiletdigest quantilestdigest quantiledeterministic quantileexactweighted medianexactlow
  medianexacthigh stddevpop stddevsamp stddev_pop stddev_samp stddev std varpop varsamp var_pop var_samp stddevpopstable
  stddevsampstable varpopstable varsampstable covarpop covarsamp covar_pop covar_samp covarpopstable covarsampstable corr
  corrstable skewpop skewsamp kurtpop kurtsamp entropy simplelinearregression rankcorr
  grouparray groupuniqarray grouparraysorted array_agg groupconcat group_concat string_agg
  groupbitand groupbitor groupbitxor bit_and bit_or bit_xor topk topkweighted anyheavy singlevalueornull deltasum
  grouparraymovingsum grouparraymovingavg boundingratio retention windowfunnel first_value last_value
`;
const COMBINATOR = /^(.+?)(if|distinct|ornull|ordefault|array)+$/;

const words = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
const aggregates: ReadonlySet<string> = new Set(words(AGGREGATES));

/** Names in lower case, without the combined forms of aggregates. */
export const FUNCTIONS: ReadonlySet<string> = new Set([...words(LISTED), ...aggregates]);

/** `name` is in lower case. */
export function isAllowed(name: string): boolean {
  if (FUNCTIONS.has(name)) return true;
  let base: string | undefined = name;
  while (base !== undefined) {
    if (aggregates.has(base)) return true;
    base = COMBINATOR.exec(base)?.[1];
  }
  return false;
}

/** Table functions; each returns as many rows as its arguments say. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['numbers', 'generateSeries', 'generate_series']);

/** Functions and names whose result can change over time; results that use them are not cached. */
export const CLOCKS: ReadonlySet<string> = new Set(
  words('now now64 today yesterday current_date current_timestamp curdate localtime localtimestamp utctimestamp'),
);

/** Names that ClickHouse resolves to a function of the session if no column has that name. */
export const SESSION_NAMES: ReadonlySet<string> = new Set(
  words(
    'user current_user session_user current_database database schema current_schemas current_role current_roles version timezone hostname',
  ),
);

/** Virtual columns of every stored table. */
export const HIDDEN_COLUMN =
  /^_(table|database|part|partition|sample|block|row_exists|disk|shard|file|path|size|time|headers|key|topic|offset|timestamp|data_lake|etag|tags)(_|$)/;

/** Functions whose second argument is the length of the text they create. */
export const PADDING: ReadonlySet<string> = new Set(words('leftpad lpad leftpadutf8 rightpad rpad rightpadutf8'));

/** Functions whose second argument is the name of a type. */
export const CASTS: ReadonlySet<string> = new Set(['cast', 'accuratecast', 'accuratecastornull']);

/** Functions whose last argument is the name of a type. */
export const TYPED: ReadonlySet<string> = new Set(['jsonextract', 'jsonextractkeysandvalues']);

const TYPE_NAMES =
  'U?Int(8|16|32|64|128|256)|Float(32|64)|Decimal(32|64|128|256)?|Bool|Boolean|String|FixedString|UUID|Date|Date32|DateTime|DateTime64|Nullable|LowCardinality|Array|Tuple|Map';
const STANDARD_TYPES =
  'TINYINT|SMALLINT|INT|INTEGER|BIGINT|REAL|FLOAT|DOUBLE|DOUBLE PRECISION|DECIMAL|DEC|NUMERIC|VARCHAR|CHAR|CHARACTER|CHAR VARYING|CHARACTER VARYING|TEXT|BOOL|BOOLEAN|DATE|DATETIME|TIMESTAMP';
/** The name of a time zone, which is no path. */
const ZONE = "'[A-Za-z][A-Za-z0-9_+-]{0,30}(?:/[A-Za-z0-9_+-]{1,30}){0,2}'";
/** The types that have one, with the texts of their arguments. */
const ZONED = `DateTime(?:\\(${ZONE}\\)|64\\(\\d, ?${ZONE}\\))`;
/** Tokens of a type: these words, numbers, parentheses, and nothing else in quotes. */
const TYPE = new RegExp(`^(${ZONED}|(?:${TYPE_NAMES})\\b|(?:${STANDARD_TYPES})\\b|\\d{1,5}\\b|[(), ])+$`, 'i');

export const isType = (text: string): boolean => text.length <= 200 && TYPE.test(text);
