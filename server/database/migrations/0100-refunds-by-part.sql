-- Refunds by part. An older program would take every refund for one of the whole order, so it must not run beside this.

-- The fen of an order that were asked back, are on their way or are back, and those that are back. Their sum can never pass what
-- was paid, whoever asks at the same time.
alter table shop_order add column returned_amount bigint not null default 0, add column refunded_amount bigint not null default 0;
update shop_order set returned_amount = payable, refunded_amount = case when state = 'refunded' then payable else 0 end
  where state in ('refunding', 'refunded');
alter table shop_order
  add constraint no_more_back_than_paid check (refunded_amount >= 0 and refunded_amount <= returned_amount and returned_amount <= payable),
  add constraint wholly_refunded check (state <> 'refunded' or refunded_amount = payable);

-- requested: the whole order, or what is left of it. unused: for unused days, which are taken back. goodwill: an amount, and nothing
-- is taken back. surplus and mismatch: see 0014-payments.sql.
alter table refund drop constraint refund_kind_check,
  add constraint refund_kind_check check (kind in ('requested', 'unused', 'goodwill', 'surplus', 'mismatch'));
drop index one_refund_a_payment;
-- Money for which nothing was delivered goes back once, and so does an order as a whole.
create unique index one_refund_a_payment on refund (company_id, payment_id)
  where state <> 'rejected' and kind in ('surplus', 'mismatch');
create unique index one_whole_refund_an_order on refund (company_id, order_id) where state <> 'rejected' and kind = 'requested';
create index on refund (company_id, payment_id);

-- What a refund takes back: person-days of the company, days of a renewal, or the days left of a line that ends.
create table refund_item (
  company_id uuid not null,
  refund_id uuid not null,
  position integer not null,
  -- Null for person-days.
  line_id uuid,
  name text not null,
  days integer not null check (days > 0),
  amount bigint not null check (amount >= 0),
  primary key (company_id, refund_id, position),
  foreign key (company_id, refund_id) references refund (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id)
);
create index on refund_item (company_id, line_id) where line_id is not null;

-- The end that each renewal gave to its line, from which its unused days are counted. Renewals before this have none.
create table renewal_end (
  company_id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  ends_at timestamptz(3) not null,
  primary key (company_id, order_id, line_id),
  foreign key (company_id, order_id) references shop_order (company_id, id),
  foreign key (company_id, line_id) references line (company_id, id)
);

select keep_to_company(owned::regclass, 'select, insert') from unnest(array['refund_item', 'renewal_end']) as owned;
