-- works with 0910
-- A secret that a further rotation displaces before its promised end; the newest former one stays with its webhook.
create table webhook_former_secret (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  webhook_id uuid not null,
  sealed bytea not null,
  until timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhook (company_id, id) on delete cascade
);
create index on webhook_former_secret (company_id, webhook_id);
create index on webhook_former_secret (until);
select keep_to_company('webhook_former_secret');
