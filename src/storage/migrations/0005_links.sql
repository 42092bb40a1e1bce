CREATE TABLE `link` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`row` integer NOT NULL,
	`digest` blob NOT NULL,
	`chain` blob NOT NULL,
	CONSTRAINT "link_whole" CHECK(typeof("link"."row") = 'integer')
);
--> statement-breakpoint
CREATE INDEX `link_of_row` ON `link` (`kind`,`row`);
--> statement-breakpoint
-- Written by hand from here on, as in the first migration.
CREATE TRIGGER `link_kept` BEFORE DELETE ON `link`
BEGIN SELECT RAISE(ABORT, 'a link of the chain is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `link_unchanged` BEFORE UPDATE ON `link`
BEGIN SELECT RAISE(ABORT, 'a link of the chain is never rewritten'); END;
