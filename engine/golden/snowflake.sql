-- every kind of measure, with totals
WITH "parts" AS (
  SELECT
    "rows"."grade",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    GROUPING("rows"."grade") AS "kind of row",
    COUNT("rows"."branches") AS "branches",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth",
    SUM("rows"."lost") AS "lost",
    CASE WHEN MIN("rows"."book: months of income") = MAX("rows"."book: months of income") THEN MAX(EXTRACT(month FROM "rows"."book: months of income")) END AS "book: months of income",
    SUM("rows"."big_assets") AS "big_assets",
    COUNT(DISTINCT "rows"."grades") AS "grades",
    SUM("rows"."mean_worth sum") AS "mean_worth sum",
    COUNT("rows"."mean_worth values") AS "mean_worth values",
    MIN("rows"."least") AS "least",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("rows"."middle" AS DOUBLE) AS DOUBLE)) AS "middle",
    PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY CAST(CAST("rows"."ninth" AS DOUBLE) AS DOUBLE)) AS "ninth",
    MIN("rows"."first_day") AS "first_day",
    MAX("rows"."last_moment") AS "last_moment",
    STDDEV_SAMP(CAST("rows"."deviation_of_worth" AS DOUBLE)) AS "deviation_of_worth",
    STDDEV_POP(CAST("rows"."deviation" AS DOUBLE)) AS "deviation"
  FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    1 AS "branches",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth",
    "balance"."lost" AS "lost",
    "branch"."day" AS "book: months of income",
    CASE WHEN ("balance"."assets" >= 500) THEN "balance"."assets" END AS "big_assets",
    "branch"."grade" AS "grades",
    "balance"."worth" AS "mean_worth sum",
    "balance"."worth" AS "mean_worth values",
    "balance"."worth" AS "least",
    "balance"."assets" AS "middle",
    "balance"."assets" AS "ninth",
    "branch"."day" AS "first_day",
    CASE WHEN ("balance"."worth" > 0) THEN CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST("branch"."day" AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST("branch"."day" AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) END AS "last_moment",
    "balance"."worth" AS "deviation_of_worth",
    CASE WHEN ("branch"."grade" <> 1) THEN "balance"."assets" END AS "deviation"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade"), ())
)
SELECT
    "parts"."kind of row",
    "parts"."grade" AS "grade",
    "parts"."branches" AS "branches",
    "parts"."assets" AS "assets",
    "parts"."worth" AS "worth",
    CASE WHEN "parts"."worth" IS NOT NULL OR "parts"."lost" IS NOT NULL THEN COALESCE("parts"."worth", 0) - COALESCE("parts"."lost", 0) * 0.5 END AS "kept",
    CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 AS "worth_ratio",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS "plain_ratio",
    CAST(("parts"."lost") * 12 AS DOUBLE) / NULLIF(CAST(("parts"."assets") * "parts"."book: months of income" AS DOUBLE), 0) AS "yearly_ratio",
    "parts"."big_assets" AS "big_assets",
    "parts"."grades" AS "grades",
    CAST("parts"."mean_worth sum" AS DOUBLE) / NULLIF(CAST("parts"."mean_worth values" AS DOUBLE), 0) AS "mean_worth",
    "parts"."least" AS "least",
    CAST("parts"."middle" AS DOUBLE) AS "middle",
    CAST("parts"."ninth" AS DOUBLE) AS "ninth",
    CAST((CAST(CAST("parts"."mean_worth sum" AS DOUBLE) / NULLIF(CAST("parts"."mean_worth values" AS DOUBLE), 0) AS DOUBLE) - CAST("parts"."least" AS DOUBLE)) AS DOUBLE) AS "spread",
    "parts"."first_day" AS "first_day",
    "parts"."last_moment" AS "last_moment",
    CAST("parts"."deviation_of_worth" AS DOUBLE) AS "deviation_of_worth",
    CAST("parts"."deviation" AS DOUBLE) AS "deviation",
    CAST("parts"."assets" AS DOUBLE) / NULLIF(CAST("parts"."grades" AS DOUBLE), 0) AS "a_grade"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."grade" ASC NULLS LAST
LIMIT 1002;
-- ["UTC","alder","alder"]

-- a page in an order
WITH "parts" AS (
  SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "id",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
)
SELECT
    "parts"."id" AS "id",
    CASE "parts"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "parts"."assets" AS "assets"
FROM "parts"
ORDER BY "assets" DESC NULLS LAST, "parts"."id" ASC NULLS LAST, "parts"."size" ASC NULLS LAST
LIMIT 6 OFFSET 3;
-- [100,1000,"alder","alder","small","middle","big"]

-- over everything
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth",
    SUM("balance"."lost") AS "lost",
    CASE WHEN MIN("branch"."day") = MAX("branch"."day") THEN MAX(EXTRACT(month FROM "branch"."day")) END AS "book: months of income",
    SUM(CASE WHEN ("balance"."assets" >= 500) THEN "balance"."assets" END) AS "big_assets",
    COUNT(DISTINCT "branch"."grade") AS "grades",
    SUM("balance"."worth") AS "mean_worth sum",
    COUNT("balance"."worth") AS "mean_worth values",
    MIN("balance"."worth") AS "least",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle",
    PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "ninth",
    MIN("branch"."day") AS "first_day",
    MAX(CASE WHEN ("balance"."worth" > 0) THEN CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST("branch"."day" AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST("branch"."day" AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) END) AS "last_moment",
    STDDEV_SAMP(CAST("balance"."worth" AS DOUBLE)) AS "deviation_of_worth",
    STDDEV_POP(CAST(CASE WHEN ("branch"."grade" <> 1) THEN "balance"."assets" END AS DOUBLE)) AS "deviation"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
)
SELECT
    "parts"."branches" AS "branches",
    "parts"."assets" AS "assets",
    "parts"."worth" AS "worth",
    CASE WHEN "parts"."worth" IS NOT NULL OR "parts"."lost" IS NOT NULL THEN COALESCE("parts"."worth", 0) - COALESCE("parts"."lost", 0) * 0.5 END AS "kept",
    CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 AS "worth_ratio",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS "plain_ratio",
    CAST(("parts"."lost") * 12 AS DOUBLE) / NULLIF(CAST(("parts"."assets") * "parts"."book: months of income" AS DOUBLE), 0) AS "yearly_ratio",
    "parts"."big_assets" AS "big_assets",
    "parts"."grades" AS "grades",
    CAST("parts"."mean_worth sum" AS DOUBLE) / NULLIF(CAST("parts"."mean_worth values" AS DOUBLE), 0) AS "mean_worth",
    "parts"."least" AS "least",
    CAST("parts"."middle" AS DOUBLE) AS "middle",
    CAST("parts"."ninth" AS DOUBLE) AS "ninth",
    CAST((CAST(CAST("parts"."mean_worth sum" AS DOUBLE) / NULLIF(CAST("parts"."mean_worth values" AS DOUBLE), 0) AS DOUBLE) - CAST("parts"."least" AS DOUBLE)) AS DOUBLE) AS "spread",
    "parts"."first_day" AS "first_day",
    "parts"."last_moment" AS "last_moment",
    CAST("parts"."deviation_of_worth" AS DOUBLE) AS "deviation_of_worth",
    CAST("parts"."deviation" AS DOUBLE) AS "deviation",
    CAST("parts"."assets" AS DOUBLE) / NULLIF(CAST("parts"."grades" AS DOUBLE), 0) AS "a_grade"
FROM "parts"
LIMIT 1001;
-- ["UTC","alder","alder"]

-- one of several values
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND CAST("branch"."grade" AS BIGINT) IN (CAST(? AS BIGINT), CAST(? AS BIGINT))
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder",1,3]

-- none of several values
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND NOT COALESCE(CAST("branch"."name" AS VARCHAR) IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)), FALSE)
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder","Zebra","O'Hare \"X\" \\"]

-- texts that hold another
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND CONTAINS(COLLATE(REPLACE(CAST(CAST("branch"."name" AS VARCHAR) AS VARCHAR), 'ı', 'i'), 'en-ci-ai'), COLLATE(REPLACE(CAST(? AS VARCHAR), 'ı', 'i'), 'en-ci-ai'))
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder","ISIK"]

-- texts that begin with another
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND STARTSWITH(COLLATE(REPLACE(CAST(CAST("branch"."name" AS VARCHAR) AS VARCHAR), 'ı', 'i'), 'en-ci-ai'), COLLATE(REPLACE(CAST(? AS VARCHAR), 'ı', 'i'), 'en-ci-ai'))
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder","ecl"]

-- texts beyond another
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND CAST("branch"."name" AS VARCHAR) > CAST(? AS VARCHAR)
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder","Z"]

-- days and truths
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) >= CAST(? AS DATE) AND NOT COALESCE(CAST("branch"."open" AS BOOLEAN) = CAST(? AS BOOLEAN), FALSE))
)
SELECT
    "parts"."branches" AS "branches"
FROM "parts"
LIMIT 1001;
-- ["alder","2025-02-01",true]

-- one dimension compared with another
WITH "parts" AS (
  SELECT
    COUNT(1) AS "branches",
    COUNT(CASE WHEN (CAST("branch"."day" AS DATE) > CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) THEN 1 END) AS "later"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND NOT COALESCE(CAST("branch"."name" AS VARCHAR) = CAST((CASE WHEN ("balance"."worth" < 0) THEN CAST(? AS VARCHAR) WHEN ("balance"."worth" = 0) THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS VARCHAR), FALSE)
)
SELECT
    "parts"."branches" AS "branches",
    "parts"."later" AS "later"
FROM "parts"
LIMIT 1001;
-- ["alder","alder","under","even","over"]

-- bands and what is missing
WITH "parts" AS (
  SELECT
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    COUNT(1) AS "branches"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND (("balance"."assets" IS NOT NULL AND "balance"."assets" >= CAST(? AS DOUBLE)) OR CAST("branch"."grade" AS BIGINT) IS NULL)
  GROUP BY 1
)
SELECT
    CASE "parts"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."size" ASC NULLS LAST
LIMIT 1001;
-- [100,1000,"alder","alder",1000,"small","middle","big"]

-- rules and masks of the reader
WITH "parts" AS (
  SELECT
    CAST(NULLIF("branch"."name", "branch"."name") AS VARCHAR) AS "name",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
  GROUP BY 1
)
SELECT
    "parts"."name" AS "name",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."name" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by hour, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('hour', CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "moment_hour",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."moment_hour" AS "moment_hour",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."moment_hour" ASC NULLS LAST
LIMIT 1001;
-- ["America/Chicago"," 23:30:00"," 23:30:00","alder"]

-- by day, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST("branch"."day" AS DATE) AS DATE) AS "day_day",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_day" AS "day_day",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_day" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by week, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATEADD(day, CAST(6 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(DATEADD(day, CAST((- 6) AS INTEGER), CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE) AS "day_week",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_week" AS "day_week",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_week" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by month, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_month" AS "day_month",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_month" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by quarter, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('quarter', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_quarter",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_quarter" AS "day_quarter",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_quarter" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by year, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('year', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_year",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_year" AS "day_year",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_year" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by fiscal_quarter, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('quarter', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_fiscal_quarter",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_fiscal_quarter" AS "day_fiscal_quarter",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_fiscal_quarter" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- by fiscal_year, where weeks begin on Sunday and years in July
WITH "parts" AS (
  SELECT
    CAST(CAST(DATEADD(month, CAST(6 AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST(CAST(DATEADD(month, CAST((- 6) AS INTEGER), CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE) AS "day_fiscal_year",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."day_fiscal_year" AS "day_fiscal_year",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."day_fiscal_year" ASC NULLS LAST
LIMIT 1001;
-- ["alder"]

-- a time in a zone, by day
WITH "parts" AS (
  SELECT
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS DATE) AS DATE) AS "moment_day",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."moment_day" AS "moment_day",
    "parts"."assets" AS "assets"
FROM "parts"
ORDER BY "parts"."moment_day" ASC NULLS LAST
LIMIT 1001;
-- ["America/Chicago"," 23:30:00"," 23:30:00","alder","alder"]

-- the last months
WITH "parts" AS (
  SELECT
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) >= CAST(? AS DATE) AND CAST("branch"."day" AS DATE) < CAST(? AS DATE))
)
SELECT
    "parts"."assets" AS "assets"
FROM "parts"
LIMIT 1001;
-- ["alder","alder","2025-09-01","2026-01-01"]

-- shares and ranks
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
)
SELECT
    "parts"."day_month" AS "day_month",
    "parts"."open" AS "open",
    "parts"."assets" AS "assets",
    CAST("parts"."assets" AS DOUBLE) / NULLIF(SUM(CAST("parts"."assets" AS DOUBLE)) OVER (PARTITION BY "parts"."open"), 0) AS "part",
    CASE WHEN CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 IS NOT NULL THEN RANK() OVER ( ORDER BY CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 ASC NULLS LAST) END AS "place",
    CASE WHEN CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 IS NOT NULL THEN CAST((RANK() OVER (PARTITION BY "parts"."open" ORDER BY CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 ASC NULLS LAST) - 1) * 2 + (COUNT(*) OVER (PARTITION BY "parts"."open", CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000) - 1) AS DOUBLE) / NULLIF(2 * (COUNT(CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000) OVER (PARTITION BY "parts"."open") - 1), 0) END AS "percentile"
FROM "parts"
ORDER BY "parts"."day_month" ASC NULLS LAST, "parts"."open" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder"]

-- other periods
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
), "around" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
)
SELECT
    "parts"."day_month" AS "day_month",
    "parts"."open" AS "open",
    "parts"."assets" AS "assets",
    "looked up 0"."assets" AS "before",
    ("parts"."assets") - ("looked up 1"."assets") AS "a_year_ago",
    (CAST("parts"."assets" AS DOUBLE) - CAST("looked up 2"."assets" AS DOUBLE)) / NULLIF(ABS(CAST("looked up 2"."assets" AS DOUBLE)), 0) AS "since_year_end"
FROM "parts"
LEFT JOIN "around" AS "looked up 0" ON "looked up 0"."day_month" = CAST(DATEADD(month, CAST((- 1) AS INTEGER), CAST("parts"."day_month" AS DATE)) AS DATE) AND "looked up 0"."open" IS NOT DISTINCT FROM "parts"."open"
LEFT JOIN "around" AS "looked up 1" ON "looked up 1"."day_month" = CAST(DATEADD(year, CAST((- 1) AS INTEGER), CAST("parts"."day_month" AS DATE)) AS DATE) AND "looked up 1"."open" IS NOT DISTINCT FROM "parts"."open"
LEFT JOIN "around" AS "looked up 2" ON "looked up 2"."day_month" = CAST(DATE_TRUNC('month', CAST(CAST(DATEADD(day, CAST((- 1) AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST("parts"."day_month" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AND "looked up 2"."open" IS NOT DISTINCT FROM "parts"."open"
ORDER BY "parts"."day_month" ASC NULLS LAST, "parts"."open" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder"]

-- like for like, and moving averages
WITH "candidates" AS (
  SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) >= CAST(? AS DATE) AND CAST("branch"."day" AS DATE) < CAST(? AS DATE))
  GROUP BY 1
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."open", ROW_NUMBER() OVER (ORDER BY "candidates"."assets" DESC NULLS LAST, "candidates"."open" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 1
), "found" AS (
  SELECT
    "rows"."day_month",
    "rows"."open",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE "rows"."open place" END AS "open level",
    GROUPING("rows"."day_month", "rows"."open") AS "kind of row",
    COUNT("rows"."branches") AS "branches",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      "taken"."day_month",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."open" END AS "open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "open place",
    "taken"."branches",
    "taken"."assets"
    FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    1 AS "branches",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) >= CAST(? AS DATE) AND CAST("branch"."day" AS DATE) < CAST(? AS DATE))
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."open", FALSE) = COALESCE("top"."open", FALSE) AND ("taken"."open" IS NULL) = ("top"."open" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."open", "rows"."open place"))
), "bounds" AS (
  SELECT CAST(? AS DATE) AS "first", CAST(? AS DATE) AS "last"
), "periods" AS (
  SELECT CAST(DATEADD(month, CAST(("many"."n" * 3 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "period"
  FROM "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2)) AS "listed"("n")) AS "few"
  WHERE CAST(DATEADD(month, CAST(("many"."n" * 3 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last"
), "combinations" AS (
  SELECT DISTINCT "found"."open" AS "open", "found"."day_month level" AS "day_month level", "found"."open level" AS "open level", "found"."kind of row" AS "kind of row"
  FROM "found" WHERE "found"."day_month" IS NOT NULL
), "parts" AS (
  SELECT
    "periods"."period" AS "day_month",
    "combinations"."open" AS "open",
    "combinations"."day_month level" AS "day_month level",
    "combinations"."open level" AS "open level",
    "combinations"."kind of row" AS "kind of row",
    COALESCE("found"."branches", 0) AS "branches",
    "found"."assets" AS "assets"
  FROM "periods" CROSS JOIN "combinations"
  LEFT JOIN "found" ON "found"."day_month" = "periods"."period" AND "found"."open" IS NOT DISTINCT FROM "combinations"."open" AND "found"."day_month level" IS NOT DISTINCT FROM "combinations"."day_month level" AND "found"."open level" IS NOT DISTINCT FROM "combinations"."open level" AND "found"."kind of row" IS NOT DISTINCT FROM "combinations"."kind of row"
  UNION ALL
  SELECT
    "found"."day_month" AS "day_month",
    "found"."open" AS "open",
    "found"."day_month level" AS "day_month level",
    "found"."open level" AS "open level",
    "found"."kind of row" AS "kind of row",
    "found"."branches" AS "branches",
    "found"."assets" AS "assets"
  FROM "found" WHERE "found"."day_month" IS NULL
), "around" AS (
  WITH "found around" AS (
  SELECT
    "rows"."day_month",
    "rows"."open",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE "rows"."open place" END AS "open level",
    GROUPING("rows"."day_month", "rows"."open") AS "kind of row",
    COUNT("rows"."branches") AS "branches",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      "taken"."day_month",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."open" END AS "open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "open place",
    "taken"."branches",
    "taken"."assets"
    FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    1 AS "branches",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND CAST("branch"."day" AS DATE) < CAST(? AS DATE)
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."open", FALSE) = COALESCE("top"."open", FALSE) AND ("taken"."open" IS NULL) = ("top"."open" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."open", "rows"."open place"))
), "bounds around" AS (
  SELECT MIN("found around"."day_month") AS "first", MAX("found around"."day_month") AS "last"
  FROM "found around"
), "periods around" AS (
  SELECT CAST(DATEADD(month, CAST(("many"."n" * 60 + "few"."n") AS INTEGER), CAST("bounds around"."first" AS DATE)) AS DATE) AS "period"
  FROM "bounds around" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59)) AS "listed"("n")) AS "few"
  WHERE CAST(DATEADD(month, CAST(("many"."n" * 60 + "few"."n") AS INTEGER), CAST("bounds around"."first" AS DATE)) AS DATE) <= "bounds around"."last"
), "combinations around" AS (
  SELECT DISTINCT "found around"."open" AS "open", "found around"."day_month level" AS "day_month level", "found around"."open level" AS "open level", "found around"."kind of row" AS "kind of row"
  FROM "found around" WHERE "found around"."day_month" IS NOT NULL
)
  SELECT
    "periods around"."period" AS "day_month",
    "combinations around"."open" AS "open",
    "combinations around"."day_month level" AS "day_month level",
    "combinations around"."open level" AS "open level",
    "combinations around"."kind of row" AS "kind of row",
    COALESCE("found around"."branches", 0) AS "branches",
    "found around"."assets" AS "assets"
  FROM "periods around" CROSS JOIN "combinations around"
  LEFT JOIN "found around" ON "found around"."day_month" = "periods around"."period" AND "found around"."open" IS NOT DISTINCT FROM "combinations around"."open" AND "found around"."day_month level" IS NOT DISTINCT FROM "combinations around"."day_month level" AND "found around"."open level" IS NOT DISTINCT FROM "combinations around"."open level" AND "found around"."kind of row" IS NOT DISTINCT FROM "combinations around"."kind of row"
  UNION ALL
  SELECT
    "found around"."day_month" AS "day_month",
    "found around"."open" AS "open",
    "found around"."day_month level" AS "day_month level",
    "found around"."open level" AS "open level",
    "found around"."kind of row" AS "kind of row",
    "found around"."branches" AS "branches",
    "found around"."assets" AS "assets"
  FROM "found around" WHERE "found around"."day_month" IS NULL
), "around cut 0" AS (
  WITH "found around" AS (
  SELECT
    "rows"."day_month",
    "rows"."open",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE "rows"."open place" END AS "open level",
    GROUPING("rows"."day_month", "rows"."open") AS "kind of row",
    COUNT("rows"."branches") AS "branches",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      "taken"."day_month",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."open" END AS "open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "open place",
    "taken"."branches",
    "taken"."assets"
    FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    1 AS "branches",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) < CAST(? AS DATE) AND (CAST("branch"."day" AS DATE) < CAST(? AS DATE) OR CAST("branch"."day" AS DATE) >= CAST(? AS DATE)))
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."open", FALSE) = COALESCE("top"."open", FALSE) AND ("taken"."open" IS NULL) = ("top"."open" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."open", "rows"."open place"))
), "bounds around" AS (
  SELECT MIN("found around"."day_month") AS "first", MAX("found around"."day_month") AS "last"
  FROM "found around"
), "periods around" AS (
  SELECT CAST(DATEADD(month, CAST(("many"."n" * 60 + "few"."n") AS INTEGER), CAST("bounds around"."first" AS DATE)) AS DATE) AS "period"
  FROM "bounds around" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47), (48), (49), (50), (51), (52), (53), (54), (55), (56), (57), (58), (59)) AS "listed"("n")) AS "few"
  WHERE CAST(DATEADD(month, CAST(("many"."n" * 60 + "few"."n") AS INTEGER), CAST("bounds around"."first" AS DATE)) AS DATE) <= "bounds around"."last"
), "combinations around" AS (
  SELECT DISTINCT "found around"."open" AS "open", "found around"."day_month level" AS "day_month level", "found around"."open level" AS "open level", "found around"."kind of row" AS "kind of row"
  FROM "found around" WHERE "found around"."day_month" IS NOT NULL
)
  SELECT
    "periods around"."period" AS "day_month",
    "combinations around"."open" AS "open",
    "combinations around"."day_month level" AS "day_month level",
    "combinations around"."open level" AS "open level",
    "combinations around"."kind of row" AS "kind of row",
    COALESCE("found around"."branches", 0) AS "branches",
    "found around"."assets" AS "assets"
  FROM "periods around" CROSS JOIN "combinations around"
  LEFT JOIN "found around" ON "found around"."day_month" = "periods around"."period" AND "found around"."open" IS NOT DISTINCT FROM "combinations around"."open" AND "found around"."day_month level" IS NOT DISTINCT FROM "combinations around"."day_month level" AND "found around"."open level" IS NOT DISTINCT FROM "combinations around"."open level" AND "found around"."kind of row" IS NOT DISTINCT FROM "combinations around"."kind of row"
  UNION ALL
  SELECT
    "found around"."day_month" AS "day_month",
    "found around"."open" AS "open",
    "found around"."day_month level" AS "day_month level",
    "found around"."open level" AS "open level",
    "found around"."kind of row" AS "kind of row",
    "found around"."branches" AS "branches",
    "found around"."assets" AS "assets"
  FROM "found around" WHERE "found around"."day_month" IS NULL
), "looked up 1" AS (
  SELECT "parts"."day_month" AS "day_month", "parts"."open" AS "open", "parts"."day_month level" AS "day_month level", "parts"."open level" AS "open level", "parts"."kind of row" AS "kind of row", AVG(CAST("around"."branches" AS DOUBLE)) AS "average"
  FROM "parts" JOIN "around" ON "around"."day_month" BETWEEN CAST(DATEADD(month, CAST((- 2) AS INTEGER), CAST("parts"."day_month" AS DATE)) AS DATE) AND "parts"."day_month" AND "around"."open" IS NOT DISTINCT FROM "parts"."open" AND "around"."day_month level" IS NOT DISTINCT FROM "parts"."day_month level" AND "around"."open level" IS NOT DISTINCT FROM "parts"."open level" AND "around"."kind of row" IS NOT DISTINCT FROM "parts"."kind of row"
  GROUP BY 1, 2, 3, 4, 5
), "answer" AS (
  SELECT
    "parts"."day_month" AS "day_month",
    "parts"."open" AS "open",
    "parts"."day_month" AS "day_month key",
    "parts"."open" AS "open key",
    "parts"."day_month level" AS "day_month level",
    "parts"."open level" AS "open level",
    "parts"."kind of row" AS "kind of row",
    "parts"."branches" AS "branches",
    "looked up 0"."assets" AS "like_for_like",
    "looked up 1"."average" AS "moving"
  FROM "parts"
LEFT JOIN "around cut 0" AS "looked up 0" ON "looked up 0"."day_month" = CAST(DATEADD(month, CAST((- 2) AS INTEGER), CAST("parts"."day_month" AS DATE)) AS DATE) AND "looked up 0"."open" IS NOT DISTINCT FROM "parts"."open" AND "looked up 0"."day_month level" IS NOT DISTINCT FROM "parts"."day_month level" AND "looked up 0"."open level" IS NOT DISTINCT FROM "parts"."open level" AND "looked up 0"."kind of row" IS NOT DISTINCT FROM "parts"."kind of row"
LEFT JOIN "looked up 1" ON "looked up 1"."day_month" IS NOT DISTINCT FROM "parts"."day_month" AND "looked up 1"."open" IS NOT DISTINCT FROM "parts"."open" AND "looked up 1"."day_month level" IS NOT DISTINCT FROM "parts"."day_month level" AND "looked up 1"."open level" IS NOT DISTINCT FROM "parts"."open level" AND "looked up 1"."kind of row" IS NOT DISTINCT FROM "parts"."kind of row"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."day_month",
    "sorted"."open",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    "sorted"."branches",
    "sorted"."like_for_like",
    "sorted"."moving"
FROM "sorted"
ORDER BY "day_month key" ASC NULLS LAST, "open level" ASC, "open key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","2025-01-01","2025-06-16","alder","alder","2025-01-01","2025-06-16","2025-01-01","2025-06-01","alder","alder","2025-06-16","alder","alder","2025-06-16","2025-04-16","2025-05-01"]

-- to date and over the last periods
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth",
    COUNT(DISTINCT "branch"."grade") AS "grades"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
), "around" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth",
    COUNT(DISTINCT "branch"."grade") AS "grades"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
), "values of grades" AS (
  SELECT
    "rows"."day_month",
    "rows"."open",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."day_month", "rows"."open") AS "kind of row",
    "rows"."grades" AS "grades"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    "branch"."grade" AS "grades"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  WHERE "rows"."grades" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."open", "rows"."grades"))
), "looked up 0" AS (
  SELECT "parts"."day_month" AS "day_month", "parts"."open" AS "open", SUM("around"."worth") AS "worth", SUM("around"."assets") AS "assets"
  FROM "parts" JOIN "around" ON "around"."day_month" BETWEEN CAST(DATE_TRUNC('year', CAST("parts"."day_month" AS DATE)) AS DATE) AND "parts"."day_month" AND "around"."open" IS NOT DISTINCT FROM "parts"."open"
  GROUP BY 1, 2
), "looked up 1" AS (
  SELECT "parts"."day_month" AS "day_month", "parts"."open" AS "open", SUM("around"."worth") AS "worth"
  FROM "parts" JOIN "around" ON "around"."day_month" BETWEEN CAST(DATEADD(month, CAST((- 2) AS INTEGER), CAST("parts"."day_month" AS DATE)) AS DATE) AND "parts"."day_month" AND "around"."open" IS NOT DISTINCT FROM "parts"."open"
  GROUP BY 1, 2
), "looked up 2" AS (
  SELECT "parts"."day_month" AS "day_month", "parts"."open" AS "open", COUNT(DISTINCT "values of grades"."grades") AS "grades"
  FROM "parts" JOIN "values of grades" ON "values of grades"."day_month" BETWEEN CAST(DATE_TRUNC('year', CAST("parts"."day_month" AS DATE)) AS DATE) AND "parts"."day_month" AND "values of grades"."open" IS NOT DISTINCT FROM "parts"."open"
  GROUP BY 1, 2
)
SELECT
    "parts"."day_month" AS "day_month",
    "parts"."open" AS "open",
    "parts"."assets" AS "assets",
    CAST("looked up 0"."worth" AS DOUBLE) / NULLIF(CAST("looked up 0"."assets" AS DOUBLE), 0) AS "to_date",
    "looked up 1"."worth" AS "three",
    CASE WHEN "parts"."day_month" IS NOT NULL THEN COALESCE("looked up 2"."grades", 0) END AS "distinct"
