-- works with 0054
-- A company's tokens for its own systems (docs/decisions/0017-open-interfaces.md).
create table api_token (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  -- The departments that it is limited to, with all below them; null for the whole company. A department that is deleted stays
  -- here and holds nobody, so that a token never widens.
  departments uuid[] check (cardinality(departments) > 0),
  -- Addresses and networks from which it may be used; empty for anywhere.
  networks text[] not null default '{}',
  -- Whose authority it has: once this account manages the company no longer, the token ends (functions/end_tokens.sql).
  account_id uuid not null references account,
  employee_id uuid not null,
  made_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('revoked', 'maker')),
  primary key (company_id, id),
  check ((ended_at is null) = (end_reason is null)),
  check (expires_at <= created_at + interval '366 days')
);
create index on api_token (account_id);
create index on api_token (company_id, employee_id) where ended_at is null;
select keep_to_company('api_token', 'select, insert, update');

-- The secrets of a token: the newest, and for some hours after a rotation the former one. Each has the company's id in it, so
-- that it is found by a key of the company.
create table api_token_secret (
  company_id uuid not null,
  -- SHA-256 of the whole secret, which has 256 random bits.
  hash bytea not null check (octet_length(hash) = 32),
  token_id uuid not null,
  -- The last characters, which people tell it by.
  hint text not null,
  request_key text not null,
  -- Of the call and its input: the same key with other content is refused.
  request_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  -- Null for the newest.
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  last_ip text,
  primary key (company_id, hash),
  unique (company_id, request_key),
  foreign key (company_id, token_id) references api_token (company_id, id) on delete cascade
);
create index on api_token_secret (company_id, token_id, created_at desc);
select keep_to_company('api_token_secret', 'select, insert, update');

-- The rows that are there satisfy the narrower check, so they need not be read again.
alter table activity drop constraint activity_actor_kind_check;
alter table activity add constraint activity_actor_kind_check
  check (actor_kind in ('account', 'token', 'operator', 'system')) not valid;
