-- Finance looks at the orders, transfers, refunds and invoices of all companies.

-- What arrived, where it was not the amount: it can be sent back.
alter table payment add column arrived_amount bigint check (arrived_amount > 0);
alter table refund drop constraint refund_kind_check;
-- mismatch: what arrived of another amount than was asked for, nothing was delivered for it.
alter table refund add constraint refund_kind_check check (kind in ('requested', 'surplus', 'mismatch'));

create index on shop_order (created_at desc, id desc);
create index on shop_order (state, created_at desc, id desc);
create index on payment (created_at desc, id desc) where gateway = 'transfer';
create index on payment (gateway, company_id, order_id);
create index on refund (asked_at desc, id desc);
create index on refund (state, asked_at desc, id desc);
create index on invoice using gin (title gin_trgm_ops);
create index on invoice (tax_number);
create index on invoice (asked_at desc, id desc);
create index on invoice (state, asked_at desc, id desc);
