ALTER TABLE `pull` ADD `exchange` text;--> statement-breakpoint
ALTER TABLE `run` ADD `scope` text;--> statement-breakpoint
CREATE TRIGGER `run_scope_unchanged` BEFORE UPDATE OF `scope` ON `run`
BEGIN SELECT RAISE(ABORT, 'how a run began is kept for ever'); END;
