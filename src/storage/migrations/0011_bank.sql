CREATE TABLE `bank_entry` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant` text NOT NULL,
	`file` integer NOT NULL,
	`position` integer NOT NULL,
	`account` text NOT NULL,
	`booked_on` text NOT NULL,
	`value_on` text,
	`value` integer NOT NULL,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file`) REFERENCES `bank_file`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_entry_whole" CHECK(typeof("bank_entry"."file") = 'integer' AND typeof("bank_entry"."position") = 'integer' AND typeof("bank_entry"."value") = 'integer'),
	CONSTRAINT "bank_entry_exact" CHECK(abs("bank_entry"."value") <= 9007199254740991)
);
--> statement-breakpoint
CREATE INDEX `bank_entry_of_account` ON `bank_entry` (`merchant`,`account`,`booked_on`);--> statement-breakpoint
CREATE INDEX `bank_entry_of_file` ON `bank_entry` (`file`);--> statement-breakpoint
CREATE TABLE `bank_file` (
	`number` integer PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`format` text NOT NULL,
	`by` text NOT NULL,
	`digest` blob NOT NULL,
	`is_original` integer NOT NULL,
	`body` integer NOT NULL,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`body`) REFERENCES `body`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_file_whole" CHECK(typeof("bank_file"."is_original") = 'integer' AND typeof("bank_file"."body") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `bank_file_digest` ON `bank_file` (`digest`);--> statement-breakpoint
