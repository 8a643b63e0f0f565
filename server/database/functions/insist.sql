-- Fails a statement if a condition that the rest of its transaction depends on does not hold, so that statements sent with it,
-- above all the commit, are not executed. The portal reads the message (server/database/insist.ts). Stable, so that a condition
-- that does not depend on a row is evaluated once, even if there is no row.
create or replace function insist(held boolean, what text) returns boolean language plpgsql stable as $$
begin
  if held then return true; end if;
  raise exception using errcode = 'PT001', message = what;
end $$;
