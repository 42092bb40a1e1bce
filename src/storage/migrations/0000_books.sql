CREATE TABLE `act` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`by` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`discrepancy` text,
	`detail` text,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`discrepancy`) REFERENCES `discrepancy`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "act_kind" CHECK("act"."kind" IN ('waive', 'reopen', 'note', 'close', 'undo')),
	CONSTRAINT "act_whole_or_absent" CHECK(typeof("act"."until") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE INDEX `act_on_discrepancy` ON `act` (`discrepancy`);--> statement-breakpoint
CREATE TABLE `answer` (
	`id` integer PRIMARY KEY NOT NULL,
	`pull` integer NOT NULL,
	`role` text NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`digest` blob NOT NULL,
	`body` integer NOT NULL,
	FOREIGN KEY (`pull`) REFERENCES `pull`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`body`) REFERENCES `body`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "answer_role" CHECK("answer"."role" IN ('before', 'after', 'departure')),
	CONSTRAINT "answer_whole" CHECK(typeof("answer"."pull") = 'integer' AND typeof("answer"."status") = 'integer' AND typeof("answer"."body") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `answer_of_pull` ON `answer` (`pull`);--> statement-breakpoint
CREATE INDEX `answer_body` ON `answer` (`body`);--> statement-breakpoint
CREATE TABLE `assessment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slot` integer NOT NULL,
	`pull` integer NOT NULL,
	`after` integer NOT NULL,
	`verdict` text NOT NULL,
	`totals` text NOT NULL,
	`rulebook` text NOT NULL,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "assessment_whole" CHECK(typeof("assessment"."slot") = 'integer' AND typeof("assessment"."pull") = 'integer' AND typeof("assessment"."after") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `assessment_of_slot` ON `assessment` (`slot`);--> statement-breakpoint
CREATE TABLE `body` (
	`id` integer PRIMARY KEY NOT NULL,
	`digest` blob NOT NULL,
	`gzip` blob NOT NULL,
	`length` integer NOT NULL,
	CONSTRAINT "body_whole" CHECK(typeof("body"."length") = 'integer')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `body_digest` ON `body` (`digest`);--> statement-breakpoint
CREATE TABLE `departure` (
	`slot` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`pull` integer NOT NULL,
	`status` text,
	`own_date` text,
	`own_cycle` text,
	`answer` integer NOT NULL,
	PRIMARY KEY(`slot`, `invoice_id`, `pull`),
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`pull`) REFERENCES `pull`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answer`) REFERENCES `answer`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "departure_whole" CHECK(typeof("departure"."slot") = 'integer' AND typeof("departure"."pull") = 'integer' AND typeof("departure"."answer") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `departure_of_pull` ON `departure` (`pull`);--> statement-breakpoint
CREATE INDEX `departure_answer` ON `departure` (`answer`);--> statement-breakpoint
CREATE TABLE `discrepancy` (
	`id` text PRIMARY KEY NOT NULL,
	`slot` integer NOT NULL,
	`code` text NOT NULL,
	`subject` text NOT NULL,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "discrepancy_whole" CHECK(typeof("discrepancy"."slot") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `discrepancy_of_slot` ON `discrepancy` (`slot`);--> statement-breakpoint
CREATE TABLE `key` (
	`hash` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "key_whole" CHECK(typeof("key"."version") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `key_reach` (
	`id` integer PRIMARY KEY NOT NULL,
	`version` integer NOT NULL,
	CONSTRAINT "key_reach_single" CHECK("key_reach"."id" = 1),
	CONSTRAINT "key_reach_whole" CHECK(typeof("key_reach"."version") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `listing_page` (
	`pull` integer NOT NULL,
	`position` integer NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`digest` blob NOT NULL,
	`body` integer NOT NULL,
	`cursor` text,
	`cursor_at` integer,
	`items` integer NOT NULL,
	`count` integer,
	PRIMARY KEY(`pull`, `position`),
	FOREIGN KEY (`pull`) REFERENCES `pull`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`body`) REFERENCES `body`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "listing_page_whole" CHECK(typeof("listing_page"."pull") = 'integer' AND typeof("listing_page"."position") = 'integer' AND typeof("listing_page"."status") = 'integer' AND typeof("listing_page"."body") = 'integer' AND typeof("listing_page"."items") = 'integer'),
	CONSTRAINT "listing_page_whole_or_absent" CHECK(typeof("listing_page"."cursor_at") IN ('integer', 'null')),
	CONSTRAINT "listing_page_count" CHECK(typeof("listing_page"."count") IN ('integer', 'real', 'null'))
);
--> statement-breakpoint
CREATE INDEX `listing_page_body` ON `listing_page` (`body`);--> statement-breakpoint
CREATE TABLE `merchant` (
	`name` text PRIMARY KEY NOT NULL,
	`base_url` text
);
--> statement-breakpoint
CREATE TABLE `moment` (
	`number` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`merchant` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "moment_kind" CHECK("moment"."kind" IN ('pull', 'act', 'policy')),
	CONSTRAINT "moment_whole" CHECK(typeof("moment"."at") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `moment_of_merchant` ON `moment` (`merchant`,`kind`,`number`);--> statement-breakpoint
CREATE TABLE `policy` (
	`number` integer PRIMARY KEY NOT NULL,
	`json` text NOT NULL,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `pull` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slot` integer NOT NULL,
	`run` text NOT NULL,
	`state` text NOT NULL,
	`number` integer,
	`started_at` integer NOT NULL,
	`closed_at` integer,
	`reason_code` text,
	`reason` text,
	`facts` text,
	`kept` integer,
	`sum_amount` text,
	`sum_paid` text,
	`list_of` integer,
	`reading_of` integer,
	`content_of` integer,
	`departures_owed` integer,
	`versions_before` integer NOT NULL,
	`bodies_before` integer NOT NULL,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pull_state" CHECK("pull"."state" IN ('open', 'closed', 'incomplete')),
	CONSTRAINT "pull_numbered_when_closed" CHECK(("pull"."state" = 'closed') = ("pull"."number" IS NOT NULL)),
	CONSTRAINT "pull_whole_when_closed" CHECK("pull"."state" <> 'closed' OR "pull"."facts" IS NOT NULL),
	CONSTRAINT "pull_reasoned_when_incomplete" CHECK(("pull"."state" = 'incomplete') = ("pull"."reason_code" IS NOT NULL)),
	CONSTRAINT "pull_whole" CHECK(typeof("pull"."slot") = 'integer' AND typeof("pull"."started_at") = 'integer' AND typeof("pull"."versions_before") = 'integer' AND typeof("pull"."bodies_before") = 'integer'),
	CONSTRAINT "pull_whole_or_absent" CHECK(typeof("pull"."number") IN ('integer', 'null') AND typeof("pull"."closed_at") IN ('integer', 'null') AND typeof("pull"."kept") IN ('integer', 'null') AND typeof("pull"."departures_owed") IN ('integer', 'null') AND typeof("pull"."list_of") IN ('integer', 'null') AND typeof("pull"."reading_of") IN ('integer', 'null') AND typeof("pull"."content_of") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `pull_number` ON `pull` (`number`);--> statement-breakpoint
CREATE INDEX `pull_of_slot` ON `pull` (`slot`,`state`);--> statement-breakpoint
CREATE INDEX `pull_of_run` ON `pull` (`run`);--> statement-breakpoint
CREATE INDEX `pull_open` ON `pull` (`state`) WHERE state = 'open';--> statement-breakpoint
CREATE TABLE `quarantine` (
	`pull` integer NOT NULL,
	`page` integer NOT NULL,
	`item` integer NOT NULL,
	`field` text NOT NULL,
	`reason` text NOT NULL,
	`digest` text NOT NULL,
	PRIMARY KEY(`pull`, `page`, `item`),
	FOREIGN KEY (`pull`) REFERENCES `pull`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "quarantine_whole" CHECK(typeof("quarantine"."pull") = 'integer' AND typeof("quarantine"."page") = 'integer' AND typeof("quarantine"."item") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `repeat` (
	`pull` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`copies_differ` integer NOT NULL,
	PRIMARY KEY(`pull`, `invoice_id`),
	FOREIGN KEY (`pull`) REFERENCES `pull`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "repeat_whole" CHECK(typeof("repeat"."pull") = 'integer' AND typeof("repeat"."copies_differ") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `run` (
	`ordinal` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`merchant` text NOT NULL,
	`job` text NOT NULL,
	`at` integer NOT NULL,
	`version` text NOT NULL,
	`policy_number` integer NOT NULL,
	`ended_at` integer,
	`exit_code` integer,
	`outcome` text,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "run_whole" CHECK(typeof("run"."at") = 'integer' AND typeof("run"."policy_number") = 'integer'),
	CONSTRAINT "run_whole_or_absent" CHECK(typeof("run"."ended_at") IN ('integer', 'null') AND typeof("run"."exit_code") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `run_id` ON `run` (`id`);--> statement-breakpoint
CREATE INDEX `run_of_merchant` ON `run` (`merchant`,`at`);--> statement-breakpoint
CREATE TABLE `settlement_version` (
	`id` integer PRIMARY KEY NOT NULL,
	`slot` integer NOT NULL,
	`from_pull` integer NOT NULL,
	`to_pull` integer,
	`date` text NOT NULL,
	`cycle` text NOT NULL,
	`status` text NOT NULL,
	`invoice_count` integer NOT NULL,
	`collected` integer NOT NULL,
	`fees` integer NOT NULL,
	`fees_postpaid` integer NOT NULL,
	`adjustments` integer NOT NULL,
	`gateway` integer NOT NULL,
	`payout` integer NOT NULL,
	`extra` text,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "settlement_version_whole" CHECK(typeof("settlement_version"."slot") = 'integer' AND typeof("settlement_version"."from_pull") = 'integer' AND typeof("settlement_version"."invoice_count") = 'integer' AND typeof("settlement_version"."collected") = 'integer' AND typeof("settlement_version"."fees") = 'integer' AND typeof("settlement_version"."fees_postpaid") = 'integer' AND typeof("settlement_version"."adjustments") = 'integer' AND typeof("settlement_version"."gateway") = 'integer' AND typeof("settlement_version"."payout") = 'integer'),
	CONSTRAINT "settlement_version_whole_or_absent" CHECK(typeof("settlement_version"."to_pull") IN ('integer', 'null')),
	CONSTRAINT "settlement_version_exact" CHECK(abs("settlement_version"."invoice_count") <= 9007199254740991 AND abs("settlement_version"."collected") <= 9007199254740991 AND abs("settlement_version"."fees") <= 9007199254740991 AND abs("settlement_version"."adjustments") <= 9007199254740991 AND abs("settlement_version"."payout") <= 9007199254740991)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `settlement_version_of_slot` ON `settlement_version` (`slot`,`from_pull`);--> statement-breakpoint
CREATE TABLE `shared_key` (
	`hash` integer NOT NULL,
	`slot` integer NOT NULL,
	`invoice_id` text NOT NULL,
	PRIMARY KEY(`hash`, `slot`, `invoice_id`),
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "shared_key_whole" CHECK(typeof("shared_key"."hash") = 'integer' AND typeof("shared_key"."slot") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `sighting` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`discrepancy` text NOT NULL,
	`event` text NOT NULL,
	`pull` integer NOT NULL,
	`after` integer NOT NULL,
	`severity` text,
	`unit` text,
	`stated` text,
	`recomputed` text,
	`message` text,
	`causes` text,
	FOREIGN KEY (`discrepancy`) REFERENCES `discrepancy`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sighting_event" CHECK("sighting"."event" IN ('shown', 'gone')),
	CONSTRAINT "sighting_shown" CHECK(("sighting"."event" = 'shown') = ("sighting"."severity" IS NOT NULL AND "sighting"."message" IS NOT NULL)),
	CONSTRAINT "sighting_whole" CHECK(typeof("sighting"."pull") = 'integer' AND typeof("sighting"."after") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `sighting_of_discrepancy` ON `sighting` (`discrepancy`);--> statement-breakpoint
CREATE TABLE `slot` (
	`id` integer PRIMARY KEY NOT NULL,
	`merchant` text NOT NULL,
	`date` text NOT NULL,
	`cycle` text NOT NULL,
	`minute` integer NOT NULL,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slot_whole" CHECK(typeof("slot"."minute") = 'integer')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `slot_named` ON `slot` (`merchant`,`date`,`cycle`);--> statement-breakpoint
CREATE TABLE `version` (
	`id` integer PRIMARY KEY NOT NULL,
	`slot` integer NOT NULL,
	`from_pull` integer NOT NULL,
	`to_pull` integer,
	`invoice_id` text NOT NULL,
	`status` text NOT NULL,
	`amount` integer NOT NULL,
	`paid` integer,
	`reference` text,
	`contract` text,
	`customer_document` text,
	`customer_name` text,
	`description` text,
	`payment_method` text,
	`payment_source` text,
	`payment_id` text,
	`payment_date` text,
	`created_at` text,
	`expiration_date` text,
	`own_date` text,
	`own_cycle` text,
	`flaws` text,
	`extra` text,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "version_whole" CHECK(typeof("version"."slot") = 'integer' AND typeof("version"."from_pull") = 'integer' AND typeof("version"."amount") = 'integer'),
	CONSTRAINT "version_whole_or_absent" CHECK(typeof("version"."to_pull") IN ('integer', 'null') AND typeof("version"."paid") IN ('integer', 'null')),
	CONSTRAINT "version_exact" CHECK(abs("version"."amount") <= 9007199254740991 AND abs("version"."paid") <= 9007199254740991)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `version_of_invoice` ON `version` (`slot`,`invoice_id`,`from_pull`);--> statement-breakpoint
CREATE INDEX `version_ended` ON `version` (`slot`,`to_pull`) WHERE to_pull IS NOT NULL;--> statement-breakpoint
CREATE INDEX `version_charged_back` ON `version` (`slot`,`invoice_id`) WHERE status = 'chargeback';--> statement-breakpoint
-- Written by hand from here on: nothing that is closed is deleted or rewritten. drizzle-kit knows no triggers; read every later
-- migration that rebuilds a table, and put its triggers back.
-- `version` has none on insert: it would double what a row costs (9 to 16 us). The sums kept with the pull notice a row too many.
CREATE TRIGGER `moment_kept` BEFORE DELETE ON `moment`
BEGIN SELECT RAISE(ABORT, 'the one sequence is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `moment_unchanged` BEFORE UPDATE ON `moment`
BEGIN SELECT RAISE(ABORT, 'the one sequence is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `policy_kept` BEFORE DELETE ON `policy`
BEGIN SELECT RAISE(ABORT, 'a recorded policy is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `policy_unchanged` BEFORE UPDATE ON `policy`
BEGIN SELECT RAISE(ABORT, 'a recorded policy is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `act_kept` BEFORE DELETE ON `act`
BEGIN SELECT RAISE(ABORT, 'what a person did is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `act_unchanged` BEFORE UPDATE ON `act`
BEGIN SELECT RAISE(ABORT, 'what a person did is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `slot_kept` BEFORE DELETE ON `slot`
BEGIN SELECT RAISE(ABORT, 'a slot is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `slot_unchanged` BEFORE UPDATE ON `slot`
BEGIN SELECT RAISE(ABORT, 'a slot is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `discrepancy_kept` BEFORE DELETE ON `discrepancy`
BEGIN SELECT RAISE(ABORT, 'a discrepancy is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `discrepancy_unchanged` BEFORE UPDATE ON `discrepancy`
BEGIN SELECT RAISE(ABORT, 'a discrepancy is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `sighting_kept` BEFORE DELETE ON `sighting`
BEGIN SELECT RAISE(ABORT, 'a sighting is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `sighting_unchanged` BEFORE UPDATE ON `sighting`
BEGIN SELECT RAISE(ABORT, 'a sighting is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `assessment_kept` BEFORE DELETE ON `assessment`
BEGIN SELECT RAISE(ABORT, 'an assessment is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `assessment_unchanged` BEFORE UPDATE ON `assessment`
BEGIN SELECT RAISE(ABORT, 'an assessment is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `merchant_kept` BEFORE DELETE ON `merchant`
BEGIN SELECT RAISE(ABORT, 'a merchant is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `merchant_unchanged` BEFORE UPDATE ON `merchant`
WHEN OLD.`base_url` IS NOT NULL OR NEW.`name` <> OLD.`name`
BEGIN SELECT RAISE(ABORT, 'the base URL of the books is written once'); END;
--> statement-breakpoint
CREATE TRIGGER `run_kept` BEFORE DELETE ON `run`
BEGIN SELECT RAISE(ABORT, 'a run is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `run_unchanged` BEFORE UPDATE OF `ordinal`, `id`, `merchant`, `job`, `at`, `version`, `policy_number` ON `run`
BEGIN SELECT RAISE(ABORT, 'how a run began is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `run_ends_once` BEFORE UPDATE ON `run`
WHEN OLD.`ended_at` IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a run ends once'); END;
--> statement-breakpoint
CREATE TRIGGER `pull_kept` BEFORE DELETE ON `pull`
WHEN OLD.`state` <> 'open'
BEGIN SELECT RAISE(ABORT, 'a pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `pull_unchanged` BEFORE UPDATE OF `id`, `slot`, `run`, `started_at` ON `pull`
BEGIN SELECT RAISE(ABORT, 'how a pull began is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `pull_closes_once` BEFORE UPDATE ON `pull`
WHEN OLD.`state` <> 'open'
BEGIN SELECT RAISE(ABORT, 'a pull is closed once and kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `version_kept` BEFORE DELETE ON `version`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`from_pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'an invoice version of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `version_unchanged` BEFORE UPDATE OF `id`, `slot`, `from_pull`, `invoice_id`, `status`, `amount`, `paid`, `reference`, `contract`, `customer_document`, `customer_name`, `description`, `payment_method`, `payment_source`, `payment_id`, `payment_date`, `created_at`, `expiration_date`, `own_date`, `own_cycle`, `flaws`, `extra` ON `version`
BEGIN SELECT RAISE(ABORT, 'an invoice version is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `version_ends_once` BEFORE UPDATE OF `to_pull` ON `version`
WHEN NOT (OLD.`to_pull` IS NULL AND (SELECT `state` FROM `pull` WHERE `id` = NEW.`to_pull`) IS  'open')
  AND NOT (NEW.`to_pull` IS NULL AND (SELECT `state` FROM `pull` WHERE `id` = OLD.`to_pull`) IS  'open')
BEGIN SELECT RAISE(ABORT, 'an invoice version ends once, and only an open pull is undone'); END;
--> statement-breakpoint
CREATE TRIGGER `settlement_version_begins` BEFORE INSERT ON `settlement_version`
WHEN NEW.`to_pull` IS NOT NULL OR (SELECT `state` FROM `pull` WHERE `id` = NEW.`from_pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a settlement version begins with an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `settlement_version_kept` BEFORE DELETE ON `settlement_version`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`from_pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a settlement version of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `settlement_version_unchanged` BEFORE UPDATE OF `id`, `slot`, `from_pull`, `date`, `cycle`, `status`, `invoice_count`, `collected`, `fees`, `fees_postpaid`, `adjustments`, `gateway`, `payout`, `extra` ON `settlement_version`
BEGIN SELECT RAISE(ABORT, 'a settlement version is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `settlement_version_ends_once` BEFORE UPDATE OF `to_pull` ON `settlement_version`
WHEN NOT (OLD.`to_pull` IS NULL AND (SELECT `state` FROM `pull` WHERE `id` = NEW.`to_pull`) IS  'open')
  AND NOT (NEW.`to_pull` IS NULL AND (SELECT `state` FROM `pull` WHERE `id` = OLD.`to_pull`) IS  'open')
BEGIN SELECT RAISE(ABORT, 'a settlement version ends once, and only an open pull is undone'); END;
--> statement-breakpoint
CREATE TRIGGER `listing_page_begins` BEFORE INSERT ON `listing_page`
WHEN (SELECT `state` FROM `pull` WHERE `id` = NEW.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a page belongs to an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `listing_page_kept` BEFORE DELETE ON `listing_page`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a page of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `listing_page_unchanged` BEFORE UPDATE ON `listing_page`
BEGIN SELECT RAISE(ABORT, 'a page is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `answer_begins` BEFORE INSERT ON `answer`
WHEN (SELECT `state` FROM `pull` WHERE `id` = NEW.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'an answer belongs to an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `answer_kept` BEFORE DELETE ON `answer`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'an answer of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `answer_unchanged` BEFORE UPDATE ON `answer`
BEGIN SELECT RAISE(ABORT, 'an answer is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `quarantine_begins` BEFORE INSERT ON `quarantine`
WHEN (SELECT `state` FROM `pull` WHERE `id` = NEW.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a quarantined record belongs to an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `quarantine_kept` BEFORE DELETE ON `quarantine`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a quarantined record of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `quarantine_unchanged` BEFORE UPDATE ON `quarantine`
BEGIN SELECT RAISE(ABORT, 'a quarantined record is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `repeat_begins` BEFORE INSERT ON `repeat`
WHEN (SELECT `state` FROM `pull` WHERE `id` = NEW.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a repeat belongs to an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `repeat_kept` BEFORE DELETE ON `repeat`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a repeat of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `repeat_unchanged` BEFORE UPDATE ON `repeat`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a repeat of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `departure_begins` BEFORE INSERT ON `departure`
WHEN (SELECT `state` FROM `pull` WHERE `id` = NEW.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a departure belongs to an open pull'); END;
--> statement-breakpoint
CREATE TRIGGER `departure_kept` BEFORE DELETE ON `departure`
WHEN (SELECT `state` FROM `pull` WHERE `id` = OLD.`pull`) IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'a departure of a closed pull is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `departure_unchanged` BEFORE UPDATE ON `departure`
BEGIN SELECT RAISE(ABORT, 'a departure is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `body_unchanged` BEFORE UPDATE ON `body`
BEGIN SELECT RAISE(ABORT, 'a body is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `body_kept` BEFORE DELETE ON `body`
WHEN EXISTS (SELECT 1 FROM `listing_page` WHERE `body` = OLD.`id`) OR EXISTS (SELECT 1 FROM `answer` WHERE `body` = OLD.`id`)
BEGIN SELECT RAISE(ABORT, 'a body is kept while an answer needs it'); END;
