-- The company that a request is about, by which the second operator finds what was asked for it before. Null where it is about none or
-- several. The column is not called company_id, because statements of the running program join approvals to tables that have one.
-- works with 0360
alter table approval add column about_company_id uuid references company;
update approval set about_company_id = company.id from company where target = 'company:' || company.id;
update approval set about_company_id = line.company_id from line where target = 'line:' || line.id;
update approval set about_company_id = payment.company_id from payment where target = 'payment:' || payment.id;
update approval set about_company_id = refund.company_id from refund where target = 'refund:' || refund.id;
create index on approval (about_company_id, id) where about_company_id is not null;
create index on approval (target, id);
