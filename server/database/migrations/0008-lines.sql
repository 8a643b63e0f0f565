-- Who may use which line, and who could when.

-- A line's address is read wherever the line is; the companies' role does not see other people's addresses. So it stands in
-- the line too, and the database itself keeps it the same.
alter table line add column address text;
alter table line add column gateway text;
-- For which end its managers were told that it nears, and the fewest days they were told of.
alter table line add column told_of timestamptz(3);
alter table line add column told_days integer;
create index on line (ends_at) where auto_renew and state in ('unbound', 'active');
create index on line (company_id, region_id) where state <> 'released';
-- Operators and the jobs of all companies find a line by its number alone.
create index on line (id);

create function line_address() returns trigger language plpgsql security definer set search_path = public as $$
begin
  new.address := null;
  new.gateway := null;
  if new.ip_address_id is not null then
    select host(address), gateway into new.address, new.gateway from ip_address where id = new.ip_address_id;
  end if;
  return new;
end $$;
create trigger line_address before insert or update of ip_address_id, address, gateway on line
  for each row execute function line_address();
create function ip_address_changed() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update line set gateway = new.gateway where ip_address_id = new.id;
  return null;
end $$;
create trigger ip_address_changed after update of address, gateway on ip_address for each row
  when (old.address <> new.address or old.gateway <> new.gateway) execute function ip_address_changed();

-- Groups -------------------------------------------------------------------------------------------------------------------
create table line_group (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  remark text not null default '',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_group_a_name unique (company_id, name)
);

create table line_group_line (
  company_id uuid not null,
  group_id uuid not null,
  line_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, line_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  constraint line_of_a_group foreign key (company_id, line_id) references line
);
create index on line_group_line (company_id, line_id);

-- A department stands for itself and all below it.
create table line_group_department (
  company_id uuid not null,
  group_id uuid not null,
  department_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, department_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  -- `delDepartment` takes the grant away first and writes that into the groups' log.
  constraint department_of_a_group foreign key (company_id, department_id) references department on delete cascade
);
create index on line_group_department (company_id, department_id);

create table line_group_employee (
  company_id uuid not null,
  group_id uuid not null,
  employee_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, group_id, employee_id),
  foreign key (company_id, group_id) references line_group on delete cascade,
  constraint employee_of_a_group foreign key (company_id, employee_id) references employee on delete cascade
);
create index on line_group_employee (company_id, employee_id);

create table line_group_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  -- The group may be gone.
  group_id uuid not null,
  actor_name text not null,
  detail text not null,
  -- Cut as the spans are: what ends a span is told of at its very end.
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  primary key (company_id, id)
);
create index on line_group_log (company_id, group_id, id desc);

-- History ------------------------------------------------------------------------------------------------------------------
-- What was so from `since` until `until`, one row for as long as it stays so:
--   line        subject: the line; it was bound, not suspended and not ended
--   group       subject: the group, with its name
--   line_in     subject: the group, object: a line in it
--   department_in, employee_in   subject: the group, object: who may use it
--   department  subject: the department, object: its parent, with its name
--   employee    subject: the active employee, object: the department, with the name
create table access_span (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null
    check (kind in ('line', 'group', 'line_in', 'department_in', 'employee_in', 'department', 'employee')),
  subject_id uuid not null,
  object_id uuid,
  name text,
  since timestamptz(3) not null,
  until timestamptz(3) not null default 'infinity',
  primary key (company_id, id),
  check (since < until)
);
create index on access_span (company_id, kind, subject_id, until);
create index on access_span (company_id, kind, object_id, until);

-- All that a transaction changes is so from one instant on. Cut, not rounded: never in the future.
create function access_moment() returns timestamptz language sql stable as $$ select date_trunc('milliseconds', now()) $$;

-- Ends what is so of a subject, and answers when what follows begins. A transaction that began earlier may come later: it
-- had to wait. What it ends then ends where it began, which is never: such a row goes.
create function end_spans(company uuid, what text, subject uuid) returns timestamptz language plpgsql as $$
declare following timestamptz;
begin
  select greatest(access_moment(), max(since)) into following from access_span
    where company_id = company and kind = what and subject_id = subject and until = 'infinity';
  delete from access_span
    where company_id = company and kind = what and subject_id = subject and until = 'infinity' and since >= following;
  update access_span set until = following
    where company_id = company and kind = what and subject_id = subject and until = 'infinity';
  return following;
end $$;

-- The functions below write as the owner: a company's role reads its history and can't change it.
create function remember_employee() returns trigger language plpgsql security definer set search_path = public as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'employee', old.id);
  end if;
  if tg_op <> 'DELETE' and new.state = 'active' then
    insert into access_span (company_id, kind, subject_id, object_id, name, since)
      values (new.company_id, 'employee', new.id, new.department_id, new.name, following);
  end if;
  return null;
end $$;
create trigger remember_employee after insert or delete on employee for each row execute function remember_employee();
create trigger remember_employee_change after update of department_id, name, state on employee for each row
  when (old.department_id is distinct from new.department_id or old.name <> new.name or old.state <> new.state)
  execute function remember_employee();

create function remember_department() returns trigger language plpgsql security definer set search_path = public as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'department', old.id);
  end if;
  if tg_op <> 'DELETE' then
    insert into access_span (company_id, kind, subject_id, object_id, name, since)
      values (new.company_id, 'department', new.id, new.parent_id, new.name, following);
  end if;
  return null;
end $$;
create trigger remember_department after insert or delete on department for each row execute function remember_department();
create trigger remember_department_change after update of parent_id, name on department for each row
  when (old.parent_id is distinct from new.parent_id or old.name <> new.name) execute function remember_department();