FROM "parts"
LEFT JOIN "looked up 0" ON "looked up 0"."day_month" IS NOT DISTINCT FROM "parts"."day_month" AND "looked up 0"."open" IS NOT DISTINCT FROM "parts"."open"
LEFT JOIN "looked up 1" ON "looked up 1"."day_month" IS NOT DISTINCT FROM "parts"."day_month" AND "looked up 1"."open" IS NOT DISTINCT FROM "parts"."open"
LEFT JOIN "looked up 2" ON "looked up 2"."day_month" IS NOT DISTINCT FROM "parts"."day_month" AND "looked up 2"."open" IS NOT DISTINCT FROM "parts"."open"
ORDER BY "parts"."day_month" ASC NULLS LAST, "parts"."open" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder","alder"]

-- cohorts, in the reader’s rows
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("per key: began"."value" AS DATE)) AS DATE) AS DATE) AS "began_month",
    CAST(DATEDIFF(week, CAST(CAST(DATEADD(day, CAST(6 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(DATEADD(day, CAST((- 6) AS INTEGER), CAST("per key: began"."value" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE), CAST(CAST(DATEADD(day, CAST(6 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(DATEADD(day, CAST((- 6) AS INTEGER), CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS BIGINT) AS "weeks_since",
    COUNT(DISTINCT "branch"."grade") AS "grades"
  FROM "branch"
  LEFT JOIN (SELECT "branch"."grade" AS "key 0", MIN("branch"."day") AS "value"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
    AND "branch"."grade" IS NOT NULL
  GROUP BY 1
  ) AS "per key: began" ON "per key: began"."key 0" = "branch"."grade"
  LEFT JOIN (SELECT "branch"."grade" AS "key 0", "branch"."day" AS "key 1", MAX(CASE WHEN "branch"."open" THEN 1 ELSE 0 END) = 1 AS "value"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
    AND "branch"."grade" IS NOT NULL
    AND "branch"."day" IS NOT NULL
  GROUP BY 1, 2
  ) AS "per key: has_open" ON "per key: has_open"."key 0" = "branch"."grade" AND "per key: has_open"."key 1" = "branch"."day"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
    AND CAST("per key: has_open"."value" AS BOOLEAN) = CAST(? AS BOOLEAN)
  GROUP BY 1, 2
)
SELECT
    "parts"."began_month" AS "began_month",
    "parts"."weeks_since" AS "weeks_since",
    "parts"."grades" AS "grades",
    CAST("parts"."grades" AS DOUBLE) / NULLIF(MAX(CASE WHEN "parts"."weeks_since" = 0 THEN CAST("parts"."grades" AS DOUBLE) END) OVER (PARTITION BY "parts"."began_month"), 0) AS "retention"
FROM "parts"
ORDER BY "parts"."began_month" ASC NULLS LAST, "parts"."weeks_since" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder",true]

-- averages with the prior year-end, in the reader’s rows
WITH "parts" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM(CASE WHEN (CAST("branch"."day" AS DATE) = "book: days of day"."last") THEN (("balance"."assets" + COALESCE("prior year-end 1"."average_owned", "balance"."assets")) * 0.5) END) AS "average_owned",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  LEFT JOIN (SELECT "branch"."branch_id" AS "key 0", (CASE WHEN ((CAST(EXTRACT(month FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 12) AND (CAST(EXTRACT(day FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 31)) THEN CAST("branch"."day" AS DATE) END) AS "key 1", SUM("balance"."assets") AS "average_owned"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
    AND "branch"."branch_id" IS NOT NULL
    AND (CASE WHEN ((CAST(EXTRACT(month FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 12) AND (CAST(EXTRACT(day FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 31)) THEN CAST("branch"."day" AS DATE) END) IS NOT NULL
  GROUP BY 1, 2
  ) AS "prior year-end 1" ON "prior year-end 1"."key 0" = "branch"."branch_id" AND "prior year-end 1"."key 1" = CAST(DATEADD(day, CAST((- 1) AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) AS DATE)
  CROSS JOIN (SELECT MIN(CAST("branch"."day" AS DATE)) AS "first", MAX(CAST("branch"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("branch"."day" AS DATE)) AS "days"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
  ) AS "book: days of day"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
    AND CAST("branch"."open" AS BOOLEAN) = CAST(? AS BOOLEAN)
  GROUP BY 1
)
SELECT
    "parts"."grade" AS "grade",
    "parts"."average_owned" AS "average_owned",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."average_owned" AS DOUBLE), 0) AS "return_on_owned"
FROM "parts"
ORDER BY "parts"."grade" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder",true]

-- which balances averages are of
SELECT "counted"."day_month" AS "day_month", "counted"."day 0" AS "day 0", "counted"."rows 0" AS "rows 0", "counted"."without 0" AS "without 0"
FROM (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    MAX(CASE WHEN ("balance"."assets" IS NOT NULL) THEN "branch"."day" END) AS "day 0",
    COUNT(CASE WHEN ("balance"."assets" IS NOT NULL) THEN 1 END) AS "rows 0",
    COUNT(CASE WHEN (("balance"."assets" IS NOT NULL) AND ("prior year-end 1"."average_owned" IS NULL)) THEN 1 END) AS "without 0"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  LEFT JOIN (SELECT "branch"."branch_id" AS "key 0", (CASE WHEN ((CAST(EXTRACT(month FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 12) AND (CAST(EXTRACT(day FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 31)) THEN CAST("branch"."day" AS DATE) END) AS "key 1", SUM("balance"."assets") AS "average_owned"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND "branch"."branch_id" IS NOT NULL
    AND (CASE WHEN ((CAST(EXTRACT(month FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 12) AND (CAST(EXTRACT(day FROM CAST("branch"."day" AS DATE)) AS BIGINT) = 31)) THEN CAST("branch"."day" AS DATE) END) IS NOT NULL
  GROUP BY 1, 2
  ) AS "prior year-end 1" ON "prior year-end 1"."key 0" = "branch"."branch_id" AND "prior year-end 1"."key 1" = CAST(DATEADD(day, CAST((- 1) AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST("branch"."day" AS DATE)) AS DATE) AS DATE)) AS DATE)
  LEFT JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN(CAST("branch"."day" AS DATE)) AS "first", MAX(CAST("branch"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("branch"."day" AS DATE)) AS "days"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
  ) AS "book: days of day" ON "book: days of day"."day_month" = CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE)
  WHERE "branch"."tenant_id" = ?
    AND (CAST("branch"."day" AS DATE) = "book: days of day"."last")
  GROUP BY 1
) AS "counted";
-- ["alder","alder","alder","alder","alder"]

-- the top with all others
WITH "candidates" AS (
  SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."open", "candidates"."grade", ROW_NUMBER() OVER (PARTITION BY "candidates"."open" ORDER BY "candidates"."assets" DESC NULLS LAST, "candidates"."grade" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 2
), "parts" AS (
  SELECT
    "rows"."open",
    "rows"."grade",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    GROUPING("rows"."open", "rows"."grade") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("rows"."middle" AS DOUBLE) AS DOUBLE)) AS "middle"
  FROM (
    SELECT
      "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place",
    "taken"."assets",
    "taken"."middle"
    FROM (
    SELECT
      CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "balance"."assets" AS "assets",
    "balance"."assets" AS "middle"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."open", FALSE) = COALESCE("top"."open", FALSE) AND ("taken"."open" IS NULL) = ("top"."open" IS NULL) AND COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."open", "rows"."grade", "rows"."grade place"))
), "answer" AS (
  SELECT
    "parts"."open" AS "open",
    "parts"."grade" AS "grade",
    "parts"."open" AS "open key",
    "parts"."grade" AS "grade key",
    "parts"."open level",
    "parts"."grade level",
    "parts"."kind of row",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."open",
    "sorted"."grade",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    "sorted"."assets",
    "sorted"."middle"
FROM "sorted"
ORDER BY "open key" ASC NULLS LAST, "grade level" ASC, "grade key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder"]
WITH "parts" AS (
  SELECT
    SUM("balance"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
)
SELECT
    NULL AS "open",
    NULL AS "grade",
    'all' AS "grade.level",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle"
FROM "parts";
-- ["alder","alder"]

-- subtotals
WITH "parts" AS (
  SELECT
    "rows"."open",
    "rows"."grade",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    GROUPING("rows"."open", "rows"."grade") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    COUNT(DISTINCT "rows"."grades") AS "grades"
  FROM (
    SELECT
      CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "balance"."assets" AS "assets",
    "branch"."grade" AS "grades"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."open", "rows"."grade"), ("rows"."open"), ())
), "answer" AS (
  SELECT
    "parts"."open" AS "open",
    "parts"."grade" AS "grade",
    "parts"."open" AS "open key",
    "parts"."grade" AS "grade key",
    "parts"."open level",
    "parts"."grade level",
    "parts"."kind of row",
    "parts"."assets" AS "assets",
    "parts"."grades" AS "grades"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".*,
    MAX(CASE WHEN "grade level" = 2 THEN "assets" END) OVER (PARTITION BY "open key", "open level") AS "open by assets",
    MAX("assets") OVER (PARTITION BY "open key", "open level", "grade key", "grade level") AS "grade by assets" FROM "answer"
)
SELECT
    "sorted"."open",
    "sorted"."grade",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    "sorted"."assets",
    "sorted"."grades"
FROM "sorted"
WHERE "kind of row" IN (0, 1, 3)
ORDER BY "open level" ASC, "open by assets" DESC NULLS LAST, "open key" ASC NULLS LAST, "grade level" ASC, "grade by assets" DESC NULLS LAST, "grade key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder"]

-- the top with subtotals, ranked
WITH "candidates" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."grade", ROW_NUMBER() OVER (ORDER BY "candidates"."assets" DESC NULLS LAST, "candidates"."grade" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 2
), "parts" AS (
  SELECT
    "rows"."open",
    "rows"."grade",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    GROUPING("rows"."open", "rows"."grade") AS "kind of row",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place",
    "taken"."assets"
    FROM (
    SELECT
      CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."open", "rows"."grade", "rows"."grade place"), ("rows"."open"), ())
), "answer" AS (
  SELECT
    "parts"."open" AS "open",
    "parts"."grade" AS "grade",
    "parts"."open" AS "open key",
    "parts"."grade" AS "grade key",
    "parts"."open level",
    "parts"."grade level",
    "parts"."kind of row",
    "parts"."assets" AS "assets",
    CASE WHEN "parts"."assets" IS NOT NULL AND "parts"."grade level" <> 1 AND "parts"."kind of row" <> 3 THEN RANK() OVER (PARTITION BY "parts"."open", "parts"."open level", "parts"."kind of row", "parts"."grade level" ORDER BY "parts"."assets" DESC NULLS LAST) END AS "place"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."open",
    "sorted"."grade",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    "sorted"."assets",
    "sorted"."place"
FROM "sorted"
WHERE "kind of row" IN (0, 1, 3)
ORDER BY "open level" ASC, "open key" ASC NULLS LAST, "grade level" ASC, "grade key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder"]

-- a pivot
WITH "parts" AS (
  SELECT
    "rows"."grade",
    "rows"."open",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."grade", "rows"."open") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade", "rows"."open"), ("rows"."grade"), ("rows"."open"), ())
), "answer" AS (
  SELECT
    "parts"."grade" AS "grade",
    "parts"."open" AS "open",
    "parts"."grade" AS "grade key",
    "parts"."open" AS "open key",
    "parts"."grade level",
    "parts"."open level",
    "parts"."kind of row",
    "parts"."assets" AS "assets",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS "plain_ratio"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
), "listed" AS (
  SELECT "grade key", "grade level", ROW_NUMBER() OVER (ORDER BY "grade level" ASC, "grade key" ASC NULLS LAST) AS "place" FROM "sorted"
WHERE "kind of row" IN (1)
), "heads" AS (
  SELECT "open key", "open level", ROW_NUMBER() OVER (ORDER BY "open level" ASC, "open key" ASC NULLS LAST) AS "place" FROM "sorted"
WHERE "kind of row" IN (2)
)
SELECT
    "listed"."place" AS "row place",
    "heads"."place" AS "column place",
    "sorted"."grade",
    "sorted"."open",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    "sorted"."assets",
    "sorted"."plain_ratio"
FROM "sorted"
LEFT JOIN "listed" ON COALESCE("listed"."grade key", 0) = COALESCE("sorted"."grade key", 0) AND ("listed"."grade key" IS NULL) = ("sorted"."grade key" IS NULL) AND "listed"."grade level" = "sorted"."grade level"
LEFT JOIN "heads" ON COALESCE("heads"."open key", FALSE) = COALESCE("sorted"."open key", FALSE) AND ("heads"."open key" IS NULL) = ("sorted"."open key" IS NULL) AND "heads"."open level" = "sorted"."open level"
WHERE "kind of row" IN (0, 1, 2, 3) AND (("sorted"."grade level" = 2) OR "listed"."place" BETWEEN 1 AND 1001) AND (("sorted"."open level" = 2) OR "heads"."place" <= 51)
ORDER BY "row place" NULLS LAST, "column place" NULLS LAST;
-- ["alder","alder"]

-- a pivot without rows
WITH "parts" AS (
  SELECT
    "rows"."open",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."open") AS "kind of row",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      CAST("branch"."open" AS BOOLEAN) AS "open",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."open"), ())
), "answer" AS (
  SELECT
    "parts"."open" AS "open",
    "parts"."open" AS "open key",
    "parts"."open level",
    "parts"."kind of row",
    "parts"."assets" AS "assets"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
), "listed" AS (
  SELECT ROW_NUMBER() OVER (ORDER BY "kind of row") AS "place" FROM "sorted"
WHERE "kind of row" IN (1)
), "heads" AS (
  SELECT "open key", "open level", ROW_NUMBER() OVER (ORDER BY "open level" ASC, "open key" ASC NULLS LAST) AS "place" FROM "sorted"
WHERE "kind of row" IN (0)
)
SELECT
    "listed"."place" AS "row place",
    "heads"."place" AS "column place",
    "sorted"."open",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    "sorted"."assets"
FROM "sorted"
LEFT JOIN "listed" ON TRUE
LEFT JOIN "heads" ON COALESCE("heads"."open key", FALSE) = COALESCE("sorted"."open key", FALSE) AND ("heads"."open key" IS NULL) = ("sorted"."open key" IS NULL) AND "heads"."open level" = "sorted"."open level"
WHERE "kind of row" IN (0, 1) AND (TRUE OR "listed"."place" BETWEEN 1 AND 1001) AND (("sorted"."open level" = 2) OR "heads"."place" <= 51)
ORDER BY "row place" NULLS LAST, "column place" NULLS LAST;
-- ["alder","alder"]

-- groups that pass a condition on measures
WITH "parts" AS (
  SELECT
    CAST("branch"."name" AS VARCHAR) AS "name",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth",
    COUNT(DISTINCT "branch"."grade") AS "grades",
    SUM("balance"."lost") AS "lost"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
)
SELECT
    "parts"."name" AS "name",
    "parts"."assets" AS "assets"
FROM "parts"
WHERE (("parts"."worth") < CAST(? AS DECIMAL(1, 1)) OR NOT COALESCE((CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0)) >= CAST(? AS DOUBLE), FALSE) OR (("parts"."grades") = CAST(? AS DECIMAL(1, 0)) OR ("parts"."grades") = CAST(? AS DECIMAL(1, 0))) OR ("parts"."lost") IS NULL)
ORDER BY "parts"."name" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","-0.5",0.07,"3","4"]

-- totals of the groups that pass, with the top among them
WITH "passing groups" AS (
  SELECT "groups"."open" AS "open", "groups"."grade" AS "grade"
  FROM (
  SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "groups"
  WHERE ("groups"."assets") > CAST(? AS DECIMAL(3, 0))
), "candidates" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."open" AS BOOLEAN), FALSE) = COALESCE("passing groups"."open", FALSE) AND (CAST("branch"."open" AS BOOLEAN) IS NULL) = ("passing groups"."open" IS NULL) AND COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL)
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."grade", ROW_NUMBER() OVER (ORDER BY "candidates"."assets" DESC NULLS LAST, "candidates"."grade" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 2
), "parts" AS (
  SELECT
    "rows"."open",
    "rows"."grade",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    GROUPING("rows"."open", "rows"."grade") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("rows"."middle" AS DOUBLE) AS DOUBLE)) AS "middle"
  FROM (
    SELECT
      "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place",
    "taken"."assets",
    "taken"."middle"
    FROM (
    SELECT
      CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "balance"."assets" AS "assets",
    "balance"."assets" AS "middle"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."open" AS BOOLEAN), FALSE) = COALESCE("passing groups"."open", FALSE) AND (CAST("branch"."open" AS BOOLEAN) IS NULL) = ("passing groups"."open" IS NULL) AND COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL)
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."open", "rows"."grade", "rows"."grade place"))
), "answer" AS (
  SELECT
    "parts"."open" AS "open",
    "parts"."grade" AS "grade",
    "parts"."open" AS "open key",
    "parts"."grade" AS "grade key",
    "parts"."open level",
    "parts"."grade level",
    "parts"."kind of row",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."open",
    "sorted"."grade",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    "sorted"."assets",
    "sorted"."middle"
FROM "sorted"
ORDER BY "open key" ASC NULLS LAST, "grade level" ASC, "grade key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","500","alder","alder","alder","alder"]
WITH "passing groups" AS (
  SELECT "groups"."open" AS "open", "groups"."grade" AS "grade"
  FROM (
  SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "groups"
  WHERE ("groups"."assets") > CAST(? AS DECIMAL(3, 0))
), "parts" AS (
  SELECT
    SUM("balance"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."open" AS BOOLEAN), FALSE) = COALESCE("passing groups"."open", FALSE) AND (CAST("branch"."open" AS BOOLEAN) IS NULL) = ("passing groups"."open" IS NULL) AND COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL)
  WHERE "branch"."tenant_id" = ?
)
SELECT
    NULL AS "open",
    NULL AS "grade",
    'all' AS "grade.level",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle"
FROM "parts";
-- ["alder","alder","500","alder","alder"]

-- other periods of the groups that pass
WITH "passing groups" AS (
  SELECT "groups"."day_month" AS "day_month", "groups"."grade" AS "grade"
  FROM (
  SELECT
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "groups"
  WHERE ("groups"."assets") > CAST(? AS DECIMAL(3, 0))
), "parts" AS (
  SELECT
    "rows"."day_month",
    "rows"."grade",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    GROUPING("rows"."day_month", "rows"."grade") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE), DATE '2000-01-01') = COALESCE("passing groups"."day_month", DATE '2000-01-01') AND (CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) IS NULL) = ("passing groups"."day_month" IS NULL) AND COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL)
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."grade"), ("rows"."day_month"))
), "looked up 0" AS (
  SELECT
    "rows"."day_month",
    "rows"."grade",
    "rows"."own period",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    CASE WHEN GROUPING("rows"."own period") = 1 THEN 2 ELSE 0 END AS "own period level",
    GROUPING("rows"."day_month", "rows"."grade", "rows"."own period") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("passing groups"."day_month" AS DATE) AS "own period",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL) AND CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) = CAST(DATEADD(month, CAST((- 1) AS INTEGER), CAST("passing groups"."day_month" AS DATE)) AS DATE)
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."grade", "rows"."own period"), ("rows"."day_month", "rows"."own period"))
), "looked up 1" AS (
  SELECT
    "rows"."grade",
    "rows"."own period",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    CASE WHEN GROUPING("rows"."own period") = 1 THEN 2 ELSE 0 END AS "own period level",
    GROUPING("rows"."grade", "rows"."own period") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("passing groups"."day_month" AS DATE) AS "own period",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL) AND CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) BETWEEN CAST(DATE_TRUNC('year', CAST("passing groups"."day_month" AS DATE)) AS DATE) AND "passing groups"."day_month"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade", "rows"."own period"), ("rows"."own period"))
), "looked up 2" AS (
  SELECT "around"."grade" AS "grade", "around"."own period" AS "own period", "around"."grade level" AS "grade level", "around"."own period level" AS "own period level", AVG(CAST("around"."assets" AS DOUBLE)) AS "average"
  FROM (SELECT
    "rows"."day_month",
    "rows"."grade",
    "rows"."own period",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    CASE WHEN GROUPING("rows"."own period") = 1 THEN 2 ELSE 0 END AS "own period level",
    GROUPING("rows"."day_month", "rows"."grade", "rows"."own period") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("passing groups"."day_month" AS DATE) AS "own period",
    "balance"."assets" AS "assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  JOIN "passing groups" ON COALESCE(CAST("branch"."grade" AS BIGINT), 0) = COALESCE("passing groups"."grade", 0) AND (CAST("branch"."grade" AS BIGINT) IS NULL) = ("passing groups"."grade" IS NULL) AND CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) BETWEEN CAST(DATEADD(month, CAST((- 1) AS INTEGER), CAST("passing groups"."day_month" AS DATE)) AS DATE) AND "passing groups"."day_month"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."grade", "rows"."own period"), ("rows"."day_month", "rows"."own period"))) AS "around"
  GROUP BY 1, 2, 3, 4
), "answer" AS (
  SELECT
    "parts"."day_month" AS "day_month",
    "parts"."grade" AS "grade",
    "parts"."day_month" AS "day_month key",
    "parts"."grade" AS "grade key",
    "parts"."day_month level" AS "day_month level",
    "parts"."grade level" AS "grade level",
    "parts"."kind of row" AS "kind of row",
    "parts"."assets" AS "assets",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS "plain_ratio",
    CAST("looked up 0"."worth" AS DOUBLE) / NULLIF(CAST("looked up 0"."assets" AS DOUBLE), 0) AS "before",
    "looked up 1"."assets" AS "to_date",
    "looked up 2"."average" AS "moving"
  FROM "parts"
LEFT JOIN "looked up 0" ON "looked up 0"."own period" = "parts"."day_month" AND "looked up 0"."grade" IS NOT DISTINCT FROM "parts"."grade" AND "looked up 0"."grade level" IS NOT DISTINCT FROM "parts"."grade level"
LEFT JOIN "looked up 1" ON "looked up 1"."own period" = "parts"."day_month" AND "looked up 1"."grade" IS NOT DISTINCT FROM "parts"."grade" AND "looked up 1"."grade level" IS NOT DISTINCT FROM "parts"."grade level"
LEFT JOIN "looked up 2" ON "looked up 2"."own period" = "parts"."day_month" AND "looked up 2"."grade" IS NOT DISTINCT FROM "parts"."grade" AND "looked up 2"."grade level" IS NOT DISTINCT FROM "parts"."grade level"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."day_month",
    "sorted"."grade",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    "sorted"."assets",
    "sorted"."plain_ratio",
    "sorted"."before",
    "sorted"."to_date",
    "sorted"."moving"
FROM "sorted"
WHERE "kind of row" IN (0, 1)
ORDER BY "day_month level" ASC, "day_month key" ASC NULLS LAST, "grade level" ASC, "grade key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","500","alder","alder","alder","alder","alder","alder","alder","alder"]

-- measures of the query
WITH "parts" AS (
  SELECT
    "rows"."grade",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    GROUPING("rows"."grade") AS "kind of row",
    SUM("rows"."own_ratio:worth") AS "own_ratio:worth",
    SUM("rows"."own_ratio:assets") AS "own_ratio:assets",
    SUM("rows"."worth") AS "worth",
    SUM("rows"."assets") AS "assets"
  FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN (((CAST("branch"."day" AS DATE) >= CAST(? AS DATE)) AND (NOT COALESCE((STARTSWITH(COLLATE(REPLACE(CAST(CAST("branch"."name" AS VARCHAR) AS VARCHAR), 'ı', 'i'), 'en-ci-ai'), COLLATE(REPLACE(CAST(? AS VARCHAR), 'ı', 'i'), 'en-ci-ai'))), FALSE))) AND (NOT COALESCE((("balance"."assets" IS NOT NULL AND "balance"."assets" < CAST(? AS DOUBLE))), FALSE))) THEN COALESCE("balance"."worth", "balance"."worth_before") END AS "own_ratio:worth",
    CASE WHEN (((CAST("branch"."day" AS DATE) >= CAST(? AS DATE)) AND (NOT COALESCE((STARTSWITH(COLLATE(REPLACE(CAST(CAST("branch"."name" AS VARCHAR) AS VARCHAR), 'ı', 'i'), 'en-ci-ai'), COLLATE(REPLACE(CAST(? AS VARCHAR), 'ı', 'i'), 'en-ci-ai'))), FALSE))) AND (NOT COALESCE((("balance"."assets" IS NOT NULL AND "balance"."assets" < CAST(? AS DOUBLE))), FALSE))) THEN "balance"."assets" END AS "own_ratio:assets",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth",
    "balance"."assets" AS "assets"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade"), ())
)
SELECT
    "parts"."kind of row",
    "parts"."grade" AS "grade",
    CAST("parts"."own_ratio:worth" AS DOUBLE) / NULLIF(CAST("parts"."own_ratio:assets" AS DOUBLE), 0) AS "own_ratio",
    CAST((CAST(CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS DOUBLE) - CAST(CAST("parts"."own_ratio:worth" AS DOUBLE) / NULLIF(CAST("parts"."own_ratio:assets" AS DOUBLE), 0) AS DOUBLE)) AS DOUBLE) AS "difference"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."grade" ASC NULLS LAST
LIMIT 1002;
-- ["2025-02-01","ecl",100,"2025-02-01","ecl",100,"alder","alder"]

-- a member beside its peers
WITH "member parts" AS (
  SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "member key",
    SUM("balance"."assets") AS "assets",
    SUM(COALESCE("balance"."worth", "balance"."worth_before")) AS "worth",
    MAX(CASE WHEN CAST("branch"."grade" AS BIGINT) IN (CAST(? AS BIGINT), CAST(? AS BIGINT)) THEN 1 ELSE 0 END) AS "is peer in book"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
), "members" AS (
  SELECT
    CASE WHEN "member parts"."is peer in book" = 1 THEN 1 ELSE 0 END AS "is peer",
    "member parts"."member key" AS "member key",
    CAST("member parts"."assets" AS DOUBLE) AS "assets",
    CAST(CAST(((CAST(("member parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("member parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("member parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("member parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 AS DOUBLE) AS "worth_ratio"
  FROM "member parts"
  WHERE "member parts"."member key" IS NOT NULL
), "peers" AS (
  SELECT * FROM "members" WHERE "is peer" = 1
), "subject" AS (
  SELECT * FROM "members" WHERE "member key" = CAST(? AS VARCHAR)
), "stacked" AS (
  SELECT "peers"."member key" IS DISTINCT FROM "subject"."member key" AS "other", "subject"."is peer" AS "is peer", "places"."n" AS "position", CASE "places"."n" WHEN 0 THEN "peers"."assets" WHEN 1 THEN "peers"."worth_ratio" END AS "peer", CASE "places"."n" WHEN 0 THEN "subject"."assets" WHEN 1 THEN "subject"."worth_ratio" END AS "own"
  FROM (SELECT 1) AS "one" LEFT JOIN "subject" ON TRUE LEFT JOIN "peers" ON TRUE
  CROSS JOIN (SELECT "n" FROM (VALUES (0), (1)) AS "listed"("n")) AS "places"
), "lines" AS (
  SELECT
    "position",
    MAX("own") AS "value",
    COALESCE(MAX("is peer"), 0) = 1 AS "among_peers",
    COUNT("peer") AS "peers",
    PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "p25",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "median",
    PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "p75",
    COUNT(CASE WHEN "other" AND "peer" < "own" THEN 1 END) AS "lower",
    COUNT(CASE WHEN "other" AND "peer" = "own" THEN 1 END) AS "equal",
    COUNT(CASE WHEN "other" AND "peer" > "own" THEN 1 END) AS "greater"
  FROM "stacked"
  GROUP BY "position"
)
SELECT
    CASE "position" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) END AS "measure",
    "value",
    "peers",
    "p25",
    "median",
    "p75",
    CAST("lower" * 100 + "equal" * 50 AS DOUBLE) / NULLIF("lower" + "equal" + "greater", 0) AS "percentile",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "greater" END AS "rank",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "lower" END AS "rank_from_least",
    "among_peers"
FROM "lines"
ORDER BY "position";
-- [1,2,"alder","alder","a1","assets","worth_ratio"]

-- how members spread
WITH "member parts" AS (
  SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "member key",
    SUM("balance"."assets") AS "assets"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1
), "members" AS (
  SELECT
    1 AS "is peer",
    "member parts"."member key" AS "member key",
    CAST("member parts"."assets" AS DOUBLE) AS "assets"
  FROM "member parts"
  WHERE "member parts"."member key" IS NOT NULL
), "peers" AS (
  SELECT * FROM "members" WHERE "is peer" = 1
), "subject" AS (
  SELECT * FROM "members" WHERE "member key" = CAST(? AS VARCHAR)
), "spread" AS (
  SELECT
    PERCENTILE_CONT(0.01) WITHIN GROUP (ORDER BY CAST("peers"."assets" AS DOUBLE)) AS "p1",
    PERCENTILE_CONT(0.99) WITHIN GROUP (ORDER BY CAST("peers"."assets" AS DOUBLE)) AS "p99",
    MIN("peers"."assets") AS "least",
    MAX("peers"."assets") AS "greatest"
  FROM "peers"
), "span" AS (
  SELECT
    "p1" < "p99" AS "open",
    CASE WHEN "p1" < "p99" THEN "p1" ELSE "least" END AS "from",
    CASE WHEN "p1" < "p99" THEN "p99" ELSE "greatest" END AS "to"
  FROM "spread"
  WHERE "least" IS NOT NULL
), "buckets" AS (
  SELECT
    "n" AS "bucket",
    "open",
    "from" + ("to" - "from") * "n" / 4 AS "lower",
    "from" + ("to" - "from") * ("n" + 1) / 4 AS "upper",
    "from" = "to" AS "single",
    "n" = 0 AS "first",
    "from" = "to" OR "n" = 3 AS "last"
  FROM "span" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3)) AS "listed"("n")) AS "numbers"
  WHERE "from" < "to" OR "n" = 0
), "placed" AS (
  SELECT
    "value",
    "from",
    "to",
    CASE
      WHEN "from" = "to" THEN 0
      WHEN ("value" - "from") * 4 / ("to" - "from") < 0 THEN 0
      WHEN ("value" - "from") * 4 / ("to" - "from") >= 3 THEN 3
      ELSE CAST(FLOOR(("value" - "from") * 4 / ("to" - "from")) AS BIGINT)
    END AS "place"
  FROM (SELECT "peers"."assets" AS "value" FROM "peers" WHERE "peers"."assets" IS NOT NULL) AS "values" CROSS JOIN "span"
), "filled" AS (
  SELECT
    CASE
      WHEN "from" = "to" THEN 0
      WHEN "place" > 0 AND "value" < "from" + ("to" - "from") * "place" / 4 THEN "place" - 1
      WHEN "place" < 3 AND "value" >= "from" + ("to" - "from") * ("place" + 1) / 4 THEN "place" + 1
      ELSE "place"
    END AS "bucket",
    COUNT(*) AS "members"
  FROM "placed"
  GROUP BY 1
)
SELECT
    CASE WHEN "buckets"."first" AND "buckets"."open" THEN NULL ELSE "buckets"."lower" END AS "lower",
    CASE WHEN "buckets"."last" AND "buckets"."open" THEN NULL ELSE "buckets"."upper" END AS "upper",
    COALESCE("filled"."members", 0) AS "members",
    COALESCE(CASE WHEN "buckets"."single" THEN "subject"."assets" = "buckets"."lower" ELSE "subject"."assets" IS NOT NULL AND ("buckets"."first" OR "subject"."assets" >= "buckets"."lower") AND ("buckets"."last" OR "subject"."assets" < "buckets"."upper") END, FALSE) AS "holds_member"
FROM "buckets"
LEFT JOIN "filled" ON "filled"."bucket" = "buckets"."bucket"
LEFT JOIN "subject" ON TRUE
ORDER BY "buckets"."bucket";
-- ["alder","alder","a1"]

-- balances
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    0 AS "branch level",
    0 AS "kind of row",
    SUM("rows"."opening") AS "opening",
    SUM("rows"."balance") AS "balance",
    SUM("rows"."mean sum") AS "mean sum",
    MAX("rows"."loans: days of day") AS "loans: days of day",
    COUNT(DISTINCT "rows"."accounts") AS "accounts",
    SUM("rows"."late") AS "late"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."first") THEN "loan"."amount" END AS "opening",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance",
    CASE WHEN (CAST("loan"."day" AS DATE) IS NOT NULL) THEN "loan"."amount" END AS "mean sum",
    "loans: days of day"."days" AS "loans: days of day",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."id" END AS "accounts",
    CASE WHEN ((CAST("loan"."day" AS DATE) = "loans: days of day"."last") AND ("loan"."grade" >= 3)) THEN "loan"."amount" END AS "late"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  LEFT JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  GROUP BY 1
  ) AS "loans: days of day" ON "loans: days of day"."day_month" = CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE)
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY "rows"."day_month", "rows"."branch"
  UNION ALL
  SELECT
    CAST(NULL AS DATE) AS "day_month",
    CAST(NULL AS VARCHAR) AS "branch",
    2 AS "day_month level",
    2 AS "branch level",
    3 AS "kind of row",
    SUM("rows"."opening") AS "opening",
    SUM("rows"."balance") AS "balance",
    SUM("rows"."mean sum") AS "mean sum",
    MAX("rows"."loans: days of day") AS "loans: days of day",
    COUNT(DISTINCT "rows"."accounts") AS "accounts",
    SUM("rows"."late") AS "late"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."first") THEN "loan"."amount" END AS "opening",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance",
    CASE WHEN (CAST("loan"."day" AS DATE) IS NOT NULL) THEN "loan"."amount" END AS "mean sum",
    "loans: days of day"."days" AS "loans: days of day",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."id" END AS "accounts",
    CASE WHEN ((CAST("loan"."day" AS DATE) = "loans: days of day"."last") AND ("loan"."grade" >= 3)) THEN "loan"."amount" END AS "late"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"), "part 1" AS (SELECT
    "day_month",
    "branch",
    "day_month level",
    "branch level",
    "kind of row",
    MIN("least") AS "least"
  FROM (SELECT
    "rows"."day_month",
    "rows"."branch",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."day_month", "rows"."branch") AS "kind of row",
    SUM("rows"."least") AS "least"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) IS NOT NULL) THEN "loan"."amount" END AS "least",
    CAST("loan"."day" AS DATE) AS "step 0"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."branch", "rows"."step 0"), ("rows"."step 0"))
  ) AS "steps"
  GROUP BY 1, 2, 3, 4, 5)
  SELECT
    "day_month",
    "branch",
    "day_month level",
    "branch level",
    "kind of row",
    MAX("opening") AS "opening",
    MAX("balance") AS "balance",
    MAX("mean sum") AS "mean sum",
    MAX("loans: days of day") AS "loans: days of day",
    COALESCE(MAX("accounts"), 0) AS "accounts",
    MAX("late") AS "late",
    MAX("least") AS "least"
  FROM (SELECT "part 0"."day_month" AS "day_month", "part 0"."branch" AS "branch", "part 0"."day_month level" AS "day_month level", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."opening" AS "opening", "part 0"."balance" AS "balance", "part 0"."mean sum" AS "mean sum", "part 0"."loans: days of day" AS "loans: days of day", "part 0"."accounts" AS "accounts", "part 0"."late" AS "late", "part 1"."least" AS "least" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."day_month" AS "day_month", "part 1"."branch" AS "branch", "part 1"."day_month level" AS "day_month level", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "part 0"."opening" AS "opening", "part 0"."balance" AS "balance", "part 0"."mean sum" AS "mean sum", "part 0"."loans: days of day" AS "loans: days of day", "part 0"."accounts" AS "accounts", "part 0"."late" AS "late", "part 1"."least" AS "least" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
    "parts"."kind of row",
    "parts"."day_month" AS "day_month",
    "parts"."branch" AS "branch",
    "parts"."opening" AS "opening",
    "parts"."balance" AS "balance",
    CAST("parts"."mean sum" AS DOUBLE) / NULLIF(CAST("parts"."loans: days of day" AS DOUBLE), 0) AS "mean",
    "parts"."least" AS "least",
    "parts"."accounts" AS "accounts",
    CAST("parts"."late" AS DOUBLE) / NULLIF(CAST("parts"."balance" AS DOUBLE), 0) AS "late_ratio"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."day_month" ASC NULLS LAST, "parts"."branch" ASC NULLS LAST
LIMIT 1002;
-- ["alder","alder","alder","alder","alder","alder","alder","alder"]

-- last known balances
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."day_month",
    "rows"."branch",
    CASE WHEN GROUPING("rows"."day_month") = 1 THEN 2 ELSE 0 END AS "day_month level",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."day_month", "rows"."branch") AS "kind of row",
    COUNT("rows"."rows") AS "rows"
  FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    1 AS "rows"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."day_month", "rows"."branch"), ())), "part 1" AS (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    0 AS "branch level",
    0 AS "kind of row",
    SUM("rows"."known") AS "known"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."last") AND ("loan"."known until" > "loan"."known from")))) THEN "loan"."amount" END AS "known"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day") AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("calendar"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  GROUP BY 1
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows"
  GROUP BY "rows"."day_month", "rows"."branch"
  UNION ALL
  SELECT
    CAST(NULL AS DATE) AS "day_month",
    CAST(NULL AS VARCHAR) AS "branch",
    2 AS "day_month level",
    2 AS "branch level",
    3 AS "kind of row",
    SUM("rows"."known") AS "known"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."last") AND ("loan"."known until" > "loan"."known from")))) THEN "loan"."amount" END AS "known"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day") AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(NULL AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows"), "part 2" AS (SELECT
    "day_month",
    "branch",
    "day_month level",
    "branch level",
    "kind of row",
    SUM("known_least") AS "known_least"
  FROM (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    0 AS "branch level",
    0 AS "kind of row",
    MIN("rows"."known_least") AS "known_least"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from")))) THEN "loan"."amount" END AS "known_least",
    "loan"."id" AS "step 0"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day") AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("calendar"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  GROUP BY 1
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY "rows"."day_month", "rows"."branch", "rows"."step 0"
  UNION ALL
  SELECT
    CAST(NULL AS DATE) AS "day_month",
    CAST(NULL AS VARCHAR) AS "branch",
    2 AS "day_month level",
    2 AS "branch level",
    3 AS "kind of row",
    MIN("rows"."known_least") AS "known_least"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from")))) THEN "loan"."amount" END AS "known_least",
    "loan"."id" AS "step 0"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day") AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(NULL AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY "rows"."step 0"
  ) AS "steps"
  GROUP BY 1, 2, 3, 4, 5), "part 3" AS (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    0 AS "branch level",
    0 AS "kind of row",
    SUM("rows"."known_mean sum") AS "known_mean sum",
    MAX("rows"."known_mean days") AS "known_mean days"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from")))) THEN ("loan"."amount" * DATEDIFF(day, CAST(GREATEST(COALESCE("loan"."known from", "loans: days of day"."first"), COALESCE("loans: days of day"."first", "loan"."known from")) AS DATE), CAST(LEAST(COALESCE(COALESCE("loan"."known until", CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)), CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)), COALESCE(CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE), COALESCE("loan"."known until", CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)))) AS DATE))) END AS "known_mean sum",
    "loans: days of day"."days" AS "known_mean days"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAST(COALESCE(COALESCE(LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day"), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)), COALESCE(CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE), COALESCE(LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day"), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)))) AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("calendar"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  GROUP BY 1
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows"
  GROUP BY "rows"."day_month", "rows"."branch"
  UNION ALL
  SELECT
    CAST(NULL AS DATE) AS "day_month",
    CAST(NULL AS VARCHAR) AS "branch",
    2 AS "day_month level",
    2 AS "branch level",
    3 AS "kind of row",
    SUM("rows"."known_mean sum") AS "known_mean sum",
    MAX("rows"."known_mean days") AS "known_mean days"
  FROM (
    SELECT
      CAST("loans: days of day"."day_month" AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from")))) THEN ("loan"."amount" * DATEDIFF(day, CAST(GREATEST(COALESCE("loan"."known from", "loans: days of day"."first"), COALESCE("loans: days of day"."first", "loan"."known from")) AS DATE), CAST(LEAST(COALESCE(COALESCE("loan"."known until", CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)), CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)), COALESCE(CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE), COALESCE("loan"."known until", CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("loans: days of day"."last" AS DATE)) AS DATE)))) AS DATE))) END AS "known_mean sum",
    "loans: days of day"."days" AS "known_mean days"
    FROM (
    SELECT "loan".*, CAST("loan"."day" AS DATE) AS "known from", LEAST(COALESCE(COALESCE(LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day"), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)), COALESCE(CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE), COALESCE(LEAD(CAST("loan"."day" AS DATE)) OVER (PARTITION BY "loan"."id" ORDER BY "loan"."day"), CAST(DATEADD(day, CAST(31 AS INTEGER), CAST(CAST("loan"."day" AS DATE) AS DATE)) AS DATE)))) AS "known until"
    FROM "loan"
    WHERE "loan"."tenant_id" = ? AND CAST("loan"."day" AS DATE) IS NOT NULL AND "loan"."id" IS NOT NULL
  ) AS "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT CAST(NULL AS DATE) AS "day_month", MIN("day") AS "first", MAX("day") AS "last", COUNT(*) AS "days"
  FROM (SELECT CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) AS "day"
    FROM (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last" FROM "loan"
  WHERE "loan"."tenant_id" = ?) AS "bounds" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "many" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "some" CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11), (12), (13), (14), (15), (16), (17), (18), (19), (20), (21), (22), (23), (24), (25), (26), (27), (28), (29), (30), (31), (32), (33), (34), (35), (36), (37), (38), (39), (40), (41), (42), (43), (44), (45), (46), (47)) AS "listed"("n")) AS "few"
    WHERE CAST(DATEADD(day, CAST((("many"."n" * 48 + "some"."n") * 48 + "few"."n") AS INTEGER), CAST("bounds"."first" AS DATE)) AS DATE) <= "bounds"."last") AS "calendar"
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
    AND (("loan"."known from" <= "loans: days of day"."last") AND (("loan"."known until" IS NULL) OR (("loan"."known until" > "loans: days of day"."first") AND ("loan"."known until" > "loan"."known from"))))
  ) AS "rows")
  SELECT
    "day_month",
    "branch",
    "day_month level",
    "branch level",
    "kind of row",
    COALESCE(MAX("rows"), 0) AS "rows",
    MAX("known") AS "known",
    MAX("known_least") AS "known_least",
    MAX("known_mean sum") AS "known_mean sum",
    MAX("known_mean days") AS "known_mean days"
  FROM (SELECT "part 0"."day_month" AS "day_month", "part 0"."branch" AS "branch", "part 0"."day_month level" AS "day_month level", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."rows" AS "rows", "part 1"."known" AS "known", "part 2"."known_least" AS "known_least", "part 3"."known_mean sum" AS "known_mean sum", "part 3"."known_mean days" AS "known_mean days" FROM "part 0" LEFT JOIN "part 1" ON FALSE LEFT JOIN "part 2" ON FALSE LEFT JOIN "part 3" ON FALSE
  UNION ALL
  SELECT "part 1"."day_month" AS "day_month", "part 1"."branch" AS "branch", "part 1"."day_month level" AS "day_month level", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "part 0"."rows" AS "rows", "part 1"."known" AS "known", "part 2"."known_least" AS "known_least", "part 3"."known_mean sum" AS "known_mean sum", "part 3"."known_mean days" AS "known_mean days" FROM "part 1" LEFT JOIN "part 0" ON FALSE LEFT JOIN "part 2" ON FALSE LEFT JOIN "part 3" ON FALSE
  UNION ALL
  SELECT "part 2"."day_month" AS "day_month", "part 2"."branch" AS "branch", "part 2"."day_month level" AS "day_month level", "part 2"."branch level" AS "branch level", "part 2"."kind of row" AS "kind of row", "part 0"."rows" AS "rows", "part 1"."known" AS "known", "part 2"."known_least" AS "known_least", "part 3"."known_mean sum" AS "known_mean sum", "part 3"."known_mean days" AS "known_mean days" FROM "part 2" LEFT JOIN "part 0" ON FALSE LEFT JOIN "part 1" ON FALSE LEFT JOIN "part 3" ON FALSE
  UNION ALL
  SELECT "part 3"."day_month" AS "day_month", "part 3"."branch" AS "branch", "part 3"."day_month level" AS "day_month level", "part 3"."branch level" AS "branch level", "part 3"."kind of row" AS "kind of row", "part 0"."rows" AS "rows", "part 1"."known" AS "known", "part 2"."known_least" AS "known_least", "part 3"."known_mean sum" AS "known_mean sum", "part 3"."known_mean days" AS "known_mean days" FROM "part 3" LEFT JOIN "part 0" ON FALSE LEFT JOIN "part 1" ON FALSE LEFT JOIN "part 2" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
    "parts"."kind of row",
    "parts"."day_month" AS "day_month",
    "parts"."branch" AS "branch",
    "parts"."known" AS "known",
    CAST("parts"."known_mean sum" AS DOUBLE) / NULLIF(CAST("parts"."known_mean days" AS DOUBLE), 0) AS "known_mean",
    "parts"."known_least" AS "known_least",
    "parts"."rows" AS "rows"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."day_month" ASC NULLS LAST, "parts"."branch" ASC NULLS LAST
LIMIT 1002;
-- ["alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder"]

-- balances with subtotals
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."region",
    "rows"."branch",
    CASE WHEN GROUPING("rows"."region") = 1 THEN 2 ELSE 0 END AS "region level",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."region", "rows"."branch") AS "kind of row",
    SUM("rows"."balance") AS "balance",
    SUM("rows"."mean sum") AS "mean sum",
    MAX("rows"."loans: days of day") AS "loans: days of day"
  FROM (
    SELECT
      CAST("region"."name" AS VARCHAR) AS "region",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance",
    CASE WHEN (CAST("loan"."day" AS DATE) IS NOT NULL) THEN "loan"."amount" END AS "mean sum",
    "loans: days of day"."days" AS "loans: days of day"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  LEFT JOIN "region" ON "region"."tenant_id" = ? AND "region"."id" = "branch"."region"
  CROSS JOIN (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."region", "rows"."branch"), ("rows"."region"), ())), "part 1" AS (SELECT
    "region",
    "branch",
    "region level",
    "branch level",
    "kind of row",
    MIN("least") AS "least"
  FROM (SELECT
    "rows"."region",
    "rows"."branch",
    CASE WHEN GROUPING("rows"."region") = 1 THEN 2 ELSE 0 END AS "region level",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."region", "rows"."branch") AS "kind of row",
    SUM("rows"."least") AS "least"
  FROM (
    SELECT
      CAST("region"."name" AS VARCHAR) AS "region",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) IS NOT NULL) THEN "loan"."amount" END AS "least",
    CAST("loan"."day" AS DATE) AS "step 0"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  LEFT JOIN "region" ON "region"."tenant_id" = ? AND "region"."id" = "branch"."region"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."region", "rows"."branch", "rows"."step 0"), ("rows"."region", "rows"."step 0"), ("rows"."step 0"))
  ) AS "steps"
  GROUP BY 1, 2, 3, 4, 5)
  SELECT
    "region",
    "branch",
    "region level",
    "branch level",
    "kind of row",
    MAX("balance") AS "balance",
    MAX("mean sum") AS "mean sum",
    MAX("loans: days of day") AS "loans: days of day",
    MAX("least") AS "least"
  FROM (SELECT "part 0"."region" AS "region", "part 0"."branch" AS "branch", "part 0"."region level" AS "region level", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."balance" AS "balance", "part 0"."mean sum" AS "mean sum", "part 0"."loans: days of day" AS "loans: days of day", "part 1"."least" AS "least" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."region" AS "region", "part 1"."branch" AS "branch", "part 1"."region level" AS "region level", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "part 0"."balance" AS "balance", "part 0"."mean sum" AS "mean sum", "part 0"."loans: days of day" AS "loans: days of day", "part 1"."least" AS "least" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
), "answer" AS (
  SELECT
    "parts"."region" AS "region",
    "parts"."branch" AS "branch",
    "parts"."region" AS "region key",
    "parts"."branch" AS "branch key",
    "parts"."region level",
    "parts"."branch level",
    "parts"."kind of row",
    "parts"."balance" AS "balance",
    CAST("parts"."mean sum" AS DOUBLE) / NULLIF(CAST("parts"."loans: days of day" AS DOUBLE), 0) AS "mean",
    "parts"."least" AS "least"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."region",
    "sorted"."branch",
    CASE WHEN "sorted"."region level" = 0 THEN 'member' WHEN "sorted"."region level" = 1 THEN 'other' ELSE 'all' END AS "region.level",
    CASE WHEN "sorted"."branch level" = 0 THEN 'member' WHEN "sorted"."branch level" = 1 THEN 'other' ELSE 'all' END AS "branch.level",
    "sorted"."balance",
    "sorted"."mean",
    "sorted"."least"
FROM "sorted"
WHERE "kind of row" IN (0, 1, 3)
ORDER BY "region level" ASC, "region key" ASC NULLS LAST, "branch level" ASC, "branch key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder","alder","alder"]

