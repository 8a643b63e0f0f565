-- works with 0550
-- A shop whose line was released has none. From now on the release itself sees to it (functions/leave_groups.sql).
update shop set line_id = null from line
  where line.company_id = shop.company_id and line.id = shop.line_id and line.state = 'released';
