-- works with 0550
-- The first month that is invoiced by itself, as its first day: later months take along what was left out of those since, because a
-- refund was under way or finance rejected the request. Null where an older program has saved the setting.
alter table invoice_setting add column first_month date;
update invoice_setting set first_month = coalesce((
  select min(to_date(left(remark, 7), 'YYYY-MM')) from invoice
  where invoice.company_id = invoice_setting.company_id and asked_by = '自动开票' and remark ~ '^\d{4}-\d\d 月结$'
), (invoiced_month + interval '1 month')::date);