-- several facts
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    COUNT("rows"."loans_rows") AS "loans_rows",
    SUM("rows"."paid") AS "paid",
    SUM("rows"."balance") AS "balance"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    1 AS "loans_rows",
    "loan"."paid" AS "paid",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ())), "part 1" AS (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    COUNT("rows"."shares_rows") AS "shares_rows",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("rows"."typical" AS DOUBLE) AS DOUBLE)) AS "typical",
    SUM("rows"."deposits") AS "deposits"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    1 AS "shares_rows",
    "share"."amount" AS "typical",
    CASE WHEN (CAST("share"."held" AS DATE) = "shares: days of at"."last") THEN "share"."amount" END AS "deposits"
    FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  CROSS JOIN (SELECT MIN(CAST("share"."held" AS DATE)) AS "first", MAX(CAST("share"."held" AS DATE)) AS "last", COUNT(DISTINCT CAST("share"."held" AS DATE)) AS "days"
  FROM "share"
  WHERE "share"."tenant_id" = ?
  ) AS "shares: days of at"
  WHERE "share"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ()))
  SELECT
    "branch",
    "branch level",
    "kind of row",
    COALESCE(MAX("loans_rows"), 0) AS "loans_rows",
    MAX("paid") AS "paid",
    MAX("balance") AS "balance",
    COALESCE(MAX("shares_rows"), 0) AS "shares_rows",
    MAX("typical") AS "typical",
    MAX("deposits") AS "deposits"
  FROM (SELECT "part 0"."branch" AS "branch", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."loans_rows" AS "loans_rows", "part 0"."paid" AS "paid", "part 0"."balance" AS "balance", "part 1"."shares_rows" AS "shares_rows", "part 1"."typical" AS "typical", "part 1"."deposits" AS "deposits" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."branch" AS "branch", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "part 0"."loans_rows" AS "loans_rows", "part 0"."paid" AS "paid", "part 0"."balance" AS "balance", "part 1"."shares_rows" AS "shares_rows", "part 1"."typical" AS "typical", "part 1"."deposits" AS "deposits" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3
)
SELECT
    "parts"."kind of row",
    "parts"."branch" AS "branch",
    CASE WHEN "parts"."loans_rows" IS NOT NULL OR "parts"."shares_rows" IS NOT NULL THEN COALESCE("parts"."loans_rows", 0) + COALESCE("parts"."shares_rows", 0) END AS "all_rows",
    "parts"."paid" AS "paid",
    CAST("parts"."typical" AS DOUBLE) AS "typical",
    CAST("parts"."balance" AS DOUBLE) / NULLIF(CAST("parts"."deposits" AS DOUBLE), 0) AS "loan_to_share",
    CAST((CAST("parts"."deposits" AS DOUBLE) - CAST("parts"."balance" AS DOUBLE)) AS DOUBLE) AS "gap"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."branch" ASC NULLS LAST
