/** Maximum number of rows per query; longer results are truncated and marked `truncated`. */
export const MAX_ROWS = 10_000;

/** Maximum number of rows per stream. */
export const MAX_STREAM_ROWS = 2_000_000;
