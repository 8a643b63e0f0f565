-- A released line belongs to nobody, so it leaves its groups, which ends its spans in them, and its shops.
create or replace function leave_groups() returns trigger language plpgsql as $$
begin
  delete from line_group_line where company_id = new.company_id and line_id = new.id;
  update shop set line_id = null where company_id = new.company_id and line_id = new.id;
  return null;
end $$;
create or replace trigger leave_groups after update of state on line for each row
  when (old.state <> 'released' and new.state = 'released') execute function leave_groups();
