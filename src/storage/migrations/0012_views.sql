-- Written by hand. Six views for other programs, which are part of what is promised: docs/warehouses.md says what each column means.
-- Money is in pesos: whole centavos divided by 100.0 are the double nearest to the sum, which prints with its two decimals.
-- They say what the last check of each settlement found. A settlement that was read and not checked yet shows its last check.
-- No operator that SQLite learned late is used: a program with an older SQLite could not open the file at all.
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
  x.`why_not` AS `not_compared`,
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
--> statement-breakpoint
CREATE VIEW `invoices` AS
SELECT
  coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = s.`merchant` ORDER BY n.`id` DESC LIMIT 1), s.`merchant`) AS `merchant`,
  s.`date`, s.`cycle`, v.`invoice_id`, v.`reference`, v.`status`,
  CASE
    WHEN v.`paid` IS NULL THEN 0
    WHEN v.`status` = 'paid' THEN 1
    ELSE v.`status` = 'chargeback' AND coalesce(json_extract(y.`json`, '$.chargebacks'), 'counted') = 'counted'
  END AS `counted`,
  v.`contract`, v.`customer_document`, v.`customer_name`, v.`description`,
  v.`amount` / 100.0 AS `amount`,
  v.`paid` / 100.0 AS `paid`,
  v.`payment_method`, v.`payment_source`, v.`payment_id`, v.`payment_date`, v.`created_at`, v.`expiration_date`, v.`own_date`, v.`own_cycle`
FROM `slot` s
JOIN `assessment` a ON a.`id` = (SELECT max(t.`id`) FROM `assessment` t WHERE t.`slot` = s.`id`)
LEFT JOIN `policy` y ON y.`number` = CAST(a.`rulebook` AS INTEGER)
JOIN `version` v ON v.`slot` = s.`id` AND v.`from_pull` <= a.`pull` AND (v.`to_pull` IS NULL OR v.`to_pull` > a.`pull`);
--> statement-breakpoint
CREATE VIEW `discrepancies` AS
WITH
`life` AS (
  SELECT d.`id`, d.`slot`, d.`code`, d.`subject`,
    (SELECT min(g.`id`) FROM `sighting` g WHERE g.`discrepancy` = d.`id`) AS `first`,
    (SELECT max(g.`id`) FROM `sighting` g WHERE g.`discrepancy` = d.`id`) AS `last`,
    (SELECT max(g.`id`) FROM `sighting` g WHERE g.`discrepancy` = d.`id` AND g.`event` = 'shown') AS `shown`,
    (SELECT max(a.`number`) FROM `act` a WHERE a.`discrepancy` = d.`id` AND a.`kind` IN ('waive', 'accept', 'claim', 'reopen')) AS `act`
  FROM `discrepancy` d
),
`decided` AS (
  SELECT l.*, CASE a.`kind` WHEN 'claim' THEN 'claimed' ELSE 'accepted' END AS `as`, a.`by`, a.`reason`, a.`number`,
    (SELECT max(g.`id`) FROM `sighting` g WHERE g.`discrepancy` = l.`id` AND g.`after` < a.`number`) AS `then`
  FROM `life` l JOIN `act` a ON a.`number` = l.`act` AND a.`kind` <> 'reopen'
),
`standing` AS (
  SELECT c.* FROM `decided` c LEFT JOIN `sighting` t ON t.`id` = c.`then`
  WHERE NOT EXISTS (SELECT 1 FROM `sighting` g WHERE g.`discrepancy` = c.`id` AND g.`after` >= c.`number` AND (
    g.`event` = 'gone' OR (t.`event` = 'shown' AND (g.`unit` IS NOT t.`unit` OR g.`reported` IS NOT t.`reported`
      OR g.`expected` IS NOT t.`expected` OR instr('info warning error', g.`severity`) > instr('info warning error', t.`severity`)))))
)
SELECT
  l.`id`,
  coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = s.`merchant` ORDER BY n.`id` DESC LIMIT 1), s.`merchant`) AS `merchant`,
  s.`date`, s.`cycle`, l.`code`, f.`severity`,
  CASE
    WHEN e.`event` = 'gone' THEN 'resolved'
    WHEN k.`id` IS NOT NULL THEN k.`as`
    WHEN b.`pull` > coalesce((SELECT max(p.`id`) FROM `pull` p JOIN `run` r ON r.`id` = p.`run`
      WHERE p.`slot` = l.`slot` AND p.`state` = 'closed' AND r.`exit_code` IN (0, 3, 4, 5)
        AND p.`id` < (SELECT max(o.`id`) FROM `pull` o WHERE o.`slot` = l.`slot` AND o.`state` = 'closed')), 0) THEN 'new'
    ELSE 'open'
  END AS `state`,
  l.`subject`, f.`unit`,
  CASE WHEN f.`unit` = 'COP' THEN CASE WHEN f.`reported` LIKE '-%' THEN '-' ELSE '' END || (abs(CAST(f.`reported` AS INTEGER)) / 100)
      || CASE WHEN CAST(f.`reported` AS INTEGER) % 100 = 0 THEN '' ELSE printf('.%02d', abs(CAST(f.`reported` AS INTEGER)) % 100) END
    ELSE f.`reported` END AS `reported`,
  CASE WHEN f.`unit` = 'COP' THEN CASE WHEN f.`expected` LIKE '-%' THEN '-' ELSE '' END || (abs(CAST(f.`expected` AS INTEGER)) / 100)
      || CASE WHEN CAST(f.`expected` AS INTEGER) % 100 = 0 THEN '' ELSE printf('.%02d', abs(CAST(f.`expected` AS INTEGER)) % 100) END
    ELSE f.`expected` END AS `expected`,
  CASE f.`unit`
    WHEN 'COP' THEN (CAST(f.`reported` AS INTEGER) - CAST(f.`expected` AS INTEGER)) / 100.0
    WHEN 'invoices' THEN CAST(f.`reported` AS INTEGER) - CAST(f.`expected` AS INTEGER)
  END AS `difference`,
  f.`amount` / 100.0 AS `amount`,
  (SELECT group_concat(`code`, ' ') FROM (SELECT json_extract(value, '$.code') AS `code` FROM json_each(coalesce(f.`causes`, '[]')) ORDER BY 1)) AS `causes`,
  f.`message`,
  k.`by` AS `decided_by`,
  k.`reason` AS `decided_why`,
  strftime('%Y-%m-%dT%H:%M:%SZ', (SELECT p.`started_at` FROM `pull` p WHERE p.`id` = b.`pull`) / 1000, 'unixepoch') AS `first_seen`,
  CASE WHEN e.`event` = 'gone' THEN
    strftime('%Y-%m-%dT%H:%M:%SZ', (SELECT p.`started_at` FROM `pull` p WHERE p.`id` = e.`pull`) / 1000, 'unixepoch') END AS `resolved_at`
