ALTER TABLE `act` ADD `chain` text;
--> statement-breakpoint
ALTER TABLE `sighting` ADD `chain` text;
--> statement-breakpoint
CREATE TRIGGER `act_chained` BEFORE INSERT ON `act`
WHEN NEW.`chain` IS NULL
BEGIN SELECT RAISE(ABORT, 'an act is tied to the one before it'); END;
--> statement-breakpoint
CREATE TRIGGER `sighting_chained` BEFORE INSERT ON `sighting`
WHEN NEW.`chain` IS NULL
BEGIN SELECT RAISE(ABORT, 'a sighting is tied to the one before it'); END;
