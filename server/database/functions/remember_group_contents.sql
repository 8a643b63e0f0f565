-- Maintains the access history of groups' contents: lines, departments, employees. Many are added or removed at a time, so it works
-- per statement. The trigger's arguments are the kind of span, the column of its object and the limits of the grant, which lines
-- lack. An expired grant ends in the history at its expiry, not when the job removed it.
create or replace function remember_put_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('insert into access_span (company_id, kind, subject_id, object_id, since, ends_at, hours)
    select company_id, %L, group_id, %I, least(access_moment(), created_at), %s from added', tg_argv[0], tg_argv[1], tg_argv[2]);
  perform announce_access(company_id) from (select distinct company_id from added) as touched;
  return null;
end $$;
create or replace trigger remember_put_in after insert on line_group_line referencing new table as added
  for each statement execute function remember_put_in('line_in', 'line_id', 'null, null');
create or replace trigger remember_put_in after insert on line_group_department referencing new table as added
  for each statement execute function remember_put_in('department_in', 'department_id', 'until, hours');
create or replace trigger remember_put_in after insert on line_group_employee referencing new table as added
  for each statement execute function remember_put_in('employee_in', 'employee_id', 'until, hours');

create or replace function remember_taken_out() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('delete from access_span using removed
    where access_span.company_id = removed.company_id and kind = %1$L and subject_id = group_id and object_id = %2$I
      and access_span.until = ''infinity'' and since >= least(access_moment(), ends_at)', tg_argv[0], tg_argv[1]);
  execute format('update access_span set until = least(access_moment(), ends_at) from removed
    where access_span.company_id = removed.company_id and kind = %1$L and subject_id = group_id and object_id = %2$I
      and access_span.until = ''infinity''', tg_argv[0], tg_argv[1]);
  perform announce_access(company_id) from (select distinct company_id from removed) as touched;
  return null;
end $$;
create or replace trigger remember_taken_out after delete on line_group_line referencing old table as removed
  for each statement execute function remember_taken_out('line_in', 'line_id');
create or replace trigger remember_taken_out after delete on line_group_department referencing old table as removed
  for each statement execute function remember_taken_out('department_in', 'department_id');
create or replace trigger remember_taken_out after delete on line_group_employee referencing old table as removed
  for each statement execute function remember_taken_out('employee_in', 'employee_id');

create or replace function kept_as_put_in() returns trigger language plpgsql as $$
begin raise exception 'what a group holds is put in and taken out'; end $$;
create or replace trigger kept_as_put_in before update on line_group_line for each row execute function kept_as_put_in();
create or replace trigger kept_as_put_in before update on line_group_department for each row execute function kept_as_put_in();
create or replace trigger kept_as_put_in before update on line_group_employee for each row execute function kept_as_put_in();
