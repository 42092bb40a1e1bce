CREATE TABLE `audit_pack` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slot` integer NOT NULL,
	`at` integer NOT NULL,
	`after` integer NOT NULL,
	`manifest` text NOT NULL,
	`masked` integer NOT NULL,
	`version` text NOT NULL,
	FOREIGN KEY (`slot`) REFERENCES `slot`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "audit_pack_whole" CHECK(typeof("audit_pack"."slot") = 'integer' AND typeof("audit_pack"."at") = 'integer' AND typeof("audit_pack"."after") = 'integer' AND typeof("audit_pack"."masked") = 'integer'),
	CONSTRAINT "audit_pack_digest" CHECK(length("audit_pack"."manifest") = 64 AND "audit_pack"."manifest" NOT GLOB '*[^0-9a-f]*')
);
--> statement-breakpoint
CREATE INDEX `audit_pack_of_slot` ON `audit_pack` (`slot`);
--> statement-breakpoint
CREATE TRIGGER `audit_pack_kept` BEFORE DELETE ON `audit_pack`
BEGIN SELECT RAISE(ABORT, 'that a pack was made is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_pack_unchanged` BEFORE UPDATE ON `audit_pack`
BEGIN SELECT RAISE(ABORT, 'that a pack was made is kept for ever'); END;
