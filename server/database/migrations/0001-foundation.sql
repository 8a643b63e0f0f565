-- Ids are uuidv7: ordered by time, so indexes stay compact, and telling no count. Instants carry milliseconds, as JavaScript's do.

-- Partners -------------------------------------------------------------------------------------------------------------
create table channel (
  id uuid primary key default uuidv7(),
  name text not null unique,
  greeting text not null default '',
  contact_name text not null default '',
  contact_phone text not null default '',
  created_at timestamptz(3) not null default now()
);

create table promotion_code (
  code text primary key check (code ~ '^[A-Z0-9]{6}$'),
  channel_id uuid not null references channel,
  starts_at timestamptz(3) not null default now(),
  ends_at timestamptz(3),
  use_limit integer check (use_limit > 0),
  used integer not null default 0 check (used >= 0 and (use_limit is null or used <= use_limit)),
  created_at timestamptz(3) not null default now()
);
create index on promotion_code (channel_id);

-- Accounts -------------------------------------------------------------------------------------------------------------
create table account (
  id uuid primary key default uuidv7(),
  phone text not null unique check (phone ~ '^1\d{10}$' or phone like 'deleted:%'),
  -- Argon2id with its parameters; null until an invited person sets one.
  password_hash text,
  display_name text not null,
  state text not null default 'active' check (state in ('active', 'disabled', 'deleted')),
  agreement_version text,
  agreed_at timestamptz(3),
  promotion_code text references promotion_code,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on account (promotion_code) where promotion_code is not null;

create table session (
  id uuid primary key default uuidv7(),
  sid_hash bytea not null unique,
  account_id uuid not null references account,
  client_name text not null,
  client_version text not null,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  -- 30 days after the login; seven days without use end it earlier.
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text check (end_reason in ('signed_out', 'replaced', 'password', 'phone', 'manager', 'operator', 'disabled', 'deleted')),
  check ((ended_at is null) = (end_reason is null))
);
create index on session (account_id, last_seen_at desc) where ended_at is null;
create index on session (expires_at);

create table verification_code (
  id uuid primary key default uuidv7(),
  purpose text not null check (purpose in ('register', 'forgotpwd', 'changephone')),
  phone text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index on verification_code (phone, purpose, created_at desc);
create index on verification_code (created_at);

-- One row a phone: the wait between two codes and the count of the day change in the one statement that asks for them.
create table code_allowance (
  phone text primary key,
  last_sent_at timestamptz(3) not null,
  day date not null,
  sent_today integer not null
);
create index on code_allowance (day);

create table sms_message (
  id uuid primary key default uuidv7(),
  purpose text not null,
  -- Masked: who got what is in the audit of the provider, not here.
  phone_masked text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  failure text,
  created_at timestamptz(3) not null default now(),
  settled_at timestamptz(3)
);
create index on sms_message (settled_at desc) where state <> 'waiting';
create index on sms_message (created_at);

-- Counters shared by all replicas. A key names what is limited; rows of past windows are swept by a job.
create unlogged table limit_counter (
  key text not null,
  window_start timestamptz(3) not null,
  hits integer not null,
  primary key (key, window_start)
);
create index on limit_counter (window_start);

create table login_throttle (
  key text primary key,
  failures integer not null,
  blocked_until timestamptz(3),
  updated_at timestamptz(3) not null default now()
);
create index on login_throttle (updated_at);

create table spent_proof (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
create index on spent_proof (expires_at);

-- Files ----------------------------------------------------------------------------------------------------------------
create table stored_file (
  id uuid primary key default uuidv7(),
  account_id uuid references account,
  purpose text not null,
  content_type text not null,
  size bigint not null check (size > 0),
  sha256 text not null,
  storage_key text not null unique,
  file_name text not null,
  created_at timestamptz(3) not null default now()
);
create index on stored_file (account_id, created_at desc);

-- Companies ------------------------------------------------------------------------------------------------------------
create table industry (
  id uuid primary key default uuidv7(),
  name text not null unique,
  sort integer not null
);

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
  promotion_code text references promotion_code,
  verified_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now()
);
create extension if not exists pg_trgm;
create index on company using gin (name gin_trgm_ops);

create table identity_verification (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('person', 'company')),
  state text not null default 'under_review' check (state in ('under_review', 'approved', 'rejected')),
  person_name text not null,
  -- AES-256-GCM; the hash finds a number that is in use without opening any.
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
create index on identity_verification (created_at) where state = 'under_review';
-- One undecided or approved verification for an account, and one approved account for a person's number.
create unique index on identity_verification (account_id) where state in ('under_review', 'approved');
create unique index on identity_verification (id_number_hash) where state = 'approved' and kind = 'person';

create table channel_registration (
  id uuid primary key default uuidv7(),
  promotion_code text not null references promotion_code,
  account_id uuid not null references account,
  company_name text not null,
  credit_code text not null,
  industry_id uuid not null references industry,
  size text not null,
  contact_name text not null,
  created_at timestamptz(3) not null default now()
);
create index on channel_registration (promotion_code, created_at desc);
create index on channel_registration (account_id);

create table department (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  parent_id uuid,
  name text not null,
  sort integer not null default 0,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, parent_id) references department,
  unique nulls not distinct (company_id, parent_id, name)
);

create table employee (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null unique references account,
  role text not null default 'employee' check (role in ('owner', 'manager', 'employee')),
  name text not null,
  job_number text,
  department_id uuid,
  state text not null default 'active' check (state in ('invited', 'active', 'disabled')),
  device_limit integer not null default 2 check (device_limit between 0 and 100),
  service_ends_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, department_id) references department,
  unique (company_id, job_number)
);
create unique index on employee (company_id) where role = 'owner';
create index on employee (company_id, department_id);
create index on employee (company_id, created_at desc, id desc);

-- A company's rows are seen through its own handle alone: the role owns nothing, and `portal.company` names the company.
grant select on company, industry to portal_company;
grant select, insert, update, delete on department, employee to portal_company;

alter table company enable row level security;
alter table company force row level security;
create policy system on company to current_user using (true) with check (true);
create policy own on company to portal_company using (id = nullif(current_setting('portal.company', true), '')::uuid);

do $$
declare owned text;
begin
  foreach owned in array array['department', 'employee'] loop
    execute format('alter table %I enable row level security', owned);
    execute format('alter table %I force row level security', owned);
    execute format('create policy system on %I to current_user using (true) with check (true)', owned);
    execute format('create policy own on %I to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
  end loop;
end $$;

-- Audit ----------------------------------------------------------------------------------------------------------------
create table audit_entry (
  id uuid primary key default uuidv7(),
  actor text not null,
  action text not null,
  target text not null,
  before jsonb,
  after jsonb,
  ip text,
  created_at timestamptz(3) not null default now()
);
create index on audit_entry (created_at desc);
create index on audit_entry (target, created_at desc);
create function keep_audit() returns trigger language plpgsql as $$
begin raise exception 'audit entries are kept as written'; end $$;
create trigger keep_audit before update or delete on audit_entry for each row execute function keep_audit();

insert into industry (name, sort)
select name, row_number() over () from unnest(array[
  '跨境电商', '直播与短视频', '游戏出海', '软件与互联网', '外贸与制造', '物流与供应链', '广告与营销', '教育与培训',
  '金融与支付', '旅游与酒店', '文化与传媒', '人力资源服务', '医疗与健康', '能源与环保', '其他'
]) as name;