CREATE INDEX `bank_file_body` ON `bank_file` (`body`);--> statement-breakpoint
CREATE TABLE `bank_statement` (
	`file` integer NOT NULL,
	`position` integer NOT NULL,
	`account` text NOT NULL,
	`statement_number` text,
	`from_day` text NOT NULL,
	`to_day` text NOT NULL,
	`opening` integer,
	`closing` integer,
	`entries` integer NOT NULL,
	PRIMARY KEY(`file`, `position`),
	FOREIGN KEY (`file`) REFERENCES `bank_file`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_statement_whole" CHECK(typeof("bank_statement"."file") = 'integer' AND typeof("bank_statement"."position") = 'integer' AND typeof("bank_statement"."entries") = 'integer'),
	CONSTRAINT "bank_statement_whole_or_absent" CHECK(typeof("bank_statement"."opening") IN ('integer', 'null') AND typeof("bank_statement"."closing") IN ('integer', 'null')),
	CONSTRAINT "bank_statement_exact" CHECK(abs("bank_statement"."opening") <= 9007199254740991 AND abs("bank_statement"."closing") <= 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE `bank_text` (
	`entry` text PRIMARY KEY NOT NULL,
	`file` integer NOT NULL,
	`text` text NOT NULL,
	`reference` text,
	FOREIGN KEY (`entry`) REFERENCES `bank_entry`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file`) REFERENCES `bank_file`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_text_whole" CHECK(typeof("bank_text"."file") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `bank_text_of_file` ON `bank_text` (`file`);--> statement-breakpoint
CREATE TABLE `bank_tie` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`by` text NOT NULL,
	`reason` text NOT NULL,
	`tie` integer,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`tie`) REFERENCES `bank_tie`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_tie_kind" CHECK("bank_tie"."kind" IN ('tie', 'untie')),
	CONSTRAINT "bank_tie_undone" CHECK(("bank_tie"."kind" = 'untie') = ("bank_tie"."tie" IS NOT NULL)),
	CONSTRAINT "bank_tie_whole_or_absent" CHECK(typeof("bank_tie"."tie") IN ('integer', 'null'))
);
--> statement-breakpoint
CREATE TABLE `bank_tie_entry` (
	`tie` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`tie`, `entry`),
	FOREIGN KEY (`tie`) REFERENCES `bank_tie`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`entry`) REFERENCES `bank_entry`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_tie_entry_whole" CHECK(typeof("bank_tie_entry"."tie") = 'integer')
);
--> statement-breakpoint
CREATE TABLE `bank_tie_payout` (
	`tie` integer NOT NULL,
	`slot` integer NOT NULL,
	`payout` integer NOT NULL,
	PRIMARY KEY(`tie`, `slot`),
	FOREIGN KEY (`tie`) REFERENCES `bank_tie`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_tie_payout_whole" CHECK(typeof("bank_tie_payout"."tie") = 'integer' AND typeof("bank_tie_payout"."slot") = 'integer' AND typeof("bank_tie_payout"."payout") = 'integer'),
	CONSTRAINT "bank_tie_payout_exact" CHECK(abs("bank_tie_payout"."payout") <= 9007199254740991)
);

--> statement-breakpoint
-- Written by hand from here on, as in the first migration. What belongs to a file or a tie is written with it, before its link of the chain.
CREATE TRIGGER `bank_file_kept` BEFORE DELETE ON `bank_file`
BEGIN SELECT RAISE(ABORT, 'a file of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_file_unchanged` BEFORE UPDATE ON `bank_file`
BEGIN SELECT RAISE(ABORT, 'a file of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_statement_begins` BEFORE INSERT ON `bank_statement`
WHEN EXISTS (SELECT 1 FROM `link` WHERE `kind` = 'bank_file' AND `row` = NEW.`file`)
BEGIN SELECT RAISE(ABORT, 'a statement comes with its file'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_statement_kept` BEFORE DELETE ON `bank_statement`
BEGIN SELECT RAISE(ABORT, 'a bank statement is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_statement_unchanged` BEFORE UPDATE ON `bank_statement`
BEGIN SELECT RAISE(ABORT, 'a bank statement is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_entry_begins` BEFORE INSERT ON `bank_entry`
WHEN EXISTS (SELECT 1 FROM `link` WHERE `kind` = 'bank_file' AND `row` = NEW.`file`)
BEGIN SELECT RAISE(ABORT, 'an entry comes with its file'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_entry_kept` BEFORE DELETE ON `bank_entry`
BEGIN SELECT RAISE(ABORT, 'an entry of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_entry_unchanged` BEFORE UPDATE ON `bank_entry`
BEGIN SELECT RAISE(ABORT, 'an entry of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_text_begins` BEFORE INSERT ON `bank_text`
WHEN EXISTS (SELECT 1 FROM `link` WHERE `kind` = 'bank_file' AND `row` = NEW.`file`)
BEGIN SELECT RAISE(ABORT, 'a text of the bank comes with its file'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_text_kept` BEFORE DELETE ON `bank_text`
BEGIN SELECT RAISE(ABORT, 'a text of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_text_unchanged` BEFORE UPDATE ON `bank_text`
BEGIN SELECT RAISE(ABORT, 'a text of the bank is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_kept` BEFORE DELETE ON `bank_tie`
BEGIN SELECT RAISE(ABORT, 'a tie is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_unchanged` BEFORE UPDATE ON `bank_tie`
BEGIN SELECT RAISE(ABORT, 'a tie is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_payout_begins` BEFORE INSERT ON `bank_tie_payout`
WHEN EXISTS (SELECT 1 FROM `link` WHERE `kind` = 'bank_tie' AND `row` = NEW.`tie`)
BEGIN SELECT RAISE(ABORT, 'a payout of a tie comes with it'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_payout_kept` BEFORE DELETE ON `bank_tie_payout`
BEGIN SELECT RAISE(ABORT, 'a payout of a tie is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_payout_unchanged` BEFORE UPDATE ON `bank_tie_payout`
BEGIN SELECT RAISE(ABORT, 'a payout of a tie is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_entry_begins` BEFORE INSERT ON `bank_tie_entry`
WHEN EXISTS (SELECT 1 FROM `link` WHERE `kind` = 'bank_tie' AND `row` = NEW.`tie`)
BEGIN SELECT RAISE(ABORT, 'an entry of a tie comes with it'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_entry_kept` BEFORE DELETE ON `bank_tie_entry`
BEGIN SELECT RAISE(ABORT, 'an entry of a tie is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_tie_entry_unchanged` BEFORE UPDATE ON `bank_tie_entry`
BEGIN SELECT RAISE(ABORT, 'an entry of a tie is kept for ever'); END;
--> statement-breakpoint
DROP TRIGGER `body_kept`;
--> statement-breakpoint
CREATE TRIGGER `body_kept` BEFORE DELETE ON `body`
WHEN EXISTS (SELECT 1 FROM `listing_page` WHERE `body` = OLD.`id`) OR EXISTS (SELECT 1 FROM `answer` WHERE `body` = OLD.`id`)
  OR EXISTS (SELECT 1 FROM `date_listing_page` WHERE `body` = OLD.`id`) OR EXISTS (SELECT 1 FROM `bank_file` WHERE `body` = OLD.`id`)
BEGIN SELECT RAISE(ABORT, 'a body is kept while an answer needs it'); END;
