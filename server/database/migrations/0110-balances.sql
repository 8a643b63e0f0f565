-- works with 0091
-- The prepaid balance of each company (docs/decisions/0020-balance.md).
-- It is kept beside the ledger so that one guarded statement can take from it.
create table company_balance (
  company_id uuid primary key references company,
  -- Fen.
  amount bigint not null default 0 check (amount >= 0)
);

-- A ledger of fen that is only added to: a trigger refuses every change (functions/keep_ledger.sql).
create table balance_entry (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('topup', 'payment', 'refund', 'withdrawal', 'correction')),
  -- What the balance gains; negative if it loses.
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  -- The order that was topped up, paid or refunded.
  order_id uuid,
  actor_name text not null,
  note text not null default '',
  -- The instant of the entry and not of its transaction, which may have waited for the balance: so entries follow each other.
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, order_id) references shop_order
);
create index on balance_entry (company_id, created_at desc, id desc);
create index on balance_entry (company_id, kind, created_at desc, id desc);
create index on balance_entry (created_at desc, id desc);

-- The orders that a top-up pays as soon as its money is there: several orders paid at once.
create table joint_payment (
  company_id uuid not null references company,
  topup_id uuid not null,
  order_id uuid not null,
  primary key (company_id, topup_id, order_id),
  foreign key (company_id, topup_id) references shop_order,
  foreign key (company_id, order_id) references shop_order
);

-- A company reads its balance; only the portal itself moves money.
select keep_to_company(owned::regclass, 'select') from unnest(array['company_balance', 'balance_entry']) as owned;
select keep_to_company('joint_payment', 'select, insert');

-- A top-up is an order for balance, which every gateway settles as any other (docs/decisions/0020-balance.md).
alter table shop_order drop constraint shop_order_product_check,
  add constraint shop_order_product_check check (product in ('hours', 'line', 'balance')) not valid;
alter table shop_order validate constraint shop_order_product_check;
alter table payment drop constraint payment_gateway_check,
  add constraint payment_gateway_check check (gateway in ('sandbox', 'alipay', 'wechat', 'transfer', 'balance')) not valid;
alter table payment validate constraint payment_gateway_check;

-- What was bought on a day, without what was only prepaid.
create index shop_order_sold on shop_order (paid_at) include (payable) where paid_at is not null and product <> 'balance';

-- Money that somebody writes by hand always takes two.
insert into approval_policy (kind, threshold, roles) values ('balance', 0, array['owner', 'finance']);
alter table approval_policy
  add constraint balance_always_asked check (kind <> 'balance' or threshold is not distinct from 0);
