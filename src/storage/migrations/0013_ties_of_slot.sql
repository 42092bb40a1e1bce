CREATE INDEX `bank_tie_of_untie` ON `bank_tie` (`tie`);--> statement-breakpoint
CREATE INDEX `bank_tie_payout_of_slot` ON `bank_tie_payout` (`slot`);