LIMIT 1002;
-- ["alder","alder","alder","alder","alder","alder"]

-- totals of the groups of several facts that pass
WITH "passing groups" AS (
  SELECT "groups"."branch" AS "branch"
  FROM (
  WITH "part 0" AS (SELECT
    CAST("branch"."name" AS VARCHAR) AS "branch"
  FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  WHERE "loan"."tenant_id" = ?
  GROUP BY 1), "part 1" AS (SELECT
    CAST("branch"."name" AS VARCHAR) AS "branch",
    SUM(CASE WHEN (CAST("share"."held" AS DATE) = "shares: days of at"."last") THEN "share"."amount" END) AS "deposits"
  FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  CROSS JOIN (SELECT MIN(CAST("share"."held" AS DATE)) AS "first", MAX(CAST("share"."held" AS DATE)) AS "last", COUNT(DISTINCT CAST("share"."held" AS DATE)) AS "days"
  FROM "share"
  WHERE "share"."tenant_id" = ?
  ) AS "shares: days of at"
  WHERE "share"."tenant_id" = ?
  GROUP BY 1)
  SELECT
    "branch",
    MAX("deposits") AS "deposits"
  FROM (SELECT "part 0"."branch" AS "branch", "part 1"."deposits" AS "deposits" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."branch" AS "branch", "part 1"."deposits" AS "deposits" FROM "part 1") AS "parts"
  GROUP BY 1
  ) AS "groups"
  WHERE ("groups"."deposits") > CAST(? AS DECIMAL(1, 0))
), "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    SUM("rows"."paid") AS "paid",
    SUM("rows"."balance") AS "balance"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    "loan"."paid" AS "paid",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  ) AS "loans: days of day"
  JOIN "passing groups" ON COALESCE(CAST("branch"."name" AS VARCHAR), '') = COALESCE("passing groups"."branch", '') AND (CAST("branch"."name" AS VARCHAR) IS NULL) = ("passing groups"."branch" IS NULL)
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ())), "shape 0" AS (SELECT * FROM (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    SUM("rows"."paid") AS "paid",
    SUM("rows"."balance") AS "balance"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    "loan"."paid" AS "paid",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  CROSS JOIN (SELECT MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  ) AS "loans: days of day"
  WHERE "loan"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ())) AS "shape" LIMIT 0), "part 1" AS (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    SUM("rows"."deposits") AS "deposits"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("share"."held" AS DATE) = "shares: days of at"."last") THEN "share"."amount" END AS "deposits"
    FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  CROSS JOIN (SELECT MIN(CAST("share"."held" AS DATE)) AS "first", MAX(CAST("share"."held" AS DATE)) AS "last", COUNT(DISTINCT CAST("share"."held" AS DATE)) AS "days"
  FROM "share"
  WHERE "share"."tenant_id" = ?
  ) AS "shares: days of at"
  JOIN "passing groups" ON COALESCE(CAST("branch"."name" AS VARCHAR), '') = COALESCE("passing groups"."branch", '') AND (CAST("branch"."name" AS VARCHAR) IS NULL) = ("passing groups"."branch" IS NULL)
  WHERE "share"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ())), "shape 1" AS (SELECT * FROM (SELECT
    "rows"."branch",
    CASE WHEN GROUPING("rows"."branch") = 1 THEN 2 ELSE 0 END AS "branch level",
    GROUPING("rows"."branch") AS "kind of row",
    SUM("rows"."deposits") AS "deposits"
  FROM (
    SELECT
      CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("share"."held" AS DATE) = "shares: days of at"."last") THEN "share"."amount" END AS "deposits"
    FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  CROSS JOIN (SELECT MIN(CAST("share"."held" AS DATE)) AS "first", MAX(CAST("share"."held" AS DATE)) AS "last", COUNT(DISTINCT CAST("share"."held" AS DATE)) AS "days"
  FROM "share"
  WHERE "share"."tenant_id" = ?
  ) AS "shares: days of at"
  WHERE "share"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."branch"), ())) AS "shape" LIMIT 0)
  SELECT
    "branch",
    "branch level",
    "kind of row",
    MAX("paid") AS "paid",
    MAX("balance") AS "balance",
    MAX("deposits") AS "deposits"
  FROM (SELECT "part 0"."branch" AS "branch", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."paid" AS "paid", "part 0"."balance" AS "balance", "shape 1"."deposits" AS "deposits" FROM "part 0" LEFT JOIN "shape 1" ON FALSE
  UNION ALL
  SELECT "part 1"."branch" AS "branch", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "shape 0"."paid" AS "paid", "shape 0"."balance" AS "balance", "part 1"."deposits" AS "deposits" FROM "part 1" LEFT JOIN "shape 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3
)
SELECT
    "parts"."kind of row",
    "parts"."branch" AS "branch",
    "parts"."paid" AS "paid",
    CAST("parts"."balance" AS DOUBLE) / NULLIF(CAST("parts"."deposits" AS DOUBLE), 0) AS "loan_to_share"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."branch" ASC NULLS LAST
LIMIT 1002;
-- ["alder","alder","alder","alder","alder","1","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder","alder"]

