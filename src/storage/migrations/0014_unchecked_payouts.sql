-- Written by hand. The view of settlements says of a gateway payout that policy leaves unchecked that it was not compared.
DROP VIEW `settlements`;--> statement-breakpoint
CREATE VIEW `settlements` AS
WITH
`checked` AS (
  SELECT s.`id` AS `slot`, s.`merchant`, s.`date`, s.`cycle`, a.`pull`, a.`verdict`, a.`totals`, y.`json` AS `policy`,
    EXISTS (SELECT 1 FROM `pull` p WHERE p.`state` = 'incomplete' AND p.`id` > coalesce(a.`pull`, 0)
      AND p.`id` = (SELECT max(t.`id`) FROM `pull` t WHERE t.`slot` = s.`id` AND t.`state` <> 'open')) AS `is_incomplete`
  FROM `slot` s
  LEFT JOIN `assessment` a ON a.`id` = (SELECT max(t.`id`) FROM `assessment` t WHERE t.`slot` = s.`id`)
  LEFT JOIN `policy` y ON y.`number` = CAST(a.`rulebook` AS INTEGER)
),
`reported` AS (
  SELECT c.*, v.`status`, v.`invoice_count`, v.`collected`, v.`fees`, v.`fees_postpaid`, v.`adjustments`, v.`gateway`, v.`payout`,
    v.`date` AS `own_date`, v.`cycle` AS `own_cycle`,
    coalesce((SELECT value FROM json_each(c.`policy`, '$.cycleAliases') WHERE key = v.`cycle`), v.`cycle`) AS `own_label`,
    coalesce((SELECT value FROM json_each(c.`policy`, '$.cycleAliases') WHERE key = c.`cycle`), c.`cycle`) AS `label`,
    EXISTS (SELECT 1 FROM json_each(c.`policy`, '$.finalStatuses') WHERE value = v.`status`) AS `is_final`,
    CASE WHEN json_extract(c.`policy`, '$.adjustments') = 'subtract' THEN -v.`adjustments` ELSE v.`adjustments` END AS `effect`,
    coalesce(json_extract(c.`policy`, '$.postpaidFees'), '') = 'deducted' AS `deducts_postpaid`,
    coalesce(json_extract(c.`policy`, '$.gateway'), 'candidates') AS `gateway_policy`,
    CAST(round(coalesce(json_extract(c.`policy`, '$.toleranceCop'), 0) * 100) AS INTEGER) AS `tolerance`,
    json_extract(c.`totals`, '$.counted') AS `counted`,
    CAST(json_extract(c.`totals`, '$.collected') AS INTEGER) AS `listed`,
    CAST(json_extract(c.`totals`, '$.fees.expected') AS INTEGER) AS `tariff_fees`,
    json_extract(p.`facts`, '$.malformed') AS `malformed`,
    coalesce((SELECT t.`started_at` FROM `pull` t WHERE t.`id` = p.`content_of`), p.`started_at`) AS `read_at`
  FROM `checked` c
  LEFT JOIN `pull` p ON p.`id` = c.`pull`
  LEFT JOIN `settlement_version` v ON v.`slot` = c.`slot` AND v.`from_pull` <= c.`pull` AND (v.`to_pull` IS NULL OR v.`to_pull` > c.`pull`)
  WHERE c.`pull` IS NOT NULL OR c.`is_incomplete`
),
`read` AS (
  SELECT r.*,
    r.`collected` + r.`effect` - CASE WHEN r.`fees_postpaid` AND NOT r.`deducts_postpaid` THEN 0 ELSE r.`fees` END AS `usual`,
    r.`effect` - r.`fees` AS `adjustments_less_fees`,
    CASE WHEN r.`fees_postpaid` THEN 'gross' ELSE 'net' END AS `usual_rule`,
    r.`own_date` <> r.`date` OR (r.`own_cycle` <> r.`cycle` AND r.`own_label` <> r.`label` AND r.`own_label` IN (
      SELECT value FROM json_each(r.`policy`, '$.cycles') UNION ALL SELECT value FROM json_each(r.`policy`, '$.extraCycles'))) AS `is_echo`
  FROM `reported` r
),
`ruled` AS (
  SELECT d.*,
    CASE
      WHEN d.`payout` IS NULL THEN NULL
      WHEN NOT d.`gateway` OR d.`gateway_policy` = 'same' THEN d.`usual_rule`
      WHEN d.`gateway_policy` = 'unchecked' THEN 'unchecked'
      WHEN d.`payout` = d.`usual` THEN d.`usual_rule`
      WHEN d.`payout` = d.`collected` THEN 'gateway-collected'
      WHEN d.`collected` > 0 AND d.`payout` = 0 THEN 'gateway-zero'
      WHEN d.`payout` = d.`adjustments_less_fees` THEN 'gateway-adjustments-less-fees'
      WHEN abs(d.`payout` - d.`usual`) <= d.`tolerance` THEN d.`usual_rule`
      WHEN abs(d.`payout` - d.`collected`) <= d.`tolerance` THEN 'gateway-collected'
      WHEN d.`collected` > 0 AND abs(d.`payout`) <= d.`tolerance` THEN 'gateway-zero'
      WHEN abs(d.`payout` - d.`adjustments_less_fees`) <= d.`tolerance` THEN 'gateway-adjustments-less-fees'
      ELSE d.`usual_rule`
    END AS `rule`,
    CASE
      WHEN d.`is_incomplete` OR d.`pull` IS NULL THEN 'unread'
      WHEN d.`payout` IS NULL THEN 'no-settlement'
      WHEN d.`is_echo` THEN 'echo'
      WHEN d.`status` = 'error' THEN 'failed'
      WHEN NOT d.`is_final` THEN 'not-final'
      WHEN d.`malformed` > 0 THEN 'malformed'
    END AS `why_not`
  FROM `read` d
),
`expected` AS (
  SELECT u.*,
    CASE
      WHEN u.`payout` IS NULL OR u.`is_incomplete` OR u.`is_echo` OR u.`malformed` > 0 THEN NULL
      WHEN u.`rule` IN ('net', 'gross') THEN u.`usual` + u.`listed` - u.`collected`
      WHEN u.`rule` = 'gateway-collected' THEN u.`listed`
      WHEN u.`rule` = 'gateway-zero' THEN 0
      WHEN u.`rule` = 'gateway-adjustments-less-fees' THEN u.`adjustments_less_fees`
    END AS `expected_payout`,
    CASE
      WHEN u.`rule` IN ('net', 'gateway-adjustments-less-fees') OR (u.`rule` = 'gross' AND u.`deducts_postpaid`) THEN u.`fees`
      ELSE 0
    END AS `deducted`,
    CASE
      WHEN (u.`payout` IS NULL AND coalesce(u.`counted`, 0) = 0) OR u.`why_not` IN ('unread', 'malformed', 'echo') THEN NULL
      ELSE u.`tariff_fees`
    END AS `expected_fees`
  FROM `ruled` u
),
`arrived` AS (
  SELECT e.`slot`, max(t.`number`) AS `tie` FROM `bank_tie_payout` e JOIN `bank_tie` t ON t.`number` = e.`tie`
  WHERE t.`kind` = 'tie' AND NOT EXISTS (SELECT 1 FROM `bank_tie` n WHERE n.`tie` = t.`number`) GROUP BY e.`slot`
)
SELECT
  coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = x.`merchant` ORDER BY n.`id` DESC LIMIT 1), x.`merchant`) AS `merchant`,
  x.`date`, x.`cycle`,
  CASE WHEN x.`is_incomplete` THEN 'incomplete' ELSE x.`verdict` END AS `verdict`,
  x.`status`,
  x.`invoice_count` AS `invoices_reported`,
  x.`counted` AS `invoices_listed`,
  CASE WHEN x.`why_not` IS NULL THEN x.`invoice_count` - x.`counted` END AS `invoices_difference`,
  x.`collected` / 100.0 AS `collected_reported`,
  x.`listed` / 100.0 AS `collected_listed`,
  CASE WHEN x.`why_not` IS NULL THEN (x.`collected` - x.`listed`) / 100.0 END AS `collected_difference`,
  x.`fees` / 100.0 AS `fees`,
  CASE WHEN x.`expected_payout` IS NOT NULL THEN x.`deducted` / 100.0 END AS `fees_deducted`,
  x.`expected_fees` / 100.0 AS `fees_expected`,
  CASE WHEN x.`why_not` IS NULL THEN (x.`fees` - x.`expected_fees`) / 100.0 END AS `fees_difference`,
  x.`adjustments` / 100.0 AS `adjustments`,
  x.`gateway`,
  x.`expected_payout` / 100.0 AS `payout_expected`,
  x.`payout` / 100.0 AS `payout_reported`,
  CASE WHEN x.`why_not` IS NULL THEN (x.`payout` - x.`expected_payout`) / 100.0 END AS `payout_difference`,
  CASE WHEN x.`status` <> 'error' AND x.`is_final` THEN x.`payout` / 100.0 WHEN x.`payout` IS NOT NULL THEN 0.0 END AS `paid_out`,
  CASE WHEN x.`status` <> 'error' AND NOT x.`is_final` THEN x.`payout` / 100.0 WHEN x.`payout` IS NOT NULL THEN 0.0 END AS `in_process`,
  CASE WHEN x.`status` = 'error' THEN x.`payout` / 100.0 WHEN x.`payout` IS NOT NULL THEN 0.0 END AS `failed`,
  coalesce(x.`why_not`, CASE WHEN x.`rule` = 'unchecked' THEN 'unchecked' END) AS `not_compared`,
  x.`rule` AS `payout_rule`,
  (SELECT e.`payout` + CASE
      WHEN EXISTS (SELECT 1 FROM `bank_tie_payout` o JOIN `slot` os ON os.`id` = o.`slot` JOIN `slot` es ON es.`id` = e.`slot`
        WHERE o.`tie` = e.`tie` AND (os.`date` > es.`date` OR (os.`date` = es.`date` AND (os.`minute` > es.`minute`
          OR (os.`minute` = es.`minute` AND os.`cycle` > es.`cycle`))))) THEN 0
      ELSE (SELECT sum(b.`value`) FROM `bank_tie_entry` i JOIN `bank_entry` b ON b.`id` = i.`entry` WHERE i.`tie` = e.`tie`)
        - (SELECT sum(o.`payout`) FROM `bank_tie_payout` o WHERE o.`tie` = e.`tie`)
    END FROM `bank_tie_payout` e WHERE e.`tie` = w.`tie` AND e.`slot` = x.`slot`) / 100.0 AS `banked`,
  (SELECT max(b.`booked_on`) FROM `bank_tie_entry` i JOIN `bank_entry` b ON b.`id` = i.`entry` WHERE i.`tie` = w.`tie`) AS `banked_on`,
  strftime('%Y-%m-%dT%H:%M:%SZ', x.`read_at` / 1000, 'unixepoch') AS `pulled_at`
FROM `expected` x LEFT JOIN `arrived` w ON w.`slot` = x.`slot`;