FROM `life` l
JOIN `slot` s ON s.`id` = l.`slot`
JOIN `sighting` b ON b.`id` = l.`first`
JOIN `sighting` e ON e.`id` = l.`last`
JOIN `sighting` f ON f.`id` = l.`shown`
LEFT JOIN `standing` k ON k.`id` = l.`id`;
--> statement-breakpoint
CREATE VIEW `runs` AS
SELECT
  r.`ordinal` AS `number`, r.`id`,
  coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = r.`merchant` ORDER BY n.`id` DESC LIMIT 1), r.`merchant`) AS `merchant`,
  r.`job`, r.`scope`, r.`version`,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.`at` / 1000, 'unixepoch') AS `started_at`,
  strftime('%Y-%m-%dT%H:%M:%SZ', r.`ended_at` / 1000, 'unixepoch') AS `ended_at`,
  r.`exit_code` AS `exit_status`, r.`outcome`,
  (SELECT count(*) FROM `pull` p WHERE p.`run` = r.`id` AND p.`state` = 'closed') AS `settlements_read`,
  (SELECT count(*) FROM `pull` p WHERE p.`run` = r.`id` AND p.`state` = 'incomplete') AS `settlements_not_read`,
  (SELECT coalesce(sum(p.`kept`), 0) FROM `pull` p WHERE p.`run` = r.`id` AND p.`state` = 'closed') AS `invoices`
