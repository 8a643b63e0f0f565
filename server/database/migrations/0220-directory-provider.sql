-- Directories that are read from 企业微信, 钉钉 and 飞书 (docs/decisions/0028-directory-providers.md).
-- works with 0170
create table directory_provider (
  company_id uuid not null references directory on delete cascade,
  -- The company's id at the provider, and the application's.
  tenant text not null,
  client_id text not null,
  -- The application's secret, and the token and key of its callbacks, as sealed JSON.
  secrets_sealed bytea not null,
  has_callback boolean not null,
  -- Since when it is being read; null while it is not.
  reading_since timestamptz(3),
  read_at timestamptz(3),
  -- Why it could not be read the last time.
  problem text,
  primary key (company_id)
);
select keep_to_company('directory_provider');

-- What a callback has named, to be looked at again. The mark changes with each callback, so that one which comes while the
-- provider is being asked is not taken for answered.
create table directory_hint (
  company_id uuid not null references directory_provider on delete cascade,
  kind text not null check (kind in ('person', 'department')),
  external_id text not null,
  mark uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, kind, external_id)
);
select keep_to_company('directory_hint');

-- When the provider was asked for what is kept of somebody: an answer to an older question changes nothing.
alter table directory_person add asked_at timestamptz not null default '-infinity';
alter table directory_department add asked_at timestamptz not null default '-infinity';