-- several facts, the top by month
WITH "candidates" AS (
  WITH "part 0" AS (SELECT
    CAST("branch"."name" AS VARCHAR) AS "branch",
    SUM("loan"."paid") AS "paid"
  FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  WHERE "loan"."tenant_id" = ?
  GROUP BY 1), "part 1" AS (SELECT
    CAST("branch"."name" AS VARCHAR) AS "branch"
  FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  WHERE "share"."tenant_id" = ?
  GROUP BY 1)
  SELECT
    "branch",
    MAX("paid") AS "paid"
  FROM (SELECT "part 0"."branch" AS "branch", "part 0"."paid" AS "paid" FROM "part 0"
  UNION ALL
  SELECT "part 1"."branch" AS "branch", "part 0"."paid" AS "paid" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."branch", ROW_NUMBER() OVER (ORDER BY "candidates"."paid" DESC NULLS LAST, "candidates"."branch" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 1
), "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    "rows"."branch place" AS "branch level",
    0 AS "kind of row",
    SUM("rows"."balance") AS "balance",
    SUM("rows"."paid") AS "paid"
  FROM (
    SELECT
      "taken"."day_month",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."branch" END AS "branch",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "branch place",
    "taken"."balance",
    "taken"."paid"
    FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("loan"."day" AS DATE) = "loans: days of day"."last") THEN "loan"."amount" END AS "balance",
    "loan"."paid" AS "paid"
    FROM "loan"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "loan"."branch"
  LEFT JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN(CAST("loan"."day" AS DATE)) AS "first", MAX(CAST("loan"."day" AS DATE)) AS "last", COUNT(DISTINCT CAST("loan"."day" AS DATE)) AS "days"
  FROM "loan"
  WHERE "loan"."tenant_id" = ?
  GROUP BY 1
  ) AS "loans: days of day" ON "loans: days of day"."day_month" = CAST(CAST(DATE_TRUNC('month', CAST("loan"."day" AS DATE)) AS DATE) AS DATE)
  WHERE "loan"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."branch", '') = COALESCE("top"."branch", '') AND ("taken"."branch" IS NULL) = ("top"."branch" IS NULL)
  ) AS "rows"
  GROUP BY "rows"."day_month", "rows"."branch", "rows"."branch place"), "part 1" AS (SELECT
    "rows"."day_month" AS "day_month",
    "rows"."branch" AS "branch",
    0 AS "day_month level",
    "rows"."branch place" AS "branch level",
    0 AS "kind of row",
    SUM("rows"."deposits") AS "deposits"
  FROM (
    SELECT
      "taken"."day_month",
    CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."branch" END AS "branch",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "branch place",
    "taken"."deposits"
    FROM (
    SELECT
      CAST(CAST(DATE_TRUNC('month', CAST("share"."held" AS DATE)) AS DATE) AS DATE) AS "day_month",
    CAST("branch"."name" AS VARCHAR) AS "branch",
    CASE WHEN (CAST("share"."held" AS DATE) = "shares: days of at"."last") THEN "share"."amount" END AS "deposits"
    FROM "share"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."id" = "share"."home"
  LEFT JOIN (SELECT CAST(CAST(DATE_TRUNC('month', CAST("share"."held" AS DATE)) AS DATE) AS DATE) AS "day_month", MIN(CAST("share"."held" AS DATE)) AS "first", MAX(CAST("share"."held" AS DATE)) AS "last", COUNT(DISTINCT CAST("share"."held" AS DATE)) AS "days"
  FROM "share"
  WHERE "share"."tenant_id" = ?
  GROUP BY 1
  ) AS "shares: days of at" ON "shares: days of at"."day_month" = CAST(CAST(DATE_TRUNC('month', CAST("share"."held" AS DATE)) AS DATE) AS DATE)
  WHERE "share"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."branch", '') = COALESCE("top"."branch", '') AND ("taken"."branch" IS NULL) = ("top"."branch" IS NULL)
  ) AS "rows"
  GROUP BY "rows"."day_month", "rows"."branch", "rows"."branch place")
  SELECT
    "day_month",
    "branch",
    "day_month level",
    "branch level",
    "kind of row",
    MAX("balance") AS "balance",
    MAX("paid") AS "paid",
    MAX("deposits") AS "deposits"
  FROM (SELECT "part 0"."day_month" AS "day_month", "part 0"."branch" AS "branch", "part 0"."day_month level" AS "day_month level", "part 0"."branch level" AS "branch level", "part 0"."kind of row" AS "kind of row", "part 0"."balance" AS "balance", "part 0"."paid" AS "paid", "part 1"."deposits" AS "deposits" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."day_month" AS "day_month", "part 1"."branch" AS "branch", "part 1"."day_month level" AS "day_month level", "part 1"."branch level" AS "branch level", "part 1"."kind of row" AS "kind of row", "part 0"."balance" AS "balance", "part 0"."paid" AS "paid", "part 1"."deposits" AS "deposits" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
), "answer" AS (
  SELECT
    "parts"."day_month" AS "day_month",
    "parts"."branch" AS "branch",
    "parts"."day_month" AS "day_month key",
    "parts"."branch" AS "branch key",
    "parts"."day_month level",
    "parts"."branch level",
    "parts"."kind of row",
    CAST("parts"."balance" AS DOUBLE) / NULLIF(CAST("parts"."deposits" AS DOUBLE), 0) AS "loan_to_share",
    "parts"."paid" AS "paid"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."day_month",
    "sorted"."branch",
    CASE WHEN "sorted"."branch level" = 0 THEN 'member' WHEN "sorted"."branch level" = 1 THEN 'other' ELSE 'all' END AS "branch.level",
    "sorted"."loan_to_share",
    "sorted"."paid"
FROM "sorted"
ORDER BY "day_month key" ASC NULLS LAST, "branch level" ASC, "branch key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder","alder","alder","alder","alder","alder"]

-- a page of rows with what they contribute
SELECT
    "rows"."id" AS "id",
    CASE "rows"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "rows"."moment_hour" AS "moment_hour",
    "rows"."big_assets" AS "big_assets",
    "rows"."branches" AS "branches",
    "rows"."last_moment" AS "last_moment"
FROM (
  SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "id",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('hour', CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "moment_hour",
    (CASE WHEN ("balance"."assets" >= 500) THEN "balance"."assets" END) AS "big_assets",
    CAST(1 AS BIGINT) AS "branches",
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST((CASE WHEN ("balance"."worth" > 0) THEN CASE WHEN TRY_TO_DATE(LEFT(CAST("branch"."day" AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST("branch"."day" AS VARCHAR) AS TIMESTAMP_NTZ) END END) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "last_moment",
    CAST("branch"."grade" AS BIGINT) AS "grade"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND ("balance"."worth" > CAST(? AS DECIMAL(4, 1)) AND COALESCE("balance"."worth", "balance"."worth_before") < "balance"."assets")
) AS "rows"
ORDER BY "rows"."grade" DESC NULLS LAST, "rows"."big_assets" ASC NULLS LAST, "rows"."id" ASC NULLS LAST, "rows"."size" ASC NULLS LAST, "rows"."moment_hour" ASC NULLS LAST, "rows"."branches" ASC NULLS LAST, "rows"."last_moment" ASC NULLS LAST
LIMIT 8 OFFSET 3;
-- ["small","middle","big",100,1000,"UTC"," 23:30:00"," 23:30:00","UTC","alder","alder","-100.5"]
SELECT COUNT(*) AS "count"
FROM (
  SELECT
    1 AS "one"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND ("balance"."worth" > CAST(? AS DECIMAL(4, 1)) AND COALESCE("balance"."worth", "balance"."worth_before") < "balance"."assets")
) AS "rows";
-- ["alder","alder","-100.5"]

-- distinct rows
SELECT
    "rows"."grade" AS "grade",
    CASE "rows"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size"
FROM (
  SELECT DISTINCT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
) AS "rows"
ORDER BY "rows"."size" DESC NULLS LAST, "rows"."grade" ASC NULLS LAST
LIMIT 1001;
-- ["small","middle","big",100,1000,"alder","alder"]
SELECT COUNT(*) AS "count"
FROM (
  SELECT DISTINCT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
) AS "rows";
-- [100,1000,"alder","alder"]

-- statistics of the groups that a reader sees, with totals
WITH "parts" AS (
  SELECT
    "rows"."size",
    CASE WHEN GROUPING("rows"."size") = 1 THEN 2 ELSE 0 END AS "size level",
    GROUPING("rows"."size") AS "kind of row",
    COUNT("rows"."groups") AS "groups",
    SUM("rows"."mean_assets sum") AS "mean_assets sum",
    COUNT("rows"."mean_assets values") AS "mean_assets values",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("rows"."median_assets" AS DOUBLE) AS DOUBLE)) AS "median_assets",
    MAX("rows"."most") AS "most"
  FROM (
    SELECT
      CAST("groups"."size" AS VARCHAR) AS "size",
    1 AS "groups",
    "groups"."assets" AS "mean_assets sum",
    "groups"."assets" AS "mean_assets values",
    "groups"."assets" AS "median_assets",
    "groups"."middle" AS "most"
    FROM (
WITH "parts" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    SUM("balance"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle",
    MIN("branch"."day") AS "first_day",
    COUNT(1) AS "branches"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND ("branch"."grade" <= 2)
  GROUP BY 1, 2, 3
)
SELECT
    "parts"."grade" AS "grade",
    CASE "parts"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "parts"."day_month" AS "day_month",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle",
    "parts"."first_day" AS "first_day"
FROM "parts"
WHERE ("parts"."branches") > CAST(? AS DECIMAL(1, 0))
  ) AS "groups"
  WHERE TRUE
    AND CAST("groups"."grade" AS BIGINT) IN (CAST(? AS BIGINT), CAST(? AS BIGINT))
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."size"), ())
)
SELECT
    "parts"."kind of row",
    "parts"."size" AS "size",
    "parts"."groups" AS "groups",
    CAST("parts"."mean_assets sum" AS DOUBLE) / NULLIF(CAST("parts"."mean_assets values" AS DOUBLE), 0) AS "mean_assets",
    CAST("parts"."median_assets" AS DOUBLE) AS "median_assets",
    "parts"."most" AS "most"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."size" ASC NULLS LAST
LIMIT 1002;
-- [100,1000,"alder","alder","small","middle","big","0",1,2]

-- groups of the last month of each quarter
WITH "parts" AS (
  SELECT
    CAST(CAST(DATE_TRUNC('quarter', CAST("groups"."day_month" AS DATE)) AS DATE) AS DATE) AS "month_quarter",
    SUM(CASE WHEN (CAST("groups"."day_month" AS DATE) = "groups: days of month"."last") THEN "groups"."assets" END) AS "last_assets"
  FROM (
WITH "parts" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    SUM("balance"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle",
    MIN("branch"."day") AS "first_day",
    COUNT(1) AS "branches"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2, 3
)
SELECT
    "parts"."grade" AS "grade",
    CASE "parts"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "parts"."day_month" AS "day_month",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle",
    "parts"."first_day" AS "first_day"
FROM "parts"
WHERE ("parts"."branches") > CAST(? AS DECIMAL(1, 0))
  ) AS "groups"
  LEFT JOIN (SELECT CAST(CAST(DATE_TRUNC('quarter', CAST("groups"."day_month" AS DATE)) AS DATE) AS DATE) AS "month_quarter", MIN(CAST("groups"."day_month" AS DATE)) AS "first", MAX(CAST("groups"."day_month" AS DATE)) AS "last", COUNT(DISTINCT CAST("groups"."day_month" AS DATE)) AS "days"
  FROM (
WITH "parts" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "day_month",
    SUM("balance"."assets") AS "assets",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST("balance"."assets" AS DOUBLE) AS DOUBLE)) AS "middle",
    MIN("branch"."day") AS "first_day",
    COUNT(1) AS "branches"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2, 3
)
SELECT
    "parts"."grade" AS "grade",
    CASE "parts"."size" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "size",
    "parts"."day_month" AS "day_month",
    "parts"."assets" AS "assets",
    CAST("parts"."middle" AS DOUBLE) AS "middle",
    "parts"."first_day" AS "first_day"
FROM "parts"
WHERE ("parts"."branches") > CAST(? AS DECIMAL(1, 0))
  ) AS "groups"
  WHERE TRUE
  GROUP BY 1
  ) AS "groups: days of month" ON "groups: days of month"."month_quarter" = CAST(CAST(DATE_TRUNC('quarter', CAST("groups"."day_month" AS DATE)) AS DATE) AS DATE)
  WHERE TRUE
  GROUP BY 1
)
SELECT
    "parts"."month_quarter" AS "month_quarter",
    "parts"."last_assets" AS "last_assets"
FROM "parts"
ORDER BY "parts"."month_quarter" ASC NULLS LAST
LIMIT 1001;
-- [100,1000,"alder","alder","small","middle","big","0",100,1000,"alder","alder","small","middle","big","0"]

-- a funnel of days by a truth
SELECT
    CAST("steps"."funnel member" = 1 AS BOOLEAN) AS "large",
    "steps"."step" AS "step",
    "steps"."reached" AS "reached",
    CAST("steps"."reached" AS DOUBLE) / NULLIF(CAST("steps"."first" AS DOUBLE), 0) AS "share_of_first",
    CAST("steps"."reached" AS DOUBLE) / NULLIF(CAST("steps"."previous" AS DOUBLE), 0) AS "share_of_previous",
    "steps"."median" AS "median_days"
  FROM (
  SELECT "counted"."funnel member", "places"."n" AS "position", CASE "places"."n" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "step", CASE "places"."n" WHEN 0 THEN "counted"."reached step 0" WHEN 1 THEN "counted"."reached step 1" WHEN 2 THEN "counted"."reached step 2" END AS "reached", CASE "places"."n" WHEN 0 THEN "counted"."reached step 0" WHEN 1 THEN "counted"."reached step 0" WHEN 2 THEN "counted"."reached step 0" END AS "first", CASE "places"."n" WHEN 0 THEN NULL WHEN 1 THEN "counted"."reached step 0" WHEN 2 THEN "counted"."reached step 1" END AS "previous", CASE "places"."n" WHEN 0 THEN NULL WHEN 1 THEN "counted"."median to step 1" WHEN 2 THEN "counted"."median to step 2" END AS "median"
  FROM (
  SELECT
    "ranked"."funnel member" AS "funnel member",
    COUNT("ranked"."time of step 0") AS "reached step 0",
    COUNT("ranked"."time of step 1") AS "reached step 1",
    COUNT("ranked"."time of step 2") AS "reached step 2",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST(DATEDIFF(day, CAST("ranked"."time of step 0" AS DATE), CAST("ranked"."time of step 1" AS DATE)) AS DOUBLE) AS DOUBLE)) AS "median to step 1",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST(DATEDIFF(day, CAST("ranked"."time of step 1" AS DATE), CAST("ranked"."time of step 2" AS DATE)) AS DOUBLE) AS DOUBLE)) AS "median to step 2"
  FROM (
  SELECT
    "attempts"."funnel member" AS "funnel member",
    "attempts"."time of step 0" AS "time of step 0",
    "attempts"."time of step 1" AS "time of step 1",
    "attempts"."time of step 2" AS "time of step 2",
    ROW_NUMBER() OVER (PARTITION BY "attempts"."funnel key" ORDER BY CASE WHEN "attempts"."time of step 1" IS NULL THEN 0 ELSE 1 END + CASE WHEN "attempts"."time of step 2" IS NULL THEN 0 ELSE 1 END DESC, "attempts"."time of step 0") AS "attempt of key"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."funnel member" AS "funnel member",
    "rows"."row time" AS "time of step 0",
    CASE WHEN DATEDIFF(day, CAST("rows"."row time" AS DATE), CAST("rows"."time of step 1" AS DATE)) <= 20 THEN "rows"."time of step 1" END AS "time of step 1",
    CASE WHEN DATEDIFF(day, CAST("rows"."row time" AS DATE), CAST("rows"."time of step 2" AS DATE)) <= 20 THEN "rows"."time of step 2" END AS "time of step 2"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."row time" AS "row time",
    "rows"."funnel member" AS "funnel member",
    "rows"."is step 0" AS "is step 0",
    MIN(CASE WHEN "rows"."is step 1" = 1 THEN "rows"."row time" END) OVER (PARTITION BY "rows"."funnel key" ORDER BY "rows"."row time" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "time of step 1",
    MIN(CASE WHEN "rows"."is step 1" = 1 THEN "rows"."time of step 2" END) OVER (PARTITION BY "rows"."funnel key" ORDER BY "rows"."row time" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "time of step 2"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."row time" AS "row time",
    "rows"."funnel member" AS "funnel member",
    "rows"."is step 0" AS "is step 0",
    "rows"."is step 1" AS "is step 1",
    MIN(CASE WHEN "rows"."is step 2" = 1 THEN "rows"."row time" END) OVER (PARTITION BY "rows"."funnel key" ORDER BY "rows"."row time" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "time of step 2"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."row time" AS "row time",
    MAX("rows"."is step 0") AS "is step 0",
    MAX("rows"."is step 1") AS "is step 1",
    MAX("rows"."is step 2") AS "is step 2",
    MIN("rows"."funnel member") AS "funnel member"
  FROM (
  SELECT
    CAST("event"."client" AS BIGINT) AS "funnel key",
    CAST("event"."day" AS DATE) AS "row time",
    CASE WHEN (CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) THEN 1 ELSE 0 END AS "is step 0",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 1",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 2",
    CASE WHEN (CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) THEN CASE WHEN CAST(("event"."amount" > 50) AS BOOLEAN) THEN 1 WHEN NOT CAST(("event"."amount" > 50) AS BOOLEAN) THEN 0 END END AS "funnel member"
  FROM "event"
  WHERE "event"."tenant_id" = ?
    AND (NOT COALESCE(CAST("event"."client" AS BIGINT) IS NULL, FALSE) AND NOT COALESCE(CAST("event"."day" AS DATE) IS NULL, FALSE) AND CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE) AND ((CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) OR CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) OR CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR)))
  ) AS "rows"
  INNER JOIN (
  SELECT
    "rows"."funnel key" AS "funnel key",
    MIN(CASE WHEN "rows"."is step 0" = 1 THEN "rows"."row time" END) AS "first start",
    MAX(CASE WHEN "rows"."is step 1" = 1 THEN "rows"."row time" END) AS "last second step"
  FROM (
  SELECT
    CAST("event"."client" AS BIGINT) AS "funnel key",
    CAST("event"."day" AS DATE) AS "row time",
    CASE WHEN (CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) THEN 1 ELSE 0 END AS "is step 0",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 1",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 2",
    CASE WHEN (CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) THEN CASE WHEN CAST(("event"."amount" > 50) AS BOOLEAN) THEN 1 WHEN NOT CAST(("event"."amount" > 50) AS BOOLEAN) THEN 0 END END AS "funnel member"
  FROM "event"
  WHERE "event"."tenant_id" = ?
    AND (NOT COALESCE(CAST("event"."client" AS BIGINT) IS NULL, FALSE) AND NOT COALESCE(CAST("event"."day" AS DATE) IS NULL, FALSE) AND CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE) AND ((CAST("event"."day" AS DATE) >= CAST(? AS DATE) AND CAST("event"."day" AS DATE) < CAST(? AS DATE)) OR CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) OR CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR)))
  ) AS "rows"
  GROUP BY 1
  ) AS "keys" ON "keys"."funnel key" = "rows"."funnel key"
  WHERE "rows"."row time" >= "keys"."first start"
    AND ("rows"."row time" = "keys"."first start" OR ("keys"."last second step" > "keys"."first start"))
  GROUP BY 1, 2
  ) AS "rows"
  ) AS "rows"
  ) AS "rows"
  WHERE "rows"."is step 0" = 1
  ) AS "attempts"
  ) AS "ranked"
  WHERE "ranked"."attempt of key" = 1
  GROUP BY 1
  ) AS "counted"
  CROSS JOIN (SELECT "n" FROM (VALUES (0), (1), (2)) AS "listed"("n")) AS "places"
  ) AS "steps"
ORDER BY "steps"."funnel member" ASC NULLS LAST, "steps"."position" ASC NULLS LAST
LIMIT 301;
-- ["any","O'Hare","fund","2025-01-05","2025-02-11","apply","fund","2025-01-05","2025-02-11","alder","2025-01-05","2025-03-04","2025-01-05","2025-02-11","apply","fund","2025-01-05","2025-02-11","apply","fund","2025-01-05","2025-02-11","alder","2025-01-05","2025-03-04","2025-01-05","2025-02-11","apply","fund"]

