-- works with 0091
-- A bank transfer that arrives in several amounts under one remark code.
create table transfer_part (
  company_id uuid not null,
  payment_id uuid not null,
  id uuid not null default uuidv7(),
  amount bigint not null check (amount > 0),
  -- The bank's number of the line, or what tells the line from others of its statement: the same line is counted once.
  reference text not null,
  actor text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint one_part_a_line unique (company_id, payment_id, reference),
  foreign key (company_id, payment_id) references payment (company_id, id)
);
-- The sum of the parts, beside them so that one guarded statement can add to it.
alter table payment add column received bigint not null default 0 check (received between 0 and amount);
select keep_to_company('transfer_part', 'select');
