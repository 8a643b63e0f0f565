-- What an operator offers a company to buy at a price that holds until a day (docs/decisions/0026-proposals.md).
create table proposal (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  number text not null,
  -- A draft is the operator's own; a sent one waits for the company; the others are over.
  state text not null default 'draft'
    check (state in ('draft', 'sent', 'accepted', 'declined', 'expired', 'withdrawn')),
  -- What was chosen, as the company's own order would name it, and what it came to when it was saved or sent.
  content jsonb not null,
  quoted jsonb not null,
  subject text not null,
  coupon_id uuid,
  coupon_name text,
  coupon_discount bigint not null check (coupon_discount >= 0),
  payable bigint not null check (payable >= 0),
  note text not null,
  valid_days integer not null check (valid_days between 1 and 90),
  -- The price holds until then.
  valid_until timestamptz(3),
  operator_id uuid not null references operator,
  reason text not null default '',
  -- Whoever saves or sends a draft names the revision that they saw, so that nobody overwrites or sends what a colleague has changed
  -- since.
  revision integer not null default 0,
  order_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, coupon_id) references coupon (company_id, id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  check ((sent_at is null) = (valid_until is null)),
  check (sent_at is not null or state in ('draft', 'withdrawn')),
  check (order_id is null or state = 'accepted')
);
create index on proposal (company_id, sent_at desc, id desc) where sent_at is not null;
-- The back office lists those of all companies, finds one by its number or id, and ends those whose time is over.
create index on proposal (updated_at desc, id desc);
create index on proposal (number);
create index on proposal (id);
create index on proposal (valid_until) where state = 'sent';
create index on proposal (company_id, coupon_id) where coupon_id is not null;
create index on proposal (company_id, order_id) where order_id is not null;
create index on proposal (operator_id);
-- The company decides through the system, which looks at the state; by itself it only reads, and only what was sent.
select keep_to_company('proposal', 'select');
-- A policy holds for every member of its role who inherits from it, and so for the portal's own user, where that was granted the role
-- by hand, or by PostgreSQL 15. This narrows whoever acts as the role alone.
create policy sent_alone on proposal as restrictive using (current_user <> 'portal_company' or sent_at is not null);
