-- Published terms cannot change, because people have agreed to them.
create or replace function keep_published_terms() returns trigger language plpgsql as $$
begin
  if old.state = 'published' then raise exception 'published terms are not changed'; end if;
  return coalesce(new, old);
end $$;
create or replace trigger keep_published_terms before update or delete on terms_version
  for each row execute function keep_published_terms();