-- a funnel of times by bands, where steps can be at the same time
SELECT
    CASE "steps"."funnel member" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) END AS "size",
    "steps"."step" AS "step",
    "steps"."reached" AS "reached",
    CAST("steps"."reached" AS DOUBLE) / NULLIF(CAST("steps"."first" AS DOUBLE), 0) AS "share_of_first",
    CAST("steps"."reached" AS DOUBLE) / NULLIF(CAST("steps"."previous" AS DOUBLE), 0) AS "share_of_previous",
    "steps"."median" AS "median_days"
  FROM (
  SELECT "counted"."funnel member", "places"."n" AS "position", CASE "places"."n" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) END AS "step", CASE "places"."n" WHEN 0 THEN "counted"."reached step 0" WHEN 1 THEN "counted"."reached step 1" END AS "reached", CASE "places"."n" WHEN 0 THEN "counted"."reached step 0" WHEN 1 THEN "counted"."reached step 0" END AS "first", CASE "places"."n" WHEN 0 THEN NULL WHEN 1 THEN "counted"."reached step 0" END AS "previous", CASE "places"."n" WHEN 0 THEN NULL WHEN 1 THEN "counted"."median to step 1" END AS "median"
  FROM (
  SELECT
    "ranked"."funnel member" AS "funnel member",
    COUNT("ranked"."time of step 0") AS "reached step 0",
    COUNT("ranked"."time of step 1") AS "reached step 1",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST(CAST(DATEDIFF(microsecond, "ranked"."time of step 0", "ranked"."time of step 1") AS DOUBLE) / 86400000000 AS DOUBLE)) AS "median to step 1"
  FROM (
  SELECT
    "attempts"."funnel member" AS "funnel member",
    "attempts"."time of step 0" AS "time of step 0",
    "attempts"."time of step 1" AS "time of step 1",
    ROW_NUMBER() OVER (PARTITION BY "attempts"."funnel key" ORDER BY CASE WHEN "attempts"."time of step 1" IS NULL THEN 0 ELSE 1 END DESC, "attempts"."time of step 0") AS "attempt of key"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."funnel member" AS "funnel member",
    "rows"."row time" AS "time of step 0",
    CASE WHEN DATEDIFF(microsecond, "rows"."row time", "rows"."time of step 1") <= 129600000000 THEN "rows"."time of step 1" END AS "time of step 1"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."row time" AS "row time",
    "rows"."funnel member" AS "funnel member",
    "rows"."is step 0" AS "is step 0",
    MIN(CASE WHEN "rows"."is step 1" = 1 THEN "rows"."row time" END) OVER (PARTITION BY "rows"."funnel key" ORDER BY "rows"."row time" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "time of step 1"
  FROM (
  SELECT
    "rows"."funnel key" AS "funnel key",
    "rows"."row time" AS "row time",
    MAX("rows"."is step 0") AS "is step 0",
    MAX("rows"."is step 1") AS "is step 1",
    MIN("rows"."funnel member") AS "funnel member"
  FROM (
  SELECT
    CAST("event"."client" AS BIGINT) AS "funnel key",
    CAST(CAST("event"."happened" AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "row time",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 0",
    CASE WHEN CAST("branch"."region" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 1",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN CASE WHEN "event"."amount" IS NULL THEN NULL WHEN "event"."amount" < CAST(? AS DOUBLE) THEN 0 ELSE 1 END END AS "funnel member"
  FROM "event"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."code" = "event"."branch"
  WHERE "event"."tenant_id" = ?
    AND ("event"."branch" IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
    AND (NOT COALESCE(CAST("event"."client" AS BIGINT) IS NULL, FALSE) AND NOT COALESCE(CAST(CAST("event"."happened" AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) IS NULL, FALSE) AND (CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) OR CAST("branch"."region" AS VARCHAR) = CAST(? AS VARCHAR)))
  ) AS "rows"
  INNER JOIN (
  SELECT
    "rows"."funnel key" AS "funnel key",
    MIN(CASE WHEN "rows"."is step 0" = 1 THEN "rows"."row time" END) AS "first start",
    MAX(CASE WHEN "rows"."is step 1" = 1 THEN "rows"."row time" END) AS "last second step"
  FROM (
  SELECT
    CAST("event"."client" AS BIGINT) AS "funnel key",
    CAST(CAST("event"."happened" AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "row time",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 0",
    CASE WHEN CAST("branch"."region" AS VARCHAR) = CAST(? AS VARCHAR) THEN 1 ELSE 0 END AS "is step 1",
    CASE WHEN CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) THEN CASE WHEN "event"."amount" IS NULL THEN NULL WHEN "event"."amount" < CAST(? AS DOUBLE) THEN 0 ELSE 1 END END AS "funnel member"
  FROM "event"
  LEFT JOIN "branch" ON "branch"."tenant_id" = ? AND "branch"."code" = "event"."branch"
  WHERE "event"."tenant_id" = ?
    AND ("event"."branch" IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR)))
    AND (NOT COALESCE(CAST("event"."client" AS BIGINT) IS NULL, FALSE) AND NOT COALESCE(CAST(CAST("event"."happened" AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) IS NULL, FALSE) AND (CAST("event"."kind" AS VARCHAR) = CAST(? AS VARCHAR) OR CAST("branch"."region" AS VARCHAR) = CAST(? AS VARCHAR)))
  ) AS "rows"
  GROUP BY 1
  ) AS "keys" ON "keys"."funnel key" = "rows"."funnel key"
  WHERE "rows"."row time" >= "keys"."first start"
    AND ("rows"."row time" = "keys"."first start" OR ("keys"."last second step" >= "keys"."first start"))
  GROUP BY 1, 2
  ) AS "rows"
  ) AS "rows"
  WHERE "rows"."is step 0" = 1
  ) AS "attempts"
  ) AS "ranked"
  WHERE "ranked"."attempt of key" = 1
  GROUP BY 1
  ) AS "counted"
  CROSS JOIN (SELECT "n" FROM (VALUES (0), (1)) AS "listed"("n")) AS "places"
  ) AS "steps"
ORDER BY "steps"."funnel member" ASC NULLS LAST, "steps"."position" ASC NULLS LAST
LIMIT 5;
-- ["small","big","visit","hills","visit","hills","visit",30,"alder","alder","north","south","visit","hills","visit","hills","visit",30,"alder","alder","north","south","visit","hills"]

-- the rows behind a cell
WITH "rows" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."branch_id" AS VARCHAR) AS "id",
    CAST("branch"."name" AS VARCHAR) AS "name",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."day" AS DATE) AS "day",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "month",
    CAST((CASE WHEN ("balance"."worth" < 0) THEN CAST(? AS VARCHAR) WHEN ("balance"."worth" = 0) THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS VARCHAR) AS "standing",
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "moment",
    CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) AS "letter",
    CAST("branch"."grade" AS BIGINT) AS "shown 0",
    CAST("branch"."branch_id" AS VARCHAR) AS "shown 1",
    CAST("branch"."name" AS VARCHAR) AS "shown 2",
    CAST("branch"."open" AS BOOLEAN) AS "shown 3",
    CAST("branch"."day" AS DATE) AS "shown 4",
    CASE CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "shown 5",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "shown 6",
    CAST((CASE WHEN ("balance"."worth" < 0) THEN CAST(? AS VARCHAR) WHEN ("balance"."worth" = 0) THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS VARCHAR) AS "shown 7",
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "shown 8",
    CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) AS "shown 9",
    COALESCE("balance"."worth", "balance"."worth_before") AS "for worth",
    "balance"."assets" AS "for assets",
    CAST("balance"."worth" AS VARCHAR) AS "source 0",
    CAST("balance"."worth_before" AS VARCHAR) AS "source 1",
    CAST("balance"."assets" AS VARCHAR) AS "source 2"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND CAST("branch"."grade" AS BIGINT) = CAST(? AS BIGINT)
)
SELECT
    "rows"."shown 0" AS "column 0",
    "rows"."shown 1" AS "column 1",
    "rows"."shown 2" AS "column 2",
    "rows"."shown 3" AS "column 3",
    "rows"."shown 4" AS "column 4",
    "rows"."shown 5" AS "column 5",
    "rows"."shown 6" AS "column 6",
    "rows"."shown 7" AS "column 7",
    "rows"."shown 8" AS "column 8",
    "rows"."shown 9" AS "column 9",
    "rows"."for worth" AS "column 10",
    "rows"."for assets" AS "column 11",
    "rows"."source 0" AS "column 12",
    "rows"."source 1" AS "column 13",
    "rows"."source 2" AS "column 14"
FROM "rows"
WHERE "rows"."for worth" IS NOT NULL OR "rows"."for assets" IS NOT NULL
ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST, 3 ASC NULLS LAST, 4 ASC NULLS LAST, 5 ASC NULLS LAST, 6 ASC NULLS LAST, 7 ASC NULLS LAST, 8 ASC NULLS LAST, 9 ASC NULLS LAST, 10 ASC NULLS LAST, 11 ASC NULLS LAST, 12 ASC NULLS LAST, 13 ASC NULLS LAST, 14 ASC NULLS LAST, 15 ASC NULLS LAST
LIMIT 101 OFFSET 2;
-- [100,1000,"under","even","over","UTC"," 23:30:00"," 23:30:00",100,1000,"small","middle","big","under","even","over","UTC"," 23:30:00"," 23:30:00","alder","alder",2]
WITH "rows" AS (
  SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."branch_id" AS VARCHAR) AS "id",
    CAST("branch"."name" AS VARCHAR) AS "name",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CAST("branch"."day" AS DATE) AS "day",
    CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END AS "size",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "month",
    CAST((CASE WHEN ("balance"."worth" < 0) THEN CAST(? AS VARCHAR) WHEN ("balance"."worth" = 0) THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS VARCHAR) AS "standing",
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "moment",
    CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) AS "letter",
    CAST("branch"."grade" AS BIGINT) AS "shown 0",
    CAST("branch"."branch_id" AS VARCHAR) AS "shown 1",
    CAST("branch"."name" AS VARCHAR) AS "shown 2",
    CAST("branch"."open" AS BOOLEAN) AS "shown 3",
    CAST("branch"."day" AS DATE) AS "shown 4",
    CASE CASE WHEN "balance"."assets" IS NULL THEN NULL WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 0 WHEN "balance"."assets" < CAST(? AS DOUBLE) THEN 1 ELSE 2 END WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) WHEN 2 THEN CAST(? AS VARCHAR) END AS "shown 5",
    CAST(CAST(DATE_TRUNC('month', CAST("branch"."day" AS DATE)) AS DATE) AS DATE) AS "shown 6",
    CAST((CASE WHEN ("balance"."worth" < 0) THEN CAST(? AS VARCHAR) WHEN ("balance"."worth" = 0) THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS VARCHAR) AS "shown 7",
    CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ) AS "shown 8",
    CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) AS "shown 9",
    COALESCE("balance"."worth", "balance"."worth_before") AS "for worth",
    "balance"."assets" AS "for assets",
    CAST("balance"."worth" AS VARCHAR) AS "source 0",
    CAST("balance"."worth_before" AS VARCHAR) AS "source 1",
    CAST("balance"."assets" AS VARCHAR) AS "source 2"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    AND CAST("branch"."grade" AS BIGINT) = CAST(? AS BIGINT)
), "parts" AS (
  SELECT
    COUNT(CASE WHEN "rows"."for worth" IS NOT NULL OR "rows"."for assets" IS NOT NULL THEN 1 END) AS "rows behind",
    SUM("rows"."for worth") AS "worth",
    SUM("rows"."for assets") AS "assets"
  FROM "rows"
)
SELECT
    "parts"."rows behind",
    CAST(((CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) - (CAST(("parts"."worth") * 1000000 AS DECIMAL(38, 0)) * 10000) % NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0)) / NULLIF(CAST(("parts"."assets") * 1000000 AS DECIMAL(38, 0)), 0) AS DOUBLE) / 10000 AS "value",
    NULL AS "column 0",
    NULL AS "column 1",
    NULL AS "column 2",
    NULL AS "column 3",
    NULL AS "column 4",
    NULL AS "column 5",
    NULL AS "column 6",
    NULL AS "column 7",
    NULL AS "column 8",
    NULL AS "column 9",
    "parts"."worth" AS "column 10",
    "parts"."assets" AS "column 11",
    NULL AS "column 12",
    NULL AS "column 13",
    NULL AS "column 14"
FROM "parts";
-- [100,1000,"under","even","over","UTC"," 23:30:00"," 23:30:00",100,1000,"small","middle","big","under","even","over","UTC"," 23:30:00"," 23:30:00","alder","alder",2]

-- valid rows and the latest ones
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."region",
    "rows"."size",
    CASE WHEN GROUPING("rows"."region") = 1 THEN 2 ELSE 0 END AS "region level",
    CASE WHEN GROUPING("rows"."size") = 1 THEN 2 ELSE 0 END AS "size level",
    GROUPING("rows"."region", "rows"."size") AS "kind of row",
    COUNT("rows"."sales") AS "sales",
    SUM("rows"."in_euros") AS "in_euros"
  FROM (
    SELECT
      CAST("place"."region" AS VARCHAR) AS "region",
    CAST("band"."size" AS VARCHAR) AS "size",
    1 AS "sales",
    ("sale"."amount" * "rate"."rate") AS "in_euros"
    FROM "sale"
  LEFT JOIN "place" ON "place"."tenant_id" = ? AND "place"."branch" = "sale"."branch" AND COALESCE(CAST("place"."since" AS DATE), CAST('0001-01-01' AS DATE)) <= CAST("sale"."day" AS DATE) AND CAST("sale"."day" AS DATE) <= COALESCE(CAST("place"."until" AS DATE), CAST('9999-12-31' AS DATE)) AND ("place"."kind" <> CAST(? AS VARCHAR))
  LEFT JOIN (
    SELECT "values"."matched key 0", "values"."matched at", "row of rate".*
    FROM (SELECT "matched key 0", "matched at", "step", SUM("step") OVER (PARTITION BY "matched key 0" ORDER BY CASE WHEN "matched at" IS NULL THEN 0 ELSE 1 END, "matched at", "step" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "row position" FROM (SELECT DISTINCT "sale"."currency" AS "matched key 0", CAST("sale"."day" AS DATE) AS "matched at", 0 AS "step" FROM "sale" WHERE "sale"."tenant_id" = ? AND "sale"."currency" IS NOT NULL AND "sale"."day" IS NOT NULL UNION ALL SELECT "row of rate"."code" AS "matched key 0", CAST("row of rate"."day" AS DATE) AS "matched at", 1 AS "step" FROM "rate" AS "row of rate" WHERE "row of rate"."tenant_id" = ? AND "row of rate"."code" IS NOT NULL AND CAST("row of rate"."day" AS DATE) IS NOT NULL) AS "steps") AS "values"
    JOIN (SELECT "row of rate".*, ROW_NUMBER() OVER (PARTITION BY "row of rate"."code" ORDER BY CASE WHEN CAST("row of rate"."day" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("row of rate"."day" AS DATE), "row of rate"."day") AS "row position" FROM "rate" AS "row of rate" WHERE "row of rate"."tenant_id" = ? AND "row of rate"."code" IS NOT NULL AND CAST("row of rate"."day" AS DATE) IS NOT NULL) AS "row of rate" ON "row of rate"."row position" = "values"."row position" AND "row of rate"."code" = "values"."matched key 0"
    WHERE "values"."step" = 0 AND "values"."matched at" <= CAST(DATEADD(day, CAST(7 AS INTEGER), CAST("row of rate"."day" AS DATE)) AS DATE)
  ) AS "rate" ON "rate"."matched key 0" = "sale"."currency" AND "rate"."matched at" = CAST("sale"."day" AS DATE)
  LEFT JOIN "band" ON "band"."tenant_id" = ? AND "sale"."amount" IS NOT NULL AND ("band"."least" IS NULL OR "band"."least" <= "sale"."amount") AND ("band"."most" IS NULL OR "sale"."amount" < "band"."most")
  WHERE "sale"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."region", "rows"."size"), ())), "part 1" AS (SELECT
    "region",
    "size",
    "region level",
    "size level",
    "kind of row",
    SUM("desks") AS "desks"
  FROM (SELECT
    "rows"."region",
    "rows"."size",
    CASE WHEN GROUPING("rows"."region") = 1 THEN 2 ELSE 0 END AS "region level",
    CASE WHEN GROUPING("rows"."size") = 1 THEN 2 ELSE 0 END AS "size level",
    GROUPING("rows"."region", "rows"."size") AS "kind of row",
    MAX("rows"."desks") AS "desks"
  FROM (
    SELECT
      CAST("place"."region" AS VARCHAR) AS "region",
    CAST("band"."size" AS VARCHAR) AS "size",
    "place"."desks" AS "desks",
    "place"."branch" AS "step 0",
    COALESCE(CAST("place"."since" AS VARCHAR), CAST(? AS VARCHAR)) AS "step 1"
    FROM "sale"
  LEFT JOIN "place" ON "place"."tenant_id" = ? AND "place"."branch" = "sale"."branch" AND COALESCE(CAST("place"."since" AS DATE), CAST('0001-01-01' AS DATE)) <= CAST("sale"."day" AS DATE) AND CAST("sale"."day" AS DATE) <= COALESCE(CAST("place"."until" AS DATE), CAST('9999-12-31' AS DATE)) AND ("place"."kind" <> CAST(? AS VARCHAR))
  LEFT JOIN (
    SELECT "values"."matched key 0", "values"."matched at", "row of rate".*
    FROM (SELECT "matched key 0", "matched at", "step", SUM("step") OVER (PARTITION BY "matched key 0" ORDER BY CASE WHEN "matched at" IS NULL THEN 0 ELSE 1 END, "matched at", "step" DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS "row position" FROM (SELECT DISTINCT "sale"."currency" AS "matched key 0", CAST("sale"."day" AS DATE) AS "matched at", 0 AS "step" FROM "sale" WHERE "sale"."tenant_id" = ? AND "sale"."currency" IS NOT NULL AND "sale"."day" IS NOT NULL UNION ALL SELECT "row of rate"."code" AS "matched key 0", CAST("row of rate"."day" AS DATE) AS "matched at", 1 AS "step" FROM "rate" AS "row of rate" WHERE "row of rate"."tenant_id" = ? AND "row of rate"."code" IS NOT NULL AND CAST("row of rate"."day" AS DATE) IS NOT NULL) AS "steps") AS "values"
    JOIN (SELECT "row of rate".*, ROW_NUMBER() OVER (PARTITION BY "row of rate"."code" ORDER BY CASE WHEN CAST("row of rate"."day" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("row of rate"."day" AS DATE), "row of rate"."day") AS "row position" FROM "rate" AS "row of rate" WHERE "row of rate"."tenant_id" = ? AND "row of rate"."code" IS NOT NULL AND CAST("row of rate"."day" AS DATE) IS NOT NULL) AS "row of rate" ON "row of rate"."row position" = "values"."row position" AND "row of rate"."code" = "values"."matched key 0"
    WHERE "values"."step" = 0 AND "values"."matched at" <= CAST(DATEADD(day, CAST(7 AS INTEGER), CAST("row of rate"."day" AS DATE)) AS DATE)
  ) AS "rate" ON "rate"."matched key 0" = "sale"."currency" AND "rate"."matched at" = CAST("sale"."day" AS DATE)
  LEFT JOIN "band" ON "band"."tenant_id" = ? AND "sale"."amount" IS NOT NULL AND ("band"."least" IS NULL OR "band"."least" <= "sale"."amount") AND ("band"."most" IS NULL OR "sale"."amount" < "band"."most")
  WHERE "sale"."tenant_id" = ?
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL AND "rows"."step 1" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."region", "rows"."size", "rows"."step 0", "rows"."step 1"), ("rows"."step 0", "rows"."step 1"))
  ) AS "steps"
  GROUP BY 1, 2, 3, 4, 5)
  SELECT
    "region",
    "size",
    "region level",
    "size level",
    "kind of row",
    COALESCE(MAX("sales"), 0) AS "sales",
    MAX("in_euros") AS "in_euros",
    MAX("desks") AS "desks"
  FROM (SELECT "part 0"."region" AS "region", "part 0"."size" AS "size", "part 0"."region level" AS "region level", "part 0"."size level" AS "size level", "part 0"."kind of row" AS "kind of row", "part 0"."sales" AS "sales", "part 0"."in_euros" AS "in_euros", "part 1"."desks" AS "desks" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."region" AS "region", "part 1"."size" AS "size", "part 1"."region level" AS "region level", "part 1"."size level" AS "size level", "part 1"."kind of row" AS "kind of row", "part 0"."sales" AS "sales", "part 0"."in_euros" AS "in_euros", "part 1"."desks" AS "desks" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
)
SELECT
    "parts"."kind of row",
    "parts"."region" AS "region",
    "parts"."size" AS "size",
    "parts"."sales" AS "sales",
    "parts"."in_euros" AS "in_euros",
    "parts"."desks" AS "desks"
FROM "parts"
ORDER BY "parts"."kind of row" DESC, "parts"."region" ASC NULLS LAST, "parts"."size" ASC NULLS LAST
LIMIT 1002;
-- ["alder","draft","alder","alder","alder","alder","alder","","alder","draft","alder","alder","alder","alder","alder"]

-- ranges that overlap
SELECT 0 AS "place", COUNT(*) AS "repeated" FROM (SELECT DISTINCT "key 0" FROM (SELECT "place"."branch" AS "key 0", CAST("place"."since" AS DATE) AS "from", CAST("place"."until" AS DATE) AS "until", LEAD(CAST("place"."since" AS DATE)) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "next from", LEAD(CAST("place"."until" AS DATE)) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "next until", LEAD(1) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "is next" FROM "place"
  WHERE "place"."tenant_id" = ? AND "place"."branch" IS NOT NULL AND (CAST("place"."since" AS DATE) IS NULL OR CAST("place"."until" AS DATE) IS NULL OR CAST("place"."since" AS DATE) <= CAST("place"."until" AS DATE))) AS "ranges" WHERE "is next" = 1 AND ("next from" IS NULL OR "until" IS NULL OR "next from" <= "until")) AS "keys"
ORDER BY 1;
-- ["alder"]
SELECT CAST("key 0" AS VARCHAR), CAST("from" AS VARCHAR), CAST("until" AS VARCHAR), CAST("next from" AS VARCHAR), CAST("next until" AS VARCHAR) FROM (SELECT "place"."branch" AS "key 0", CAST("place"."since" AS DATE) AS "from", CAST("place"."until" AS DATE) AS "until", LEAD(CAST("place"."since" AS DATE)) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "next from", LEAD(CAST("place"."until" AS DATE)) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "next until", LEAD(1) OVER (PARTITION BY "place"."branch" ORDER BY CASE WHEN CAST("place"."since" AS DATE) IS NULL THEN 0 ELSE 1 END, CAST("place"."since" AS DATE)) AS "is next" FROM "place"
  WHERE "place"."tenant_id" = ? AND "place"."branch" IS NOT NULL AND (CAST("place"."since" AS DATE) IS NULL OR CAST("place"."until" AS DATE) IS NULL OR CAST("place"."since" AS DATE) <= CAST("place"."until" AS DATE))) AS "ranges" WHERE "is next" = 1 AND ("next from" IS NULL OR "until" IS NULL OR "next from" <= "until") ORDER BY 1 ASC NULLS LAST, 2 ASC NULLS LAST, 3 ASC NULLS LAST, 4 ASC NULLS LAST LIMIT 1;
-- ["alder"]

-- unmapped codes
SELECT "counted"."rows", "counted"."of 0", CAST("counted"."assets in 0" AS DOUBLE) AS "figure assets in 0", CAST("counted"."assets in 1" AS DOUBLE) AS "figure assets in 1"
FROM (SELECT COUNT(*) AS "rows", COUNT(CASE WHEN (NOT COALESCE(CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) IS NULL, FALSE) AND NOT COALESCE(CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) = CAST(? AS VARCHAR), FALSE)) THEN 1 END) AS "of 0", SUM("balance"."assets") AS "assets in 0", SUM(CASE WHEN (NOT COALESCE(CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) IS NULL, FALSE) AND NOT COALESCE(CAST(SUBSTRING("branch"."branch_id", 1, 1) AS VARCHAR) = CAST(? AS VARCHAR), FALSE)) THEN "balance"."assets" END) AS "assets in 1"
FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?) AS "counted";
-- ["a","a","alder","alder"]

