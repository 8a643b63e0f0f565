-- A ticket is about an invoice, or about the balance and the statement of a month, as it may be about an order.
-- works with 0360
alter table ticket add column about_invoice_id uuid, add column about_month text check (about_month ~ '^\d{4}-\d{2}$'),
  add foreign key (company_id, about_invoice_id) references invoice (company_id, id);
create index on ticket (company_id, about_invoice_id) where about_invoice_id is not null;
