-- How often something of a company has changed that its console shows. Only what announces it counts, so that a company's
-- writers do not wait for each other here (server/database/pending-notifications.ts). After a crash of the server it begins anew,
-- which is another number than any console knows.
-- works with 0054
create unlogged table company_change (
  company_id uuid primary key references company,
  version bigint not null default 1
);
select keep_to_company('company_change', 'select');