FROM `run` r;
--> statement-breakpoint
CREATE VIEW `coverage` AS
WITH RECURSIVE
`days`(`merchant`, `date`, `last`) AS (
  SELECT `merchant`, min(`date`), max(`date`) FROM `slot` GROUP BY `merchant`
  UNION ALL SELECT `merchant`, date(`date`, '+1 day'), `last` FROM `days` WHERE `date` < `last`
),
`asked` AS (
  SELECT m.`merchant`, y.`json` FROM (SELECT `merchant`, max(`number`) AS `number` FROM `moment` WHERE `kind` = 'policy' GROUP BY `merchant`) m
  JOIN `policy` y ON y.`number` = m.`number`
),
`cells` AS (
  SELECT d.`merchant`, d.`date`, CAST(c.value AS TEXT) AS `cycle` FROM `days` d JOIN `asked` a ON a.`merchant` = d.`merchant`, json_each(a.`json`, '$.cycles') c
  UNION SELECT d.`merchant`, d.`date`, CAST(c.value AS TEXT) FROM `days` d JOIN `asked` a ON a.`merchant` = d.`merchant`, json_each(a.`json`, '$.extraCycles') c
  UNION SELECT `merchant`, `date`, `cycle` FROM `slot`
)
SELECT
  coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = c.`merchant` ORDER BY n.`id` DESC LIMIT 1), c.`merchant`) AS `merchant`,
  c.`date`, c.`cycle`,
  CASE (SELECT p.`state` FROM `pull` p WHERE p.`slot` = s.`id` AND p.`state` <> 'open' ORDER BY p.`id` DESC LIMIT 1)
    WHEN 'closed' THEN 'read' WHEN 'incomplete' THEN 'incomplete' ELSE 'not-pulled' END AS `state`,
  (SELECT count(*) FROM `pull` p WHERE p.`slot` = s.`id` AND p.`state` = 'closed') AS `times_read`,
  (SELECT count(*) FROM `pull` p WHERE p.`slot` = s.`id` AND p.`state` = 'incomplete') AS `times_not_read`,
  strftime('%Y-%m-%dT%H:%M:%SZ', (SELECT max(p.`started_at`) FROM `pull` p WHERE p.`slot` = s.`id` AND p.`state` = 'closed') / 1000, 'unixepoch') AS `last_read_at`,
  strftime('%Y-%m-%dT%H:%M:%SZ', (SELECT max(p.`started_at`) FROM `pull` p WHERE p.`slot` = s.`id` AND p.`state` <> 'open') / 1000, 'unixepoch') AS `last_attempt_at`,
  (SELECT p.`reason` FROM `pull` p WHERE p.`state` = 'incomplete'
    AND p.`id` = (SELECT max(t.`id`) FROM `pull` t WHERE t.`slot` = s.`id` AND t.`state` <> 'open')) AS `reason`
FROM `cells` c LEFT JOIN `slot` s ON s.`merchant` = c.`merchant` AND s.`date` = c.`date` AND s.`cycle` = c.`cycle`;
--> statement-breakpoint
CREATE VIEW `fees_by_method` AS
WITH
`judged` AS (
  SELECT t.`merchant`, t.`date`, t.`cycle`, a.`totals`, t.`fees_difference` IS NOT NULL AS `is_compared`
  FROM `settlements` t
  JOIN `slot` s ON s.`date` = t.`date` AND s.`cycle` = t.`cycle`
    AND coalesce((SELECT n.`name` FROM `merchant_name` n WHERE n.`merchant` = s.`merchant` ORDER BY n.`id` DESC LIMIT 1), s.`merchant`) = t.`merchant`
  JOIN `assessment` a ON a.`id` = (SELECT max(o.`id`) FROM `assessment` o WHERE o.`slot` = s.`id`)
)
SELECT j.`merchant`, j.`date`, j.`cycle`, 'method' AS `line`, m.key AS `method`,
  json_extract(m.value, '$.payments') AS `payments`,
  CAST(json_extract(m.value, '$.paid') AS INTEGER) / 100.0 AS `paid`,
  CAST(json_extract(m.value, '$.fee') AS INTEGER) / 100.0 AS `fee`,
  CAST(json_extract(m.value, '$.tax') AS INTEGER) / 100.0 AS `tax`,
  CAST(json_extract(m.value, '$.withheld') AS INTEGER) / 100.0 AS `withheld`,
  (CAST(json_extract(m.value, '$.fee') AS INTEGER) + CAST(json_extract(m.value, '$.tax') AS INTEGER)
    + CAST(json_extract(m.value, '$.withheld') AS INTEGER)) / 100.0 AS `expected`
FROM `judged` j, json_each(j.`totals`, '$.fees.byMethod') m WHERE j.`is_compared`
UNION ALL
SELECT j.`merchant`, j.`date`, j.`cycle`, 'rounding', NULL, 0, 0.0, 0.0, 0.0, 0.0, CAST(json_extract(j.`totals`, '$.fees.rounding') AS INTEGER) / 100.0
FROM `judged` j WHERE j.`is_compared` AND json_extract(j.`totals`, '$.fees.rounding') <> '0'
UNION ALL
SELECT j.`merchant`, j.`date`, j.`cycle`, 'not-compared', m.key, json_extract(m.value, '$.invoices'),
  CAST(json_extract(m.value, '$.paid') AS INTEGER) / 100.0, NULL, NULL, NULL, NULL
FROM `judged` j, json_each(j.`totals`, '$.byMethod') m WHERE NOT j.`is_compared`;