-- questions that share a pass
WITH "parts" AS (
  SELECT
    "rows"."grade",
    "rows"."open",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE 0 END AS "grade level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."grade", "rows"."open") AS "kind of row",
    SUM("rows"."assets") AS "assets",
    COUNT("rows"."branches") AS "branches",
    SUM("rows"."worth") AS "worth"
  FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    "balance"."assets" AS "assets",
    1 AS "branches",
    COALESCE("balance"."worth", "balance"."worth_before") AS "worth"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade"), (), ("rows"."open"))
), "placed" AS (
  SELECT
    "parts"."kind of row",
    "parts"."grade" AS "grade",
    "parts"."open" AS "open",
    "parts"."assets" AS "assets",
    "parts"."branches" AS "branches",
    CAST("parts"."worth" AS DOUBLE) / NULLIF(CAST("parts"."assets" AS DOUBLE), 0) AS "plain_ratio",
    ROW_NUMBER() OVER (PARTITION BY "parts"."kind of row" ORDER BY "parts"."grade" ASC NULLS LAST, "parts"."open" ASC NULLS LAST) AS "place in kind"
  FROM "parts"
)
SELECT "placed"."kind of row", "placed"."grade", "placed"."open", "placed"."assets", "placed"."branches", "placed"."plain_ratio"
FROM "placed"
WHERE "placed"."place in kind" <= 1001
ORDER BY "placed"."kind of row", "placed"."place in kind";
-- ["alder","alder"]

-- keys that stand in several rows
SELECT 0 AS "place", COUNT(*) AS "repeated" FROM (SELECT 1 AS "one" FROM "balance"
  WHERE "balance"."tenant_id" = ? AND "balance"."branch_id" IS NOT NULL GROUP BY "balance"."branch_id" HAVING COUNT(*) > 1) AS "keys"
ORDER BY 1;
-- ["alder"]

-- how new the data is
SELECT CAST(MAX("branch"."day") AS VARCHAR) AS "greatest"
FROM "branch"
  WHERE "branch"."tenant_id" = ?;
-- ["alder"]

