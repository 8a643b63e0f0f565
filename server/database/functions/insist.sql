-- Fails a statement that did not do what the rest of its transaction stands on, so that what was sent along with it, the commit
-- above all, is not carried out. The portal reads the message (server/database/insist.ts). Stable, so that a condition without
-- a row is looked at once, also where there is no row.
create or replace function insist(held boolean, what text) returns boolean language plpgsql stable as $$
begin
  if held then return true; end if;
  raise exception using errcode = 'PT001', message = what;
end $$;
