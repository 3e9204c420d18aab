/**
 * Functions and operators that a statement may call in DuckDB. All others are refused: those that read files, settings,
 * catalogs or the session, that run text as SQL, or that can exhaust the memory in one call.
 */
const LISTED = `
  + - * / // % ** ^ @ ~ & | << >> || && ~~ !~~ ~~* !~~* ~~~ ^@ ->> -> !__postfix <-> <=> @> <@
  like_escape not_like_escape ilike_escape not_ilike_escape

  abs add subtract multiply divide mod fmod fdiv sign signbit ceil ceiling floor round round_even roundbankers trunc even
  sqrt cbrt pow power exp ln log log2 log10 gamma lgamma factorial gcd lcm greatest_common_divisor least_common_multiple
  pi degrees radians sin cos tan cot asin acos atan atan2 sinh cosh tanh asinh acosh atanh
  isnan isinf isfinite nextafter xor bit_count greatest least

  ascii bit_length char_length character_length chr concat concat_ws contains prefix suffix starts_with ends_with
  instr position strpos left right left_grapheme right_grapheme length length_grapheme len strlen octet_length
  lower lcase upper ucase ltrim rtrim trim md5 sha1 sha256 hash nfc_normalize ord unicode
  lpad rpad replace reverse translate split split_part str_split string_split string_to_array
  str_split_regex string_split_regex regexp_split_to_array regexp_escape regexp_extract regexp_extract_all
  regexp_full_match regexp_matches regexp_replace strip_accents substr substring substring_grapheme
  hamming mismatches levenshtein editdist3 damerau_levenshtein jaccard jaro_similarity jaro_winkler_similarity
  to_base base64 to_base64 from_base64 hex to_hex from_hex unhex bin to_binary format_bytes formatreadablesize
  formatreadabledecimalsize parse_formatted_bytes url_encode url_decode array_to_string

  age century date_add date_diff datediff date_part datepart date_sub datesub date_trunc datetrunc day dayname
  dayofmonth dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era hour isodow isoyear julian
  last_day make_date make_time make_timestamp make_timestamp_ms make_timestamptz microsecond millennium millisecond
  minute month monthname nanosecond normalized_interval quarter second strftime strptime try_strptime time_bucket
  timezone to_timestamp to_years to_quarters to_months to_weeks to_days to_hours to_minutes to_seconds to_milliseconds
  to_microseconds to_decades to_centuries to_millennia week weekday weekofyear year yearweek
  now today get_current_time get_current_timestamp current_date current_localtime current_localtimestamp
  transaction_timestamp

  nullif coalesce typeof alias

  list_value array_value list_pack list_element list_extract array_extract element_at list_slice array_slice
  list_concat list_cat array_concat array_cat list_append array_append list_prepend array_prepend list_contains
  array_contains list_has array_has list_has_all array_has_all list_has_any array_has_any list_position
  array_position list_indexof array_indexof list_distinct array_distinct list_unique array_unique list_intersect
  array_intersect list_sort array_sort list_reverse_sort array_reverse_sort list_reverse array_reverse
  list_transform array_transform list_apply array_apply apply list_filter array_filter filter list_reduce array_reduce
  reduce list_where array_where list_zip array_zip list_grade_up array_grade_up flatten array_length cardinality
  list_aggregate array_aggregate list_aggr array_aggr aggregate list_any_value list_avg list_bool_and list_bool_or
  list_count list_first list_last list_max list_median list_min list_mode list_product list_stddev_pop
  list_stddev_samp list_string_agg list_sum list_var_pop list_var_samp list_approx_count_distinct list_histogram

  row struct_pack struct_extract struct_extract_at struct_insert struct_concat struct_keys struct_values
  struct_contains struct_has struct_position struct_indexof map map_concat map_contains map_contains_entry
  map_contains_value map_entries map_extract map_extract_value map_from_entries map_keys map_values

  json json_array json_array_length json_contains json_exists json_extract json_extract_path json_extract_path_text
  json_extract_string json_keys json_merge_patch json_object json_pretty json_quote json_structure json_type
  json_valid json_value to_json array_to_json row_to_json json_group_array json_group_object

  any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_min arg_min_null
  argmax argmin max_by min_by array_agg list avg mean bit_and bit_or bit_xor bool_and bool_or corr count count_if
  count_star countif covar_pop covar_samp entropy favg first first_value fsum geomean geometric_mean group_concat
  histogram histogram_exact equi_width_bins is_histogram_other_bin kahan_sum kurtosis kurtosis_pop last last_value
  listagg mad max median min mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count
  regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy sem skewness stddev stddev_pop
  stddev_samp string_agg sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg

  cume_dist dense_rank rank_dense fill lag lead nth_value ntile percent_rank rank row_number
  unnest
`;

export const FUNCTIONS: ReadonlySet<string> = new Set(LISTED.split(/\s+/).filter((name) => name !== ''));

/** Table functions. */
export const TABLE_FUNCTIONS: ReadonlySet<string> = new Set(['range', 'generate_series', 'unnest']);

/** Functions whose result can change over time; results that use them are not cached. */
export const CLOCKS: ReadonlySet<string> = new Set(
  'now today get_current_time get_current_timestamp current_date current_localtime current_localtimestamp transaction_timestamp age'.split(
    ' ',
  ),
);

/** Names that DuckDB resolves to a function of the session if no column has that name. */
export const SESSION_NAMES: ReadonlySet<string> = new Set(
  'current_catalog current_database current_role current_schema current_user session_user user'.split(' '),
);

/** Date and time functions that are written without parentheses. */
export const CLOCK_NAMES: ReadonlySet<string> = new Set(
  'current_date current_time current_timestamp localtime localtimestamp'.split(' '),
);

/** Functions whose second argument is the length of the text they create. */
export const PADDING: ReadonlySet<string> = new Set(['lpad', 'rpad']);
