/**
 * Functions that a statement may call in PostgreSQL, by name in `pg_catalog`, the only schema that is searched. All
 * others are refused: those that read files, settings, catalogs, sequences, large objects, locks or the session, that
 * run text as SQL, that sleep, or that can exhaust the memory in one call.
 */
const LISTED = `
  abs ceil ceiling floor round trunc sign sqrt cbrt power pow exp ln log log10 mod div gcd lcm degrees radians pi
  sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh atanh sind cosd tand cotd asind acosd atand atan2d
  erf erfc gamma lgamma factorial width_bucket scale min_scale trim_scale bit_count num_nulls num_nonnulls

  ascii bit_length char_length character_length chr concat concat_ws initcap left right length lower upper casefold
  lpad rpad ltrim rtrim btrim md5 sha224 sha256 sha384 sha512 normalize is_normalized octet_length overlay position
  replace reverse split_part starts_with string_to_array string_to_table strpos substr substring translate
  like_escape similar_to_escape similar_escape to_hex to_bin to_oct quote_ident quote_literal quote_nullable encode
  decode convert_from convert_to regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
  regexp_split_to_array regexp_split_to_table regexp_substr unistr to_char to_date to_number to_timestamp

  age date_part date_trunc date_bin date_add date_subtract extract isfinite justify_days justify_hours
  justify_interval make_date make_interval make_time make_timestamp make_timestamptz timezone overlaps now
  clock_timestamp statement_timestamp transaction_timestamp generate_series

  any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp cume_dist
  dense_rank every json_agg json_agg_strict json_object_agg json_object_agg_strict json_object_agg_unique jsonb_agg
  jsonb_agg_strict jsonb_object_agg jsonb_object_agg_strict jsonb_object_agg_unique max min mode percent_rank
  percentile_cont percentile_disc range_agg range_intersect_agg rank regr_avgx regr_avgy regr_count regr_intercept
  regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum var_pop var_samp
  variance first_value lag last_value lead nth_value ntile row_number

  array_append array_cat array_dims array_length array_lower array_ndims array_position array_positions
  array_prepend array_remove array_replace array_reverse array_sort array_to_json array_to_string array_upper
  cardinality trim_array unnest generate_subscripts

  json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each
  json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls
  json_to_record json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length
  jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text
  jsonb_insert jsonb_object jsonb_object_keys jsonb_path_exists jsonb_path_match jsonb_path_query
  jsonb_path_query_array jsonb_path_query_first jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls
  jsonb_to_record jsonb_to_recordset jsonb_typeof row_to_json to_json to_jsonb

  isempty lower_inc lower_inf upper_inc upper_inf range_merge daterange int4range int8range numrange tsrange tstzrange
`;

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((name) => name !== ''));

export const FUNCTIONS = words(LISTED);

/** Table functions. */
export const TABLE_FUNCTIONS = words(`
  generate_series unnest generate_subscripts string_to_table regexp_matches regexp_split_to_table json_array_elements
  json_array_elements_text json_each json_each_text json_object_keys json_to_record json_to_recordset
  jsonb_array_elements jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query
  jsonb_to_record jsonb_to_recordset
`);

/** Functions whose result can change over time; results that use them are not cached. */
export const CLOCKS = words('age now clock_timestamp statement_timestamp transaction_timestamp');

/** Date and time functions that are written without parentheses; others of that kind reveal the session. */
export const CLOCK_WORDS = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N
`);

/** Functions whose second argument is the length of the text they create. */
export const PADDING = words('lpad rpad');

export const OPERATORS = words(`
  + - * / % ^ |/ ||/ @ & | # ~ << >> = <> != < > <= >= || ~~ !~~ ~~* !~~* ~* !~ !~* ^@
  -> ->> #> #>> @> <@ ? ?| ?& && @? @@ -|- &< &>
`);

/** Types that a value may be cast to. */
export const TYPES = words(`
  bool int2 int4 int8 numeric float4 float8 text varchar bpchar bit varbit bytea uuid json jsonb jsonpath
  date time timetz timestamp timestamptz interval daterange int4range int8range numrange tsrange tstzrange
`);

/** Harmless functions that are allowed as `a.name`, since people use these names for columns. */
export const HARMLESS = words(`
  area box broadcast center character circle diameter family format height host line name network path point polygon
  radius repeat slope version width xml
`);
