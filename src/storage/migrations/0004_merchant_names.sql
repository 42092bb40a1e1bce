CREATE TABLE `merchant_name` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merchant` text NOT NULL,
	`name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`merchant`) REFERENCES `merchant`(`name`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "merchant_name_whole" CHECK(typeof("merchant_name"."at") = 'integer')
);
--> statement-breakpoint
CREATE TRIGGER `merchant_name_kept` BEFORE DELETE ON `merchant_name`
BEGIN SELECT RAISE(ABORT, 'a name of a merchant is kept for ever'); END;
--> statement-breakpoint
CREATE TRIGGER `merchant_name_unchanged` BEFORE UPDATE ON `merchant_name`
BEGIN SELECT RAISE(ABORT, 'a name of a merchant is kept for ever'); END;
