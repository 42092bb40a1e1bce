CREATE TABLE `date_listing` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merchant` text NOT NULL,
	`run` text NOT NULL,
	`date` text NOT NULL,
	`number` integer,
	`started_at` integer NOT NULL,
	`closed_at` integer,
	`pages` integer,
	`items` integer,
	`malformed` integer,
	`bodies_before` integer NOT NULL,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "date_listing_whole_when_closed" CHECK(("date_listing"."number" IS NULL) = ("date_listing"."closed_at" IS NULL) AND ("date_listing"."number" IS NULL OR ("date_listing"."pages" IS NOT NULL AND "date_listing"."items" IS NOT NULL AND "date_listing"."malformed" IS NOT NULL))),
	CONSTRAINT "date_listing_whole" CHECK(typeof("date_listing"."started_at") = 'integer' AND typeof("date_listing"."bodies_before") = 'integer'),
	CONSTRAINT "date_listing_whole_or_absent" CHECK(typeof("date_listing"."number") IN ('integer', 'null') AND typeof("date_listing"."closed_at") IN ('integer', 'null') AND typeof("date_listing"."pages") IN ('integer', 'null') AND typeof("date_listing"."items") IN ('integer', 'null') AND typeof("date_listing"."malformed") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `date_listing_number` ON `date_listing` (`number`);--> statement-breakpoint
CREATE INDEX `date_listing_of_date` ON `date_listing` (`merchant`,`date`);--> statement-breakpoint
CREATE TABLE `date_listing_page` (
	`listing` integer NOT NULL,
	`position` integer NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`digest` blob NOT NULL,
	`body` integer NOT NULL,
	`cursor` text,
	`cursor_at` integer,
	`items` integer NOT NULL,
	`count` integer,
	PRIMARY KEY(`listing`, `position`),
	FOREIGN KEY (`listing`) REFERENCES `date_listing`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`body`) REFERENCES `body`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "date_listing_page_whole" CHECK(typeof("date_listing_page"."listing") = 'integer' AND typeof("date_listing_page"."position") = 'integer' AND typeof("date_listing_page"."status") = 'integer' AND typeof("date_listing_page"."body") = 'integer' AND typeof("date_listing_page"."items") = 'integer'),
	CONSTRAINT "date_listing_page_whole_or_absent" CHECK(typeof("date_listing_page"."cursor_at") IN ('integer', 'null')),
	CONSTRAINT "date_listing_page_count" CHECK(typeof("date_listing_page"."count") IN ('integer', 'real', 'null'))
);
--> statement-breakpoint
CREATE INDEX `date_listing_page_body` ON `date_listing_page` (`body`);--> statement-breakpoint
CREATE TABLE `stray` (
	`listing` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`position` integer NOT NULL,
	`status` text NOT NULL,
	`paid` integer,
	`own_date` text,
	`own_cycle` text,
	PRIMARY KEY(`listing`, `invoice_id`),
	FOREIGN KEY (`listing`) REFERENCES `date_listing`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stray_whole" CHECK(typeof("stray"."listing") = 'integer' AND typeof("stray"."position") = 'integer'),
	CONSTRAINT "stray_whole_or_absent" CHECK(typeof("stray"."paid") IN ('integer', 'null')),
	CONSTRAINT "stray_exact" CHECK(abs("stray"."paid") <= 9007199254740991)
);
--> statement-breakpoint
-- Written by hand from here on, as in the first migration.
CREATE TRIGGER `date_listing_kept` BEFORE DELETE ON `date_listing`
WHEN OLD.`number` IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the listing of a date is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `date_listing_unchanged` BEFORE UPDATE OF `id`, `merchant`, `run`, `date`, `started_at`, `bodies_before` ON `date_listing`
BEGIN SELECT RAISE(ABORT, 'how the listing of a date began is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `date_listing_closes_once` BEFORE UPDATE ON `date_listing`
WHEN OLD.`number` IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'the listing of a date is closed once and kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `date_listing_page_begins` BEFORE INSERT ON `date_listing_page`
WHEN (SELECT `number` FROM `date_listing` WHERE `id` = NEW.`listing`) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a page belongs to a listing that is not closed'); END;
--> statement-breakpoint
CREATE TRIGGER `date_listing_page_kept` BEFORE DELETE ON `date_listing_page`
WHEN (SELECT `number` FROM `date_listing` WHERE `id` = OLD.`listing`) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a page of the listing of a date is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `date_listing_page_unchanged` BEFORE UPDATE ON `date_listing_page`
BEGIN SELECT RAISE(ABORT, 'a page is never rewritten'); END;
--> statement-breakpoint
CREATE TRIGGER `stray_begins` BEFORE INSERT ON `stray`
WHEN (SELECT `number` FROM `date_listing` WHERE `id` = NEW.`listing`) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stray belongs to a listing that is not closed'); END;
--> statement-breakpoint
CREATE TRIGGER `stray_kept` BEFORE DELETE ON `stray`
WHEN (SELECT `number` FROM `date_listing` WHERE `id` = OLD.`listing`) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stray of the listing of a date is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `stray_unchanged` BEFORE UPDATE ON `stray`
WHEN (SELECT `number` FROM `date_listing` WHERE `id` = OLD.`listing`) IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a stray of the listing of a date is kept for ever'); END;
--> statement-breakpoint
DROP TRIGGER `body_kept`;
--> statement-breakpoint
CREATE TRIGGER `body_kept` BEFORE DELETE ON `body`
WHEN EXISTS (SELECT 1 FROM `listing_page` WHERE `body` = OLD.`id`) OR EXISTS (SELECT 1 FROM `answer` WHERE `body` = OLD.`id`)
  OR EXISTS (SELECT 1 FROM `date_listing_page` WHERE `body` = OLD.`id`)
BEGIN SELECT RAISE(ABORT, 'a body is kept while an answer needs it'); END;
