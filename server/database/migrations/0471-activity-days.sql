-- The function has two more parameters, whose defaults let an older program go on calling it (functions/find_activity.sql).
-- works with 0442
drop function if exists find_activity(text[], text, text, uuid, integer, integer, integer);
