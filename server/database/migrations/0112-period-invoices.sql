-- works with 0091
-- Invoices that a company has made out each month by itself, and the mail that brings them.
create table invoice_setting (
  company_id uuid primary key references company,
  title_id uuid not null,
  -- The last month that was dealt with, as its first day: a month is invoiced once.
  invoiced_month date not null,
  -- Who wanted it, as the request names it.
  set_by text not null,
  foreign key (company_id, title_id) references invoice_title (company_id, id) on delete cascade
);
create index on invoice_setting (invoiced_month);
select keep_to_company('invoice_setting');

alter table invoice add column mailed_at timestamptz(3), add column mail_problem text;