-- weighted medians
WITH "parts" AS (
  WITH "part 0" AS (SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1), "part 1" AS (SELECT
    "open",
    ((MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "typical up to" * 10 > "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "typical"
  FROM (SELECT "weights".*, SUM("typical") OVER (PARTITION BY "open" ORDER BY "step 0") AS "typical up to", SUM("typical") OVER (PARTITION BY "open" ) AS "typical in all" FROM (SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    "branch"."grade" AS "step 0",
    SUM(CASE WHEN (("balance"."assets" > 0) AND ("branch"."grade" IS NOT NULL)) THEN "balance"."assets" END) AS "typical"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "weights") AS "steps"
  WHERE "step 0" IS NOT NULL
  GROUP BY 1), "part 2" AS (SELECT
    "open",
    ((MIN(CASE WHEN "high up to" * 100 >= "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "high up to" * 100 > "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "high up to" * 100 >= "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "high"
  FROM (SELECT "weights".*, SUM("high") OVER (PARTITION BY "open" ORDER BY "step 0") AS "high up to", SUM("high") OVER (PARTITION BY "open" ) AS "high in all" FROM (SELECT
    CAST("branch"."open" AS BOOLEAN) AS "open",
    "balance"."assets" AS "step 0",
    SUM(CASE WHEN ((("branch"."grade" > 1) AND ("balance"."worth" > 0)) AND ("balance"."assets" IS NOT NULL)) THEN "balance"."worth" END) AS "high"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "weights") AS "steps"
  WHERE "step 0" IS NOT NULL
  GROUP BY 1)
  SELECT
    "open",
    MAX("typical") AS "typical",
    MAX("high") AS "high"
  FROM (SELECT "part 0"."open" AS "open", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 0" LEFT JOIN "part 1" ON FALSE LEFT JOIN "part 2" ON FALSE
  UNION ALL
  SELECT "part 1"."open" AS "open", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 1" LEFT JOIN "part 2" ON FALSE
  UNION ALL
  SELECT "part 2"."open" AS "open", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 2" LEFT JOIN "part 1" ON FALSE) AS "parts"
  GROUP BY 1
)
SELECT
    "parts"."open" AS "open",
    CAST("parts"."typical" AS DOUBLE) AS "typical",
    CAST("parts"."high" AS DOUBLE) AS "high"
FROM "parts"
ORDER BY "parts"."open" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder","alder"]

-- weighted medians in subtotals and in a top
WITH "candidates" AS (
  WITH "part 0" AS (SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1), "part 1" AS (SELECT
    "grade",
    ((MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "typical up to" * 10 > "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "typical"
  FROM (SELECT "weights".*, SUM("typical") OVER (PARTITION BY "grade" ORDER BY "step 0") AS "typical up to", SUM("typical") OVER (PARTITION BY "grade" ) AS "typical in all" FROM (SELECT
    CAST("branch"."grade" AS BIGINT) AS "grade",
    "branch"."grade" AS "step 0",
    SUM(CASE WHEN (("balance"."assets" > 0) AND ("branch"."grade" IS NOT NULL)) THEN "balance"."assets" END) AS "typical"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "weights") AS "steps"
  WHERE "step 0" IS NOT NULL
  GROUP BY 1)
  SELECT
    "grade",
    MAX("typical") AS "typical"
  FROM (SELECT "part 0"."grade" AS "grade", "part 1"."typical" AS "typical" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."grade" AS "grade", "part 1"."typical" AS "typical" FROM "part 1") AS "parts"
  GROUP BY 1
), "top" AS (
  SELECT * FROM (
    SELECT "candidates"."grade", ROW_NUMBER() OVER (ORDER BY "candidates"."typical" DESC NULLS LAST, "candidates"."grade" ASC NULLS LAST) AS "top place"
    FROM "candidates"
  ) AS "placed"
  WHERE "top place" <= 2
), "parts" AS (
  WITH "part 0" AS (SELECT
    "rows"."grade",
    "rows"."open",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."grade", "rows"."open") AS "kind of row"
  FROM (
    SELECT
      CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place"
    FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."open" AS BOOLEAN) AS "open"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  GROUP BY GROUPING SETS (("rows"."grade", "rows"."grade place", "rows"."open"), ("rows"."grade", "rows"."grade place"), ())), "part 1" AS (SELECT
    "grade",
    "open",
    "grade level",
    "open level",
    "kind of row",
    ((MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "typical up to" * 10 > "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "typical"
  FROM (SELECT "weights".*, SUM("typical") OVER (PARTITION BY "grade", "open", "grade level", "open level", "kind of row" ORDER BY "step 0") AS "typical up to", SUM("typical") OVER (PARTITION BY "grade", "open", "grade level", "open level", "kind of row" ) AS "typical in all" FROM (SELECT
    "rows"."grade",
    "rows"."open",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."grade", "rows"."open") AS "kind of row",
    SUM("rows"."typical") AS "typical",
    "rows"."step 0" AS "step 0"
  FROM (
    SELECT
      CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place",
    "taken"."typical",
    "taken"."step 0"
    FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CASE WHEN (("balance"."assets" > 0) AND ("branch"."grade" IS NOT NULL)) THEN "balance"."assets" END AS "typical",
    "branch"."grade" AS "step 0"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."grade", "rows"."grade place", "rows"."open", "rows"."step 0"), ("rows"."grade", "rows"."grade place", "rows"."step 0"), ("rows"."step 0"))
  ) AS "weights") AS "steps"
  GROUP BY 1, 2, 3, 4, 5), "part 2" AS (SELECT
    "grade",
    "open",
    "grade level",
    "open level",
    "kind of row",
    ((MIN(CASE WHEN "high up to" * 100 >= "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "high up to" * 100 > "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "high up to" * 100 >= "high in all" * 95 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "high"
  FROM (SELECT "weights".*, SUM("high") OVER (PARTITION BY "grade", "open", "grade level", "open level", "kind of row" ORDER BY "step 0") AS "high up to", SUM("high") OVER (PARTITION BY "grade", "open", "grade level", "open level", "kind of row" ) AS "high in all" FROM (SELECT
    "rows"."grade",
    "rows"."open",
    CASE WHEN GROUPING("rows"."grade") = 1 THEN 2 ELSE "rows"."grade place" END AS "grade level",
    CASE WHEN GROUPING("rows"."open") = 1 THEN 2 ELSE 0 END AS "open level",
    GROUPING("rows"."grade", "rows"."open") AS "kind of row",
    SUM("rows"."high") AS "high",
    "rows"."step 0" AS "step 0"
  FROM (
    SELECT
      CASE WHEN "top"."top place" IS NOT NULL THEN "taken"."grade" END AS "grade",
    "taken"."open",
    CASE WHEN "top"."top place" IS NOT NULL THEN 0 ELSE 1 END AS "grade place",
    "taken"."high",
    "taken"."step 0"
    FROM (
    SELECT
      CAST("branch"."grade" AS BIGINT) AS "grade",
    CAST("branch"."open" AS BOOLEAN) AS "open",
    CASE WHEN ((("branch"."grade" > 1) AND ("balance"."worth" > 0)) AND ("balance"."assets" IS NOT NULL)) THEN "balance"."worth" END AS "high",
    "balance"."assets" AS "step 0"
    FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
    ) AS "taken"
    LEFT JOIN "top" ON COALESCE("taken"."grade", 0) = COALESCE("top"."grade", 0) AND ("taken"."grade" IS NULL) = ("top"."grade" IS NULL)
  ) AS "rows"
  WHERE "rows"."step 0" IS NOT NULL
  GROUP BY GROUPING SETS (("rows"."grade", "rows"."grade place", "rows"."open", "rows"."step 0"), ("rows"."grade", "rows"."grade place", "rows"."step 0"), ("rows"."step 0"))
  ) AS "weights") AS "steps"
  GROUP BY 1, 2, 3, 4, 5)
  SELECT
    "grade",
    "open",
    "grade level",
    "open level",
    "kind of row",
    MAX("typical") AS "typical",
    MAX("high") AS "high"
  FROM (SELECT "part 0"."grade" AS "grade", "part 0"."open" AS "open", "part 0"."grade level" AS "grade level", "part 0"."open level" AS "open level", "part 0"."kind of row" AS "kind of row", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 0" LEFT JOIN "part 1" ON FALSE LEFT JOIN "part 2" ON FALSE
  UNION ALL
  SELECT "part 1"."grade" AS "grade", "part 1"."open" AS "open", "part 1"."grade level" AS "grade level", "part 1"."open level" AS "open level", "part 1"."kind of row" AS "kind of row", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 1" LEFT JOIN "part 2" ON FALSE
  UNION ALL
  SELECT "part 2"."grade" AS "grade", "part 2"."open" AS "open", "part 2"."grade level" AS "grade level", "part 2"."open level" AS "open level", "part 2"."kind of row" AS "kind of row", "part 1"."typical" AS "typical", "part 2"."high" AS "high" FROM "part 2" LEFT JOIN "part 1" ON FALSE) AS "parts"
  GROUP BY 1, 2, 3, 4, 5
), "answer" AS (
  SELECT
    "parts"."grade" AS "grade",
    "parts"."open" AS "open",
    "parts"."grade" AS "grade key",
    "parts"."open" AS "open key",
    "parts"."grade level",
    "parts"."open level",
    "parts"."kind of row",
    CAST("parts"."typical" AS DOUBLE) AS "typical",
    CAST("parts"."high" AS DOUBLE) AS "high"
  FROM "parts"
), "sorted" AS (
  SELECT "answer".* FROM "answer"
)
SELECT
    "sorted"."grade",
    "sorted"."open",
    CASE WHEN "sorted"."grade level" = 0 THEN 'member' WHEN "sorted"."grade level" = 1 THEN 'other' ELSE 'all' END AS "grade.level",
    CASE WHEN "sorted"."open level" = 0 THEN 'member' WHEN "sorted"."open level" = 1 THEN 'other' ELSE 'all' END AS "open.level",
    "sorted"."typical",
    "sorted"."high"
FROM "sorted"
WHERE "kind of row" IN (0, 1, 3)
ORDER BY "grade level" ASC, "grade key" ASC NULLS LAST, "open level" ASC, "open key" ASC NULLS LAST
LIMIT 1001;
-- ["alder","alder","alder","alder","alder","alder","alder","alder","alder","alder"]

-- hours and weekdays in a zone
WITH "parts" AS (
  SELECT
    CAST(CAST(EXTRACT(hour FROM CAST(CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS BIGINT) AS "hour",
    CAST((DATEDIFF(day, CAST(CAST(DATE_TRUNC('week', CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS DATE)) AS DATE) AS DATE), CAST(CONVERT_TIMEZONE('UTC', CAST(? AS VARCHAR), CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST((COALESCE(CAST(CAST("branch"."day" AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '')) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS DATE)) + 1) AS BIGINT) AS "weekday",
    COUNT(1) AS "branches"
  FROM "branch"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
)
SELECT
    "parts"."hour" AS "hour",
    "parts"."weekday" AS "weekday",
    "parts"."branches" AS "branches"
FROM "parts"
ORDER BY "parts"."hour" ASC NULLS LAST, "parts"."weekday" ASC NULLS LAST
LIMIT 1001;
-- ["America/Chicago"," 23:30:00"," 23:30:00","America/Chicago"," 23:30:00"," 23:30:00","America/Chicago"," 23:30:00"," 23:30:00","alder"]

-- a member of an entity
WITH "member parts" AS (
  WITH "part 0" AS (SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "member key",
    SUM("balance"."assets") AS "assets",
    MAX((CAST(CAST("branch"."day" AS DATE) AS VARCHAR) || CAST("branch"."name" AS VARCHAR))) AS "member name"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1), "part 1" AS (SELECT
    "member key",
    ((MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END) + COALESCE(MIN(CASE WHEN "typical up to" * 10 > "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END), MIN(CASE WHEN "typical up to" * 10 >= "typical in all" * 5 THEN CAST("step 0" AS DOUBLE) END))) / 2) AS "typical"
  FROM (SELECT "weights".*, SUM("typical") OVER (PARTITION BY "member key" ORDER BY "step 0") AS "typical up to", SUM("typical") OVER (PARTITION BY "member key" ) AS "typical in all" FROM (SELECT
    CAST("branch"."branch_id" AS VARCHAR) AS "member key",
    "branch"."grade" AS "step 0",
    SUM(CASE WHEN (("balance"."assets" > 0) AND ("branch"."grade" IS NOT NULL)) THEN "balance"."assets" END) AS "typical"
  FROM "branch"
  LEFT JOIN "balance" ON "balance"."tenant_id" = ? AND "balance"."branch_id" = "branch"."branch_id"
  WHERE "branch"."tenant_id" = ?
  GROUP BY 1, 2
  ) AS "weights") AS "steps"
  WHERE "step 0" IS NOT NULL
  GROUP BY 1)
  SELECT
    "member key",
    MAX("assets") AS "assets",
    MAX("member name") AS "member name",
    MAX("typical") AS "typical"
  FROM (SELECT "part 0"."member key" AS "member key", "part 0"."assets" AS "assets", "part 0"."member name" AS "member name", "part 1"."typical" AS "typical" FROM "part 0" LEFT JOIN "part 1" ON FALSE
  UNION ALL
  SELECT "part 1"."member key" AS "member key", "part 0"."assets" AS "assets", "part 0"."member name" AS "member name", "part 1"."typical" AS "typical" FROM "part 1" LEFT JOIN "part 0" ON FALSE) AS "parts"
  GROUP BY 1
), "members" AS (
  SELECT
    1 AS "is peer",
    "member parts"."member key" AS "member key",
    SUBSTRING("member parts"."member name", 11) AS "member name",
    CAST("member parts"."assets" AS DOUBLE) AS "assets",
    CAST("member parts"."typical" AS DOUBLE) AS "typical"
  FROM "member parts"
  WHERE "member parts"."member key" IS NOT NULL
), "peers" AS (
  SELECT * FROM "members" WHERE "is peer" = 1
), "subject" AS (
  SELECT * FROM "members" WHERE "member key" = CAST(? AS VARCHAR)
), "stacked" AS (
  SELECT "peers"."member key" IS DISTINCT FROM "subject"."member key" AS "other", "subject"."is peer" AS "is peer", "subject"."member name" AS "member name", "places"."n" AS "position", CASE "places"."n" WHEN 0 THEN "peers"."assets" WHEN 1 THEN "peers"."typical" END AS "peer", CASE "places"."n" WHEN 0 THEN "subject"."assets" WHEN 1 THEN "subject"."typical" END AS "own"
  FROM (SELECT 1) AS "one" LEFT JOIN "subject" ON TRUE LEFT JOIN "peers" ON TRUE
  CROSS JOIN (SELECT "n" FROM (VALUES (0), (1)) AS "listed"("n")) AS "places"
), "lines" AS (
  SELECT
    "position",
    MAX("own") AS "value",
    MAX("member name") AS "member_name",
    COALESCE(MAX("is peer"), 0) = 1 AS "among_peers",
    COUNT("peer") AS "peers",
    PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "p25",
    PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "median",
    PERCENTILE_CONT(0.75) WITHIN GROUP (ORDER BY CAST("peer" AS DOUBLE)) AS "p75",
    COUNT(CASE WHEN "other" AND "peer" < "own" THEN 1 END) AS "lower",
    COUNT(CASE WHEN "other" AND "peer" = "own" THEN 1 END) AS "equal",
    COUNT(CASE WHEN "other" AND "peer" > "own" THEN 1 END) AS "greater"
  FROM "stacked"
  GROUP BY "position"
)
SELECT
    CASE "position" WHEN 0 THEN CAST(? AS VARCHAR) WHEN 1 THEN CAST(? AS VARCHAR) END AS "measure",
    "value",
    "peers",
    "p25",
    "median",
    "p75",
    CAST("lower" * 100 + "equal" * 50 AS DOUBLE) / NULLIF("lower" + "equal" + "greater", 0) AS "percentile",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "greater" END AS "rank",
    CASE WHEN "among_peers" AND "value" IS NOT NULL THEN 1 + "lower" END AS "rank_from_least",
    "among_peers",
    "member_name"
FROM "lines"
ORDER BY "position";
-- ["alder","alder","alder","alder","a1","assets","typical"]

-- tables and columns
SELECT table_name, column_name, CASE WHEN data_type = 'NUMBER' AND numeric_scale = 0 THEN 'INTEGER' ELSE data_type END
FROM information_schema.columns WHERE UPPER(table_schema) = UPPER(?) ORDER BY table_name, ordinal_position;
-- ["reporting"]

-- amount + 2 * count
SELECT ("amount" + (2 * "count")) AS "value" FROM "t";

-- amount - -count
SELECT ("amount" - (- "count")) AS "value" FROM "t";

-- count / 0
SELECT (CAST("count" AS DOUBLE) / NULLIF(CAST(0 AS DOUBLE), 0)) AS "value" FROM "t";

-- count / 2
SELECT (CAST("count" AS DOUBLE) / NULLIF(CAST(2 AS DOUBLE), 0)) AS "value" FROM "t";

-- 7 % count
SELECT (7 % NULLIF("count", 0)) AS "value" FROM "t";

-- -7 % count
SELECT ((- 7) % NULLIF("count", 0)) AS "value" FROM "t";

-- count % 0
SELECT ("count" % NULLIF(0, 0)) AS "value" FROM "t";

-- name || '!'
SELECT ("name" || CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["!"]

-- name || nothing
SELECT ("name" || "nothing") AS "value" FROM "t";

-- CONCAT(name, nothing, ' ', count)
SELECT (COALESCE(CAST("name" AS VARCHAR), '') || COALESCE(CAST("nothing" AS VARCHAR), '') || COALESCE(CAST(CAST(? AS VARCHAR) AS VARCHAR), '') || COALESCE(CAST("count" AS VARCHAR), '')) AS "value" FROM "t";
-- [" "]

-- UPPER('abc')
SELECT UPPER(CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["abc"]

-- LOWER('ABC')
SELECT LOWER(CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["ABC"]

-- TRIM('  a b ')
SELECT TRIM(CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["  a b "]

-- LENGTH(name)
SELECT LENGTH("name") AS "value" FROM "t";

-- SUBSTRING(name, 8)
SELECT SUBSTRING("name", 8) AS "value" FROM "t";

-- SUBSTRING(name, 1, 2)
SELECT SUBSTRING("name", 1, 2) AS "value" FROM "t";

-- REPLACE('a-b-c', '-', '')
SELECT REPLACE(CAST(? AS VARCHAR), CAST(? AS VARCHAR), CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["a-b-c","-",""]

-- CONTAINS(name, 'lair')
SELECT (POSITION(CAST(? AS VARCHAR) IN "name") > 0) AS "value" FROM "t";
-- ["lair"]

-- CONTAINS(name, '%')
SELECT (POSITION(CAST(? AS VARCHAR) IN "name") > 0) AS "value" FROM "t";
-- ["%"]

-- STARTS_WITH(name, 'É')
SELECT STARTSWITH("name", CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["É"]

-- ENDS_WITH(name, 'şli')
SELECT STARTSWITH(REVERSE("name"), REVERSE(CAST(? AS VARCHAR))) AS "value" FROM "t";
-- ["şli"]

-- ENDS_WITH(name, 'Şli')
SELECT STARTSWITH(REVERSE("name"), REVERSE(CAST(? AS VARCHAR))) AS "value" FROM "t";
-- ["Şli"]

-- ENDS_WITH(name, '')
SELECT STARTSWITH(REVERSE("name"), REVERSE(CAST(? AS VARCHAR))) AS "value" FROM "t";
-- [""]

-- FOLD(name)
SELECT TRANSLATE(LOWER("name"), 'ıàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ̇', 'iaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy') AS "value" FROM "t";

-- FOLD('IŞIK ışık İyi')
SELECT TRANSLATE(LOWER(CAST(? AS VARCHAR)), 'ıàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ̇', 'iaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy') AS "value" FROM "t";
-- ["IŞIK ışık İyi"]

-- CONTAINS(FOLD(name), 'air s')
SELECT (POSITION(CAST(? AS VARCHAR) IN TRANSLATE(LOWER("name"), 'ıàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ̇', 'iaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy')) > 0) AS "value" FROM "t";
-- ["air s"]

-- FOLD(name) = 'eclair sisli'
SELECT (TRANSLATE(LOWER("name"), 'ıàáâãäåçèéêëìíîïñòóôõöùúûüýÿāăąćĉċčďēĕėęěĝğġģĥĩīĭįĵķĺļľńņňōŏőŕŗřśŝşšţťũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ̇', 'iaaaaaaceeeeiiiinooooouuuuyyaaaccccdeeeeegggghiiiijklllnnnooorrrssssttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy') = CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["eclair sisli"]

-- SQRT(amount)
SELECT SQRT((CASE WHEN "amount" >= 0 THEN CAST("amount" AS DOUBLE) END)) AS "value" FROM "t";

-- SQRT(-amount)
SELECT SQRT((CASE WHEN (- "amount") >= 0 THEN CAST((- "amount") AS DOUBLE) END)) AS "value" FROM "t";

-- POWER(count, 2)
SELECT (CASE WHEN CAST("count" AS DOUBLE) = 0 THEN CASE WHEN CAST(2 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(2 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST("count" AS DOUBLE) < 0 AND CAST(2 AS DOUBLE) <> FLOOR(CAST(2 AS DOUBLE)) THEN NULL WHEN CAST(2 AS DOUBLE) * LN(NULLIF(ABS(CAST("count" AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(2 AS DOUBLE) * LN(NULLIF(ABS(CAST("count" AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST("count" AS DOUBLE), CAST(2 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(amount, 0.5)
SELECT (CASE WHEN CAST("amount" AS DOUBLE) = 0 THEN CASE WHEN CAST(0.5 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(0.5 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST("amount" AS DOUBLE) < 0 AND CAST(0.5 AS DOUBLE) <> FLOOR(CAST(0.5 AS DOUBLE)) THEN NULL WHEN CAST(0.5 AS DOUBLE) * LN(NULLIF(ABS(CAST("amount" AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(0.5 AS DOUBLE) * LN(NULLIF(ABS(CAST("amount" AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST("amount" AS DOUBLE), CAST(0.5 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(-count, 3)
SELECT (CASE WHEN CAST((- "count") AS DOUBLE) = 0 THEN CASE WHEN CAST(3 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(3 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST((- "count") AS DOUBLE) < 0 AND CAST(3 AS DOUBLE) <> FLOOR(CAST(3 AS DOUBLE)) THEN NULL WHEN CAST(3 AS DOUBLE) * LN(NULLIF(ABS(CAST((- "count") AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(3 AS DOUBLE) * LN(NULLIF(ABS(CAST((- "count") AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST((- "count") AS DOUBLE), CAST(3 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(-count, 0.5)
SELECT (CASE WHEN CAST((- "count") AS DOUBLE) = 0 THEN CASE WHEN CAST(0.5 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(0.5 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST((- "count") AS DOUBLE) < 0 AND CAST(0.5 AS DOUBLE) <> FLOOR(CAST(0.5 AS DOUBLE)) THEN NULL WHEN CAST(0.5 AS DOUBLE) * LN(NULLIF(ABS(CAST((- "count") AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(0.5 AS DOUBLE) * LN(NULLIF(ABS(CAST((- "count") AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST((- "count") AS DOUBLE), CAST(0.5 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(0, 0)
SELECT (CASE WHEN CAST(0 AS DOUBLE) = 0 THEN CASE WHEN CAST(0 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(0 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST(0 AS DOUBLE) < 0 AND CAST(0 AS DOUBLE) <> FLOOR(CAST(0 AS DOUBLE)) THEN NULL WHEN CAST(0 AS DOUBLE) * LN(NULLIF(ABS(CAST(0 AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(0 AS DOUBLE) * LN(NULLIF(ABS(CAST(0 AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST(0 AS DOUBLE), CAST(0 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(0, -1)
SELECT (CASE WHEN CAST(0 AS DOUBLE) = 0 THEN CASE WHEN CAST((- 1) AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST((- 1) AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST(0 AS DOUBLE) < 0 AND CAST((- 1) AS DOUBLE) <> FLOOR(CAST((- 1) AS DOUBLE)) THEN NULL WHEN CAST((- 1) AS DOUBLE) * LN(NULLIF(ABS(CAST(0 AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST((- 1) AS DOUBLE) * LN(NULLIF(ABS(CAST(0 AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST(0 AS DOUBLE), CAST((- 1) AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(10, 400)
SELECT (CASE WHEN CAST(10 AS DOUBLE) = 0 THEN CASE WHEN CAST(400 AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST(400 AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST(10 AS DOUBLE) < 0 AND CAST(400 AS DOUBLE) <> FLOOR(CAST(400 AS DOUBLE)) THEN NULL WHEN CAST(400 AS DOUBLE) * LN(NULLIF(ABS(CAST(10 AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST(400 AS DOUBLE) * LN(NULLIF(ABS(CAST(10 AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST(10 AS DOUBLE), CAST(400 AS DOUBLE)) END) AS "value" FROM "t";

-- POWER(10, -400)
SELECT (CASE WHEN CAST(10 AS DOUBLE) = 0 THEN CASE WHEN CAST((- 400) AS DOUBLE) > 0 THEN CAST(0 AS DOUBLE) WHEN CAST((- 400) AS DOUBLE) = 0 THEN CAST(1 AS DOUBLE) END WHEN CAST(10 AS DOUBLE) < 0 AND CAST((- 400) AS DOUBLE) <> FLOOR(CAST((- 400) AS DOUBLE)) THEN NULL WHEN CAST((- 400) AS DOUBLE) * LN(NULLIF(ABS(CAST(10 AS DOUBLE)), 0)) > 709 THEN NULL WHEN CAST((- 400) AS DOUBLE) * LN(NULLIF(ABS(CAST(10 AS DOUBLE)), 0)) < -700 THEN CAST(0 AS DOUBLE) ELSE POWER(CAST(10 AS DOUBLE), CAST((- 400) AS DOUBLE)) END) AS "value" FROM "t";

-- EXP(0)
SELECT (CASE WHEN 0 < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN 0 BETWEEN -700 AND 709 THEN CAST(0 AS DOUBLE) END)) END) AS "value" FROM "t";

-- EXP(1)
SELECT (CASE WHEN 1 < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN 1 BETWEEN -700 AND 709 THEN CAST(1 AS DOUBLE) END)) END) AS "value" FROM "t";

-- EXP(1000)
SELECT (CASE WHEN 1000 < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN 1000 BETWEEN -700 AND 709 THEN CAST(1000 AS DOUBLE) END)) END) AS "value" FROM "t";

-- EXP(-1000)
SELECT (CASE WHEN (- 1000) < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN (- 1000) BETWEEN -700 AND 709 THEN CAST((- 1000) AS DOUBLE) END)) END) AS "value" FROM "t";

-- LN(EXP(2))
SELECT LN((CASE WHEN (CASE WHEN 2 < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN 2 BETWEEN -700 AND 709 THEN CAST(2 AS DOUBLE) END)) END) > 0 THEN CAST((CASE WHEN 2 < -700 THEN CAST(0 AS DOUBLE) ELSE EXP((CASE WHEN 2 BETWEEN -700 AND 709 THEN CAST(2 AS DOUBLE) END)) END) AS DOUBLE) END)) AS "value" FROM "t";

-- LN(0)
SELECT LN((CASE WHEN 0 > 0 THEN CAST(0 AS DOUBLE) END)) AS "value" FROM "t";

-- LN(nothing)
SELECT LN((CASE WHEN "nothing" > 0 THEN CAST("nothing" AS DOUBLE) END)) AS "value" FROM "t";

-- LOG10(1000)
SELECT LOG(10, (CASE WHEN 1000 > 0 THEN CAST(1000 AS DOUBLE) END)) AS "value" FROM "t";

-- LOG10(-1)
SELECT LOG(10, (CASE WHEN (- 1) > 0 THEN CAST((- 1) AS DOUBLE) END)) AS "value" FROM "t";

-- CLAMP(amount, 1, 5)
SELECT (CASE WHEN "amount" IS NOT NULL THEN LEAST(COALESCE(GREATEST(COALESCE("amount", 1), COALESCE(1, "amount")), 5), COALESCE(5, GREATEST(COALESCE("amount", 1), COALESCE(1, "amount")))) END) AS "value" FROM "t";

-- CLAMP(count, 4, 5)
SELECT (CASE WHEN "count" IS NOT NULL THEN LEAST(COALESCE(GREATEST(COALESCE("count", 4), COALESCE(4, "count")), 5), COALESCE(5, GREATEST(COALESCE("count", 4), COALESCE(4, "count")))) END) AS "value" FROM "t";

-- CLAMP(nothing, 4, 5)
SELECT (CASE WHEN "nothing" IS NOT NULL THEN LEAST(COALESCE(GREATEST(COALESCE("nothing", 4), COALESCE(4, "nothing")), 5), COALESCE(5, GREATEST(COALESCE("nothing", 4), COALESCE(4, "nothing")))) END) AS "value" FROM "t";

-- ABS(-amount)
SELECT ABS((- "amount")) AS "value" FROM "t";

-- SIGN(-amount)
SELECT CAST(SIGN((- "amount")) AS BIGINT) AS "value" FROM "t";

-- FLOOR(-amount)
SELECT CAST(FLOOR((- "amount")) AS BIGINT) AS "value" FROM "t";

-- CEIL(amount)
SELECT CAST(CEIL("amount") AS BIGINT) AS "value" FROM "t";

-- ROUND(2.5)
SELECT ROUND(2.5, 0) AS "value" FROM "t";

-- ROUND(-2.5)
SELECT ROUND((- 2.5), 0) AS "value" FROM "t";

-- ROUND(rate, 1)
SELECT ROUND("rate", 1) AS "value" FROM "t";

-- ROUND(1250, -2)
SELECT ROUND(1250, (- 2)) AS "value" FROM "t";

-- TRUNC(-2.567, 2)
SELECT TRUNC((- 2.567), 2) AS "value" FROM "t";

-- TRUNC(amount)
SELECT TRUNC("amount", 0) AS "value" FROM "t";

-- COALESCE(nothing, count, 1)
SELECT COALESCE("nothing", "count", 1) AS "value" FROM "t";

-- NULLIF(count, 3)
SELECT NULLIF("count", 3) AS "value" FROM "t";

-- GREATEST(count, 1, 2)
SELECT GREATEST(COALESCE("count", 1, 2), COALESCE(1, "count", 2), COALESCE(2, "count", 1)) AS "value" FROM "t";

-- LEAST(count, 1, 2)
SELECT LEAST(COALESCE("count", 1, 2), COALESCE(1, "count", 2), COALESCE(2, "count", 1)) AS "value" FROM "t";

-- GREATEST(nothing, count)
SELECT GREATEST(COALESCE("nothing", "count"), COALESCE("count", "nothing")) AS "value" FROM "t";

-- LEAST(nothing, nothing)
SELECT LEAST(COALESCE("nothing", "nothing"), COALESCE("nothing", "nothing")) AS "value" FROM "t";

-- count || '!'
SELECT ("count" || CAST(? AS VARCHAR)) AS "value" FROM "t";
-- ["!"]

-- YEAR(day)
SELECT CAST(EXTRACT(year FROM CAST("day" AS DATE)) AS BIGINT) AS "value" FROM "t";

-- QUARTER(day)
SELECT CAST(EXTRACT(quarter FROM CAST("day" AS DATE)) AS BIGINT) AS "value" FROM "t";

-- MONTH(day)
SELECT CAST(EXTRACT(month FROM CAST("day" AS DATE)) AS BIGINT) AS "value" FROM "t";

-- DAY(day)
SELECT CAST(EXTRACT(day FROM CAST("day" AS DATE)) AS BIGINT) AS "value" FROM "t";

-- WEEKDAY(day)
SELECT (DATEDIFF(day, CAST(CAST(DATE_TRUNC('week', CAST("day" AS DATE)) AS DATE) AS DATE), CAST("day" AS DATE)) + 1) AS "value" FROM "t";

-- WEEKDAY(DATE '2025-02-02')
SELECT (DATEDIFF(day, CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) + 1) AS "value" FROM "t";
-- ["2025-02-02","2025-02-02"]

-- WEEKDAY(DATE '2025-02-03')
SELECT (DATEDIFF(day, CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) + 1) AS "value" FROM "t";
-- ["2025-02-03","2025-02-03"]

-- HOUR(CAST('2025-01-31 23:59:59.999999' AS timestamp))
SELECT CAST(EXTRACT(hour FROM CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST(CAST(? AS VARCHAR) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS "value" FROM "t";
-- ["2025-01-31 23:59:59.999999","2025-01-31 23:59:59.999999"]

-- MINUTE(CAST('2025-01-31 23:59:59.999999' AS timestamp))
SELECT CAST(EXTRACT(minute FROM CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST(CAST(? AS VARCHAR) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS "value" FROM "t";
-- ["2025-01-31 23:59:59.999999","2025-01-31 23:59:59.999999"]

-- HOUR(CAST('2025-01-31T00:05:00' AS timestamp))
SELECT CAST(EXTRACT(hour FROM CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST(CAST(? AS VARCHAR) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS "value" FROM "t";
-- ["2025-01-31T00:05:00","2025-01-31T00:05:00"]

-- MINUTE(CAST('2025-01-31T00:05:00' AS timestamp))
SELECT CAST(EXTRACT(minute FROM CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST(CAST(? AS VARCHAR) AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS "value" FROM "t";
-- ["2025-01-31T00:05:00","2025-01-31T00:05:00"]

-- HOUR(CAST(NULL AS timestamp))
SELECT CAST(EXTRACT(hour FROM CAST(CAST(CASE WHEN TRY_TO_DATE(LEFT(CAST(NULL AS VARCHAR), 10), 'YYYY-MM-DD') IS NOT NULL THEN TRY_CAST(CAST(NULL AS VARCHAR) AS TIMESTAMP_NTZ) END AS TIMESTAMP_LTZ) AS TIMESTAMP_NTZ)) AS BIGINT) AS "value" FROM "t";

-- ISO_WEEK(day)
SELECT (DATEDIFF(week, CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST("day" AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE), CAST("day" AS DATE)) + 1) AS "value" FROM "t";

-- ISO_WEEK(DATE '2024-12-30')
SELECT (DATEDIFF(week, CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) + 1) AS "value" FROM "t";
-- ["2024-12-30","2024-12-30"]

-- ISO_YEAR(DATE '2024-12-30')
SELECT CAST(EXTRACT(year FROM CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS BIGINT) AS "value" FROM "t";
-- ["2024-12-30"]

-- ISO_WEEK(DATE '2027-01-03')
SELECT (DATEDIFF(week, CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('year', CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) + 1) AS "value" FROM "t";
-- ["2027-01-03","2027-01-03"]

-- ISO_YEAR(DATE '2027-01-03')
SELECT CAST(EXTRACT(year FROM CAST(CAST(DATEADD(day, CAST(3 AS INTEGER), CAST(CAST(DATE_TRUNC('week', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS DATE)) AS DATE) AS DATE)) AS BIGINT) AS "value" FROM "t";
-- ["2027-01-03"]

-- DATE_TRUNC('year', day)
SELECT CAST(DATE_TRUNC('year', CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_TRUNC('quarter', DATE '2025-06-30')
SELECT CAST(DATE_TRUNC('quarter', CAST(CAST(? AS DATE) AS DATE)) AS DATE) AS "value" FROM "t";
-- ["2025-06-30"]

-- DATE_TRUNC('month', day)
SELECT CAST(DATE_TRUNC('month', CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_TRUNC('week', day)
SELECT CAST(DATE_TRUNC('week', CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_TRUNC('day', day)
SELECT CAST("day" AS DATE) AS "value" FROM "t";

-- DATE_ADD(day, 1, 'month')
SELECT CAST(DATEADD(month, CAST(1 AS INTEGER), CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_ADD(day, -1, 'year')
SELECT CAST(DATEADD(year, CAST((- 1) AS INTEGER), CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_ADD(day, 2, 'quarter')
SELECT CAST(DATEADD(quarter, CAST(2 AS INTEGER), CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_ADD(day, count, 'week')
SELECT CAST(DATEADD(week, CAST("count" AS INTEGER), CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_ADD(day, 1, 'day')
SELECT CAST(DATEADD(day, CAST(1 AS INTEGER), CAST("day" AS DATE)) AS DATE) AS "value" FROM "t";

-- DATE_DIFF('day', day, DATE '2025-03-01')
SELECT DATEDIFF(day, CAST("day" AS DATE), CAST(CAST(? AS DATE) AS DATE)) AS "value" FROM "t";
-- ["2025-03-01"]

-- DATE_DIFF('week', DATE '2025-01-05', DATE '2025-01-06')
SELECT DATEDIFF(week, CAST(CAST(? AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) AS "value" FROM "t";
-- ["2025-01-05","2025-01-06"]

-- DATE_DIFF('month', day, DATE '2025-03-01')
SELECT DATEDIFF(month, CAST("day" AS DATE), CAST(CAST(? AS DATE) AS DATE)) AS "value" FROM "t";
-- ["2025-03-01"]

-- DATE_DIFF('quarter', DATE '2025-03-31', DATE '2025-04-01')
SELECT DATEDIFF(quarter, CAST(CAST(? AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) AS "value" FROM "t";
-- ["2025-03-31","2025-04-01"]

-- DATE_DIFF('year', DATE '2025-12-31', DATE '2026-01-01')
SELECT DATEDIFF(year, CAST(CAST(? AS DATE) AS DATE), CAST(CAST(? AS DATE) AS DATE)) AS "value" FROM "t";
-- ["2025-12-31","2026-01-01"]

-- DATE_DIFF('day', DATE '2025-03-01', day)
SELECT DATEDIFF(day, CAST(CAST(? AS DATE) AS DATE), CAST("day" AS DATE)) AS "value" FROM "t";
-- ["2025-03-01"]

-- CASE WHEN open AND NOT open THEN 1 WHEN open THEN 2 END
SELECT (CASE WHEN ("open" AND (NOT "open")) THEN 1 WHEN "open" THEN 2 END) AS "value" FROM "t";

-- CASE count WHEN 1 THEN 'one' WHEN 3 THEN 'three' ELSE 'many' END
SELECT (CASE "count" WHEN 1 THEN CAST(? AS VARCHAR) WHEN 3 THEN CAST(? AS VARCHAR) ELSE CAST(? AS VARCHAR) END) AS "value" FROM "t";
-- ["one","three","many"]

-- CASE WHEN nothing = 1 THEN 1 END
SELECT (CASE WHEN ("nothing" = 1) THEN 1 END) AS "value" FROM "t";

-- count IN (1, 2, 3)
SELECT ("count" IN (1, 2, 3)) AS "value" FROM "t";

-- name NOT IN ('a', 'b')
SELECT ("name" NOT IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR))) AS "value" FROM "t";
-- ["a","b"]

-- count BETWEEN 3 AND 4
SELECT ("count" BETWEEN 3 AND 4) AS "value" FROM "t";

-- day NOT BETWEEN DATE '2025-01-01' AND DATE '2025-12-31'
SELECT ("day" NOT BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)) AS "value" FROM "t";
-- ["2025-01-01","2025-12-31"]

-- nothing IS NULL
SELECT ("nothing" IS NULL) AS "value" FROM "t";

-- count IS NOT NULL
SELECT ("count" IS NOT NULL) AS "value" FROM "t";

-- amount <> 6.25 OR count >= 3
SELECT (("amount" <> 6.25) OR ("count" >= 3)) AS "value" FROM "t";

-- NOT (count < 3)
SELECT (NOT ("count" < 3)) AS "value" FROM "t";

-- CAST(count AS string)
SELECT CAST("count" AS VARCHAR) AS "value" FROM "t";

-- CAST('12' AS integer)
SELECT TRY_CAST(TRIM(CAST(CAST(? AS VARCHAR) AS VARCHAR)) AS DECIMAL(38, 0)) AS "value" FROM "t";
-- ["12"]

-- CAST('twelve' AS integer)
SELECT TRY_CAST(TRIM(CAST(CAST(? AS VARCHAR) AS VARCHAR)) AS DECIMAL(38, 0)) AS "value" FROM "t";
-- ["twelve"]

-- CAST('0.25' AS decimal)
SELECT TRY_CAST(TRIM(CAST(CAST(? AS VARCHAR) AS VARCHAR)) AS DECIMAL(38, 6)) AS "value" FROM "t";
-- ["0.25"]

-- CAST('2025-02-30' AS date)
SELECT TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') AS "value" FROM "t";
-- ["2025-02-30"]

-- CAST('2025-02-28' AS date)
SELECT TRY_TO_DATE(LEFT(CAST(CAST(? AS VARCHAR) AS VARCHAR), 10), 'YYYY-MM-DD') AS "value" FROM "t";
-- ["2025-02-28"]

-- CAST('x' AS number)
SELECT TRY_CAST(TRIM(CAST(CAST(? AS VARCHAR) AS VARCHAR)) AS DOUBLE) AS "value" FROM "t";
-- ["x"]

-- CAST('true' AS boolean)
SELECT CASE WHEN LOWER(CAST(CAST(? AS VARCHAR) AS VARCHAR)) IN ('true', 't', '1') THEN TRUE WHEN LOWER(CAST(CAST(? AS VARCHAR) AS VARCHAR)) IN ('false', 'f', '0') THEN FALSE END AS "value" FROM "t";
-- ["true","true"]

-- 'it''s; -- DROP TABLE x'
SELECT CAST(? AS VARCHAR) AS "value" FROM "t";
-- ["it's; -- DROP TABLE x"]

-- 0.1 + 0.2 = 0.3
SELECT ((0.1 + 0.2) = 0.3) AS "value" FROM "t";
