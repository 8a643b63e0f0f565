-- works with 0100
-- What takes an issued invoice back with the tax office (红字发票), wholly or for what went back of its orders.
create table red_invoice (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  invoice_id uuid not null,
  invoice_number text not null,
  file_id uuid not null references stored_file,
  -- Fen, as a positive number.
  amount bigint not null check (amount > 0),
  reason text not null,
  issued_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoice (company_id, id)
);
create index on red_invoice (company_id, invoice_id, id);
create unique index one_red_invoice_a_number on red_invoice (invoice_number);
select keep_to_company('red_invoice', 'select');

-- The fen of it that red invoices have taken back while the invoice stands.
alter table invoice_order add column red_amount bigint not null default 0,
  add constraint no_more_red_than_invoiced check (red_amount between 0 and amount);

-- Orders of which something went back since they were invoiced: the invoice is for more than they came to.
create index on shop_order (company_id, invoice_id) where invoice_id is not null and refunded_amount > 0;
