-- works with 0442
-- concurrently
-- Released lines are listed newest first, as all others are.
drop index concurrently if exists line_released;
create index concurrently line_released on line (created_at desc, id desc) where state = 'released';
