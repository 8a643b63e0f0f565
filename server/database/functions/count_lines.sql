-- Maintains line_count.
create or replace function count_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into line_count (region_id, state, lines) select region_id, state, count(*) from added group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into line_count (region_id, state, lines) select region_id, state, -count(*) from removed group by 1, 2;
  else
    insert into line_count (region_id, state, lines)
    values (old.region_id, old.state, -1), (new.region_id, new.state, 1);
  end if;
  return null;
end $$;
create or replace trigger count_added after insert on line
  referencing new table as added for each statement execute function count_lines();
create or replace trigger count_removed after delete on line
  referencing old table as removed for each statement execute function count_lines();
create or replace trigger count_changed after update on line for each row
  when ((old.region_id, old.state) is distinct from (new.region_id, new.state)) execute function count_lines();
