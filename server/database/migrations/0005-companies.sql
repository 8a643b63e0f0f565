-- Companies and the verifications by which they come to be.

create table industry (
  id uuid primary key default uuidv7(),
  name text not null unique,
  sort integer not null
);
insert into industry (name, sort)
select name, row_number() over () from unnest(array[
  '跨境电商', '直播与短视频', '游戏出海', '软件与互联网', '外贸与制造', '物流与供应链', '广告与营销', '教育与培训',
  '金融与支付', '旅游与酒店', '文化与传媒', '人力资源服务', '医疗与健康', '能源与环保', '其他'
]) as name;

create table company (
  id uuid primary key default uuidv7(),
  name text not null,
  credit_code text not null unique,
  industry_id uuid references industry,
  size text,
  address text,
  contact_name text,
  contact_phone text,
  state text not null default 'active' check (state in ('trial', 'active', 'frozen')),
  -- Why the company is frozen, since when, and the state that it returns to.
  frozen_reason text,
  frozen_at timestamptz(3),
  state_before_freeze text check (state_before_freeze in ('trial', 'active')),
  -- The code that brought its owner here. 0017-channels.sql adds the reference.
  promotion_code text,
  verified_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create index on company using gin (name gin_trgm_ops);
create index on company (verified_at);
-- The back office lists all companies, newest first.
create index on company (created_at desc, id desc);
create index on company (state, created_at desc, id desc) where state <> 'active';
create index on company (promotion_code, created_at desc, id desc) where promotion_code is not null;
create index on company (promotion_code) where promotion_code is not null;

grant select on company, industry to portal_company;
-- Name and credit code come from the company's verification; its managers may change the rest.
grant update (contact_name, contact_phone, address, size) on company to portal_company;
alter table company enable row level security;
alter table company force row level security;
create policy system on company to current_user using (true) with check (true);
create policy own on company to portal_company using (id = nullif(current_setting('portal.company', true), '')::uuid);

create table identity_verification (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('person', 'company')),
  state text not null default 'under_review' check (state in ('under_review', 'approved', 'rejected')),
  person_name text not null,
  -- AES-256-GCM. The hash finds a number that is in use without opening any.
  id_number_sealed bytea not null,
  id_number_hash bytea not null,
  id_number_masked text not null,
  company_name text,
  credit_code text,
  industry_id uuid references industry,
  address text,
  licence_file_id uuid references stored_file,
  reason text,
  reviewer text,
  created_at timestamptz(3) not null default now(),
  reviewed_at timestamptz(3),
  check (kind = 'person' or (company_name is not null and credit_code is not null)),
  check ((state = 'under_review') = (reviewed_at is null)),
  check (state <> 'rejected' or reason is not null)
);
create index on identity_verification (account_id, created_at desc);
-- An account has one undecided or approved verification, and a person's number has one approved account.
create unique index on identity_verification (account_id) where state in ('under_review', 'approved');
create unique index on identity_verification (id_number_hash) where state = 'approved' and kind = 'person';
-- What reviewers list: those that wait, those that are decided, those of one state.
create index on identity_verification (created_at) where state = 'under_review';
create index on identity_verification (created_at desc, id desc) where state <> 'under_review';
create index on identity_verification (state, created_at desc, id desc);
-- A review looks for others with the same code or of the same person.
create index on identity_verification (credit_code) where credit_code is not null;
create index on identity_verification (id_number_hash) where state = 'approved';
-- The verification of a company is found after its owner has changed, too.
create index on identity_verification (credit_code) where kind = 'company' and state = 'approved';
-- Operators search the texts of all companies, so the pieces are all kept under one company, which does not exist.
create index verification_search on identity_verification
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', company_name, person_name))
  with (gin_pending_list_limit = 256);
