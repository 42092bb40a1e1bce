CREATE TABLE `bank_void` (
	`number` integer PRIMARY KEY NOT NULL,
	`file` integer NOT NULL,
	`by` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`file`) REFERENCES `bank_file`(`number`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bank_void_whole" CHECK(typeof("bank_void"."file") = 'integer')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `bank_void_of_file` ON `bank_void` (`file`);
--> statement-breakpoint
-- Written by hand from here on, as in the first migration.
CREATE TRIGGER `bank_void_kept` BEFORE DELETE ON `bank_void`
BEGIN SELECT RAISE(ABORT, 'the voiding of a file is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `bank_void_unchanged` BEFORE UPDATE ON `bank_void`
BEGIN SELECT RAISE(ABORT, 'the voiding of a file is kept for ever'); END;
