-- works with 0531
-- concurrently
-- What 0540-name-searches.sql has taken the place of. A program from before finds the same rows, if more slowly.
drop index concurrently if exists company_name_idx;
drop index concurrently if exists line_name_address_idx;
drop index concurrently if exists invoice_title_idx;
