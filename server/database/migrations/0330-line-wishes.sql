-- How the buyer wants the lines of an order: their names, addresses and groups (docs/decisions/0038-bought-as-wished.md).
-- works with 0262
create table line_wish (
  company_id uuid not null,
  order_id uuid not null,
  -- Which of the order's lines it is for, counted from one.
  position integer not null check (position > 0),
  name text,
  -- An address is wished, not held. Its text stays when the address becomes somebody else's.
  address_id uuid,
  address text,
  group_id uuid,
  -- The line that came of it.
  line_id uuid,
  -- What could not be kept, in words; empty when all was.
  unkept text not null default '',
  settled_at timestamptz(3),
  primary key (company_id, order_id, position),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id),
  check ((address_id is null) = (address is null)),
  check (num_nonnulls(name, address_id, group_id) > 0),
  check (settled_at is null or line_id is not null)
);
create index on line_wish (company_id, line_id) where line_id is not null;
select keep_to_company('line_wish', 'select, insert');
