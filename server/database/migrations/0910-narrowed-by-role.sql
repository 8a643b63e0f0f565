-- works with 0900
-- A policy holds for every member of its role who inherits from it, and so for the portal's own user, where that was granted the role
-- by hand, or by PostgreSQL 15: operators then saw no draft and could write no note. These narrow whoever acts as the role alone.
alter policy messages_alone on ticket_entry to public
  using (current_user <> 'portal_company' or kind = 'message')
  with check (current_user <> 'portal_company' or (kind = 'message' and side = 'company'));
alter policy sent_alone on proposal to public using (current_user <> 'portal_company' or sent_at is not null);
