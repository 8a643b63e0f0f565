-- Maintains the access history of lines: when a line was usable, up to its end, which is in the future and moved by a renewal.
create or replace function remember_line() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moment timestamptz := access_moment();
  going uuid;
begin
  if tg_op = 'INSERT' then
    if new.state = 'active' and least(moment, new.bound_at) < new.ends_at then
      insert into access_span (company_id, kind, subject_id, since, until)
        values (new.company_id, 'line', new.id, least(moment, new.bound_at), new.ends_at);
    end if;
    return null;
  end if;
  select id into going from access_span
    where company_id = new.company_id and kind = 'line' and subject_id = new.id and until > moment
    order by until desc limit 1;
  if new.state = 'active' and new.ends_at > moment then
    if going is not null then
      update access_span set until = new.ends_at where company_id = new.company_id and id = going;
    else
      insert into access_span (company_id, kind, subject_id, since, until)
        values (new.company_id, 'line', new.id, moment, new.ends_at);
    end if;
  elsif going is not null then
    delete from access_span where company_id = new.company_id and id = going and since >= moment;
    update access_span set until = moment where company_id = new.company_id and id = going;
  end if;
  return null;
end $$;
create or replace trigger remember_line after insert on line for each row execute function remember_line();
create or replace trigger remember_line_change after update of state, ends_at on line for each row
  when (old.state <> new.state or old.ends_at <> new.ends_at) execute function remember_line();
