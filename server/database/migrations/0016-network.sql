-- The back office's rooms of the network: places, addresses with their history, imports; installers that are withdrawn.

-- Nothing new is sold or stocked by an archived way; what was sold by it goes on.
alter table access_way add column archived boolean not null default false;

alter table installer add column withdrawn_at timestamptz(3);

-- Lists over all addresses and all lines.
create index on ip_address (region_id, address);
create index on ip_address (region_id, access_way_id, state, address);
create index on ip_address (state, address);
create index on line (created_at desc, id desc);
create index on line (region_id, created_at desc, id desc);
create index on line using gin (name gin_trgm_ops, address gin_trgm_ops);

-- A file of addresses that an operator has uploaded: looked at first, written by a job once it is confirmed.
create table address_import (
  id uuid primary key default uuidv7(),
  operator_id uuid not null references operator,
  file_name text not null,
  -- The rows that are in order, as they will be written.
  rows jsonb not null,
  state text not null default 'previewed' check (state in ('previewed', 'running', 'done', 'failed', 'cancelled')),
  total integer not null,
  bad integer not null,
  done integer not null default 0 check (done <= total),
  added integer not null default 0 check (added <= done),
  -- Rows that were in order when they were looked at and were not when they were written.
  failed jsonb not null default '[]',
  created_at timestamptz(3) not null default now()
);
create index on address_import (created_at);

-- Which line had which address from when until when: who had an address at an instant of the past.
create table address_span (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  line_id uuid not null,
  ip_address_id uuid not null references ip_address,
  since timestamptz(3) not null,
  until timestamptz(3) not null default 'infinity',
  primary key (company_id, id),
  foreign key (company_id, line_id) references line,
  check (since < until)
);
create index on address_span (ip_address_id, since desc);
create index on address_span (company_id, line_id) where until = 'infinity';
select keep_to_company('address_span', 'select');

-- As the owner: a company's role reads the history and can't change it.
create function remember_address() returns trigger language plpgsql security definer set search_path = public as $$
declare moment timestamptz := access_moment();
begin
  if tg_op = 'UPDATE' then
    delete from address_span
      where company_id = new.company_id and line_id = new.id and until = 'infinity' and since >= moment;
    update address_span set until = moment
      where company_id = new.company_id and line_id = new.id and until = 'infinity';
  end if;
  if new.ip_address_id is not null then
    insert into address_span (company_id, line_id, ip_address_id, since)
      values (new.company_id, new.id, new.ip_address_id,
        case tg_op when 'INSERT' then least(moment, new.bound_at) else moment end);
  end if;
  return null;
end $$;
create trigger remember_address after insert on line for each row execute function remember_address();
create trigger remember_address_change after update of ip_address_id on line for each row
  when (old.ip_address_id is distinct from new.ip_address_id) execute function remember_address();

-- What was before: told by the lines' log; the address that a line has now, whatever its log tells.
insert into address_span (company_id, line_id, ip_address_id, since, until)
  select company_id, line_id, ip_address.id, since, until
  from (
    select company_id, line_id, created_at as since,
      case action when 'bound' then detail when 'rebound' then split_part(detail, ' → ', 2) end as address,
      lead(created_at, 1, 'infinity') over (partition by company_id, line_id order by id) as until
    from line_log where action in ('bound', 'rebound', 'unbound', 'released')
  ) as told
  join ip_address on host(ip_address.address) = told.address
  where since < until;
delete from address_span using line
  where line.company_id = address_span.company_id and line.id = line_id and until = 'infinity'
    and line.ip_address_id is distinct from address_span.ip_address_id;
insert into address_span (company_id, line_id, ip_address_id, since)
  select company_id, id, ip_address_id, least(access_moment(), bound_at) from line
  where ip_address_id is not null and not exists (
    select from address_span
    where address_span.company_id = line.company_id and line_id = line.id and until = 'infinity');
