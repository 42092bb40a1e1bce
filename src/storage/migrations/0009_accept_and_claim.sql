ALTER TABLE `sighting` RENAME COLUMN `stated` TO `reported`;
--> statement-breakpoint
ALTER TABLE `sighting` RENAME COLUMN `recomputed` TO `expected`;
--> statement-breakpoint
ALTER TABLE `sighting` ADD `amount` integer;
--> statement-breakpoint
CREATE TABLE `__new_act` (
	`number` integer PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`by` text NOT NULL,
	`reason` text NOT NULL,
	`until` integer,
	`discrepancy` text,
	`detail` text,
	`chain` text,
	FOREIGN KEY (`number`) REFERENCES `moment`(`number`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`discrepancy`) REFERENCES `discrepancy`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "act_kind" CHECK("__new_act"."kind" IN ('waive', 'accept', 'claim', 'reopen', 'note', 'close', 'undo')),
	CONSTRAINT "act_whole_or_absent" CHECK(typeof("__new_act"."until") IN ('integer', 'null'))
);
--> statement-breakpoint
INSERT INTO `__new_act` (`number`, `kind`, `by`, `reason`, `until`, `discrepancy`, `detail`, `chain`)
SELECT `number`, `kind`, `by`, `reason`, `until`, `discrepancy`, `detail`, `chain` FROM `act` ORDER BY `number`;
--> statement-breakpoint
DROP TABLE `act`;
--> statement-breakpoint
ALTER TABLE `__new_act` RENAME TO `act`;
--> statement-breakpoint
CREATE INDEX `act_on_discrepancy` ON `act` (`discrepancy`);
--> statement-breakpoint
CREATE TRIGGER `act_kept` BEFORE DELETE ON `act`
BEGIN SELECT RAISE(ABORT, 'what a person did is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `act_unchanged` BEFORE UPDATE ON `act`
BEGIN SELECT RAISE(ABORT, 'what a person did is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `act_chained` BEFORE INSERT ON `act`
WHEN NEW.`chain` IS NULL
BEGIN SELECT RAISE(ABORT, 'an act is tied to the one before it'); END;