create function remember_group() returns trigger language plpgsql security definer set search_path = public as $$
declare following timestamptz;
begin
  if tg_op = 'INSERT' then
    following := least(access_moment(), new.created_at);
  else
    following := end_spans(old.company_id, 'group', old.id);
  end if;
  if tg_op <> 'DELETE' then
    insert into access_span (company_id, kind, subject_id, name, since)
      values (new.company_id, 'group', new.id, new.name, following);
  end if;
  return null;
end $$;
create trigger remember_group after insert or delete on line_group for each row execute function remember_group();
create trigger remember_group_change after update of name on line_group for each row
  when (old.name <> new.name) execute function remember_group();

-- What a group holds is put in and taken out, never changed; many at once, so by statement.
create function remember_put_in() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute format('insert into access_span (company_id, kind, subject_id, object_id, since)
    select company_id, %L, group_id, %I, least(access_moment(), created_at) from added', tg_argv[0], tg_argv[1]);
  perform pg_notify('access', company_id::text) from (select distinct company_id from added) as touched;
  return null;
end $$;
create function remember_taken_out() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute format('delete from access_span using removed
    where access_span.company_id = removed.company_id and kind = %1$L and subject_id = group_id and object_id = %2$I
      and until = ''infinity'' and since >= access_moment()', tg_argv[0], tg_argv[1]);
  execute format('update access_span set until = access_moment() from removed
    where access_span.company_id = removed.company_id and kind = %1$L and subject_id = group_id and object_id = %2$I
      and until = ''infinity''', tg_argv[0], tg_argv[1]);
  perform pg_notify('access', company_id::text) from (select distinct company_id from removed) as touched;
  return null;
end $$;
create function kept_as_put_in() returns trigger language plpgsql as $$
begin raise exception 'what a group holds is put in and taken out'; end $$;
do $$
declare held record;
begin
  for held in select * from (values ('line_group_line', 'line_in', 'line_id'),
    ('line_group_department', 'department_in', 'department_id'), ('line_group_employee', 'employee_in', 'employee_id'))
    as held (owner, kind, object)
  loop
    execute format('create trigger remember_put_in after insert on %I referencing new table as added
      for each statement execute function remember_put_in(%L, %L)', held.owner, held.kind, held.object);
    execute format('create trigger remember_taken_out after delete on %I referencing old table as removed
      for each statement execute function remember_taken_out(%L, %L)', held.owner, held.kind, held.object);
    execute format('create trigger kept_as_put_in before update on %I for each row
      execute function kept_as_put_in()', held.owner);
  end loop;
end $$;

-- A line is usable until its end, which lies ahead; a renewal moves it.
create function remember_line() returns trigger language plpgsql security definer set search_path = public as $$
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
create trigger remember_line after insert on line for each row execute function remember_line();
create trigger remember_line_change after update of state, ends_at on line for each row
  when (old.state <> new.state or old.ends_at <> new.ends_at) execute function remember_line();

-- What is released is nobody's any more; it stands in no group. Before, so that its span of the group ends with it.
create function leave_groups() returns trigger language plpgsql as $$
begin
  delete from line_group_line where company_id = new.company_id and line_id = new.id;
  return null;
end $$;
create trigger leave_groups after update of state on line for each row
  when (old.state <> 'released' and new.state = 'released') execute function leave_groups();

-- Waiting clients ----------------------------------------------------------------------------------------------------------
-- Told by company, once a transaction: PostgreSQL folds equal notices. Conditions stand at the triggers, so that the
-- minutely sign of life of a device costs no call.
create function access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access', (case when tg_op = 'DELETE' then old.company_id else new.company_id end)::text);
  return null;
end $$;
create trigger access_changed after update of department_id, state, device_limit, service_ends_at on employee for each row
  when (old.department_id is distinct from new.department_id or old.state <> new.state
    or old.device_limit <> new.device_limit or old.service_ends_at is distinct from new.service_ends_at)
  execute function access_changed();
create trigger access_changed after update of employee_id, audit_state, auth_state, audit_note on device for each row
  when (old.employee_id <> new.employee_id or old.audit_state <> new.audit_state or old.auth_state <> new.auth_state
    or old.audit_note is distinct from new.audit_note)
  execute function access_changed();
create trigger access_changed_by_removal after delete on device for each row execute function access_changed();
create trigger access_changed after update of parent_id on department for each row
  when (old.parent_id is distinct from new.parent_id) execute function access_changed();
create trigger access_changed after update of name, state, ends_at, ip_address_id, gateway on line for each row
  when (old.name <> new.name or old.state <> new.state or old.ends_at <> new.ends_at
    or old.address is distinct from new.address or old.gateway is distinct from new.gateway)
  execute function access_changed();
create function company_access_changed() returns trigger language plpgsql as $$
begin perform pg_notify('access', new.id::text); return null; end $$;
create trigger access_changed after update of state on company for each row
  when (old.state <> new.state) execute function company_access_changed();

do $$
declare owned text;
begin
  foreach owned in array array['line_group', 'line_group_line', 'line_group_department', 'line_group_employee', 'line_group_log', 'access_span'] loop
    execute format('grant select, insert, update, delete on %I to portal_company', owned);
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;
revoke insert, update, delete on access_span from portal_company;
revoke update, delete on line_group_log from portal_company;

-- Whoever was there before.
insert into access_span (company_id, kind, subject_id, object_id, name, since)
  select company_id, 'department', id, parent_id, name, least(access_moment(), created_at) from department;
insert into access_span (company_id, kind, subject_id, object_id, name, since)
  select company_id, 'employee', id, department_id, name, least(access_moment(), created_at)
  from employee where state = 'active';
