-- What operators review: verifications, and devices that two people of a company claim; and the figures of the first page.

-- Verifications ------------------------------------------------------------------------------------------------------------
-- Decided ones, newest first; those of one state.
create index on identity_verification (created_at desc, id desc) where state <> 'under_review';
create index on identity_verification (state, created_at desc, id desc);
-- What a review looks for: the same code, the same person.
create index on identity_verification (credit_code) where credit_code is not null;
create index on identity_verification (id_number_hash) where state = 'approved';
-- A keyword, as in 0005, over all companies; no text of one company is to be kept from the operators.
create index verification_search on identity_verification
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', company_name, person_name))
  with (gin_pending_list_limit = 256);

-- Disputes over devices ----------------------------------------------------------------------------------------------------
-- Somebody's client reported a device that is registered to a colleague. Names are kept as they were: people leave.
create table device_dispute (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  device_name text not null,
  holder_id uuid not null,
  holder_name text not null,
  claimant_id uuid not null,
  claimant_name text not null,
  -- What the claimant's client says of the device, and from where.
  reported_name text not null,
  reported_ip text not null,
  -- Counted once a minute.
  times integer not null default 1,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  -- lapsed: the device or the claimant is gone.
  state text not null default 'open' check (state in ('open', 'handed_over', 'rejected', 'lapsed')),
  reason text,
  decided_by text,
  decided_at timestamptz(3),
  -- Also what access.test.ts tries to change of another company.
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((state = 'open') = (decided_at is null)),
  check (state not in ('handed_over', 'rejected') or (reason is not null and decided_by is not null))
);
create unique index one_open_dispute on device_dispute (company_id, device_id, claimant_id) where state = 'open';
create index on device_dispute (company_id, device_id, id desc);
create index on device_dispute (company_id, claimant_id) where state = 'open';
create unique index on device_dispute (id);
create index on device_dispute (first_at, id) where state = 'open';
create index on device_dispute (decided_at desc, id desc) where state <> 'open';
-- The clients' report writes it by the company's handle.
select keep_to_company('device_dispute', 'select, insert, update');

-- Nobody has to decide about what is gone.
create function lapse_disputes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'device' then
    update device_dispute set state = 'lapsed', decided_at = now() from removed
      where device_dispute.company_id = removed.company_id and device_id = removed.id and device_dispute.state = 'open';
  else
    update device_dispute set state = 'lapsed', decided_at = now() from removed
      where device_dispute.company_id = removed.company_id and claimant_id = removed.id and device_dispute.state = 'open';
  end if;
  return null;
end $$;
create trigger lapse_disputes after delete on device referencing old table as removed
  for each statement execute function lapse_disputes();
create trigger lapse_disputes after delete on employee referencing old table as removed
  for each statement execute function lapse_disputes();

-- Figures ------------------------------------------------------------------------------------------------------------------
-- When a person has registered: accounts that an invitation made wait for theirs. agreed_at moves on with each new agreement.
alter table account add column registered_at timestamptz(3);
update account set registered_at = created_at where agreed_at is not null;
create function account_registered() returns trigger language plpgsql as $$
begin
  new.registered_at := coalesce(new.registered_at, new.agreed_at);
  return new;
end $$;
create trigger account_registered before insert or update of agreed_at on account for each row
  execute function account_registered();
create index on account (registered_at) where registered_at is not null;
create index on company (verified_at);
create index on shop_order (paid_at) include (payable) where paid_at is not null;
-- Lines that end soon or have ended, by the index alone.
create index on line (state, ends_at) where state in ('unbound', 'active');

-- What the days before the last few came to; they do not change, so each is reckoned once (server/operations/days.ts).
create table day_figure (
  -- In China.
  day date primary key,
  registrations integer not null,
  companies integer not null,
  revenue bigint not null
);

-- Counters as in 0005, folded by the same task: of all orders by state, of all lines by region and state.
create table order_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  state text not null,
  orders integer not null
);
create unique index on order_count (state) where folded;
create index on order_count (id) where not folded;
create table line_count (
  id uuid primary key default uuidv7(),
  folded boolean not null default false,
  region_id uuid not null,
  state text not null,
  lines integer not null
);
create unique index on line_count (region_id, state) where folded;
create index on line_count (id) where not folded;

create function count_orders() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into order_count (state, orders) select state, count(*) from added group by 1;
  elsif tg_op = 'DELETE' then
    insert into order_count (state, orders) select state, -count(*) from removed group by 1;
  else
    insert into order_count (state, orders) values (old.state, -1), (new.state, 1);
  end if;
  return null;
end $$;
create trigger count_added after insert on shop_order
  referencing new table as added for each statement execute function count_orders();
create trigger count_removed after delete on shop_order
  referencing old table as removed for each statement execute function count_orders();
create trigger count_changed after update on shop_order for each row
  when (old.state <> new.state) execute function count_orders();

create function count_lines() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
create trigger count_added after insert on line
  referencing new table as added for each statement execute function count_lines();
create trigger count_removed after delete on line
  referencing old table as removed for each statement execute function count_lines();
create trigger count_changed after update on line for each row
  when ((old.region_id, old.state) is distinct from (new.region_id, new.state)) execute function count_lines();

insert into order_count (state, orders, folded) select state, count(*), true from shop_order group by 1;
insert into line_count (region_id, state, lines, folded) select region_id, state, count(*), true from line group by 1, 2;
