-- A trial gives a company one line and hours for some people for a few days. It has no order, so that no invoice, commission or
-- figure of revenue can know of it.
create table trial (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  state text not null default 'requested' check (state in ('requested', 'declined', 'active', 'ended')),
  -- Null where an operator opened it unasked.
  requested_by text,
  requested_at timestamptz(3),
  note text not null default '',
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  -- An owner opened it although the company has had one.
  repeated boolean not null default false,
  person_days integer not null default 0,
  ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((state in ('active', 'ended')) = (ends_at is not null)),
  check ((requested_by is null) = (requested_at is null))
);
create unique index one_trial_at_a_time on trial (company_id) where state in ('requested', 'active');
create unique index one_trial_a_company on trial (company_id) where ends_at is not null and not repeated;
create index on trial (ends_at) where state = 'active';
create index on trial (created_at desc, id desc);
-- Operators find a trial by its id alone.
create index on trial (id);
select keep_to_company('trial', 'select, insert');

-- A line comes of an order or of a trial. While it ends with its trial, it is the trial's; a renewal makes it the company's own.
alter table line
  alter column order_id drop not null,
  add column trial_id uuid,
  add column trial_ends_at timestamptz(3),
  add foreign key (company_id, trial_id) references trial (company_id, id),
  add check (num_nonnulls(order_id, trial_id) = 1),
  add check ((trial_id is null) = (trial_ends_at is null));
create index on line (company_id, trial_id) where trial_id is not null;
