-- Devices, what is done with them, and disputes over them.

-- Few devices wait for their audit, are rejected or are suspended, and these are searched for by whose they are.
create function is_exceptional(audit_state text, auth_state text) returns boolean language sql immutable parallel safe
return audit_state <> 'approved' or auth_state <> 'authorized';
create function device_words(device_name text, last_ip text, owner_name text, phone text, job_number text) returns text
language sql immutable parallel safe
return concat_ws(E'\n', device_name, last_ip, owner_name, phone, job_number);

create table device (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  employee_id uuid not null,
  fingerprint text not null,
  -- The RFC 7638 thumbprint of the key that it is registered with. Clients from before have none.
  key_id text,
  name text not null,
  platform text not null check (platform in ('windows', 'mac', 'android', 'ios')),
  os_version text not null,
  client_version text not null,
  -- 12.0.10 comes after 12.0.9. It is text and no array, because row-level security lets only leakproof comparisons use an index.
  client_version_key text collate "C" not null generated always as (
    lpad(split_part(client_version, '.', 1), 6, '0') || lpad(split_part(client_version, '.', 2), 6, '0')
    || lpad(split_part(client_version, '.', 3), 6, '0') || lpad(split_part(client_version, '.', 4), 6, '0')) stored,
  last_ip text,
  last_seen_at timestamptz(3),
  audit_state text not null default 'pending' check (audit_state in ('pending', 'approved', 'rejected')),
  auth_state text not null default 'authorized' check (auth_state in ('authorized', 'suspended')),
  audit_note text,
  audited_at timestamptz(3),
  -- All that an exceptional device is found by, a line each: its name and address, its owner's name, phone and job number. One
  -- index of few rows then answers, instead of that of all devices and that of all people of a name. It is null for all others;
  -- triggers maintain it (functions/device_words.sql).
  words text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, employee_id) references employee on delete cascade,
  unique (company_id, fingerprint)
);
create index on device (company_id, employee_id);
-- The devices of thousands of people, of which few are exceptional.
create index on device (company_id, employee_id) where audit_state = 'pending';
create index on device (company_id, employee_id) where audit_state = 'rejected';
create index on device (company_id, employee_id) where auth_state = 'suspended';
-- The list in its order, and the few exceptional ones in theirs.
create index on device (company_id, created_at desc, id desc) include (audit_state, auth_state, platform, client_version_key);
create index on device (company_id, created_at desc, id desc) where audit_state = 'pending';
create index on device (company_id, created_at desc, id desc) where audit_state = 'rejected';
create index on device (company_id, created_at desc, id desc) where auth_state = 'suspended';
create index on device (company_id, platform, created_at desc, id desc);
create index on device (company_id, platform, client_version_key, created_at desc, id desc) include (audit_state, auth_state);
-- Devices unseen for long, with another filter. Clients write this index every minute in any case, so the columns beside its key
-- cost no more writes.
create index on device (company_id, last_seen_at, id) include (platform, audit_state, auth_state, client_version_key);
-- The pending lists are short because every search reads all of them.
create index device_search on device using gin (company_pieces(company_id, name, last_ip))
  with (gin_pending_list_limit = 256);
create index device_words_search on device using gin (company_pieces(company_id, words))
  with (gin_pending_list_limit = 256) where words is not null;
-- Who was seen last is found among the devices of all companies. A sign of life writes all indexes of a device as it is, and with
-- this one it took as long as without.
create index device_seen on device (platform, last_seen_at);
-- Operators find a device of any company by how its name or its fingerprint begins. An index of the pieces of all names would double
-- what a sign of life takes.
create index device_names on device (lower(name) text_pattern_ops);
create index device_fingerprints on device (fingerprint text_pattern_ops);

create table device_log (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  action text not null,
  actor_name text not null,
  detail text not null default '',
  ip text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
) with (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 500);
create index on device_log (company_id, device_id, id desc);
-- A company's log is about what was done; nearly all that devices write is that they were there.
create index on device_log (company_id, id desc) where action <> 'seen';

-- A code allows one action on exactly these devices.
create table admin_captcha (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  action text not null,
  device_ids uuid[] not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create index on admin_captcha (company_id, account_id, action, created_at desc);
create index on admin_captcha (created_at);

-- Somebody's client reported a device that is registered to a colleague. Names stay as they were, because people leave.
create table device_dispute (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  device_id uuid not null,
  device_name text not null,
  holder_id uuid not null,
  holder_name text not null,
  claimant_id uuid not null,
  claimant_name text not null,
  -- What the claimant's client says of the device, and from where.
  reported_name text not null,
  reported_ip text not null,
  -- Counted at most once a minute.
  times integer not null default 1,
  first_at timestamptz(3) not null default now(),
  last_at timestamptz(3) not null default now(),
  -- lapsed: the device or the claimant is gone (functions/lapse_disputes.sql).
  state text not null default 'open' check (state in ('open', 'handed_over', 'rejected', 'lapsed')),
  reason text,
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  check ((state = 'open') = (decided_at is null)),
  check (state not in ('handed_over', 'rejected') or (reason is not null and decided_by is not null))
);
create unique index one_open_dispute on device_dispute (company_id, device_id, claimant_id) where state = 'open';
create index on device_dispute (company_id, device_id, id desc);
create index on device_dispute (company_id, claimant_id) where state = 'open';
-- Operators decide disputes of all companies by their id.
create index on device_dispute (id);
create index on device_dispute (first_at, id) where state = 'open';
create index on device_dispute (decided_at desc, id desc) where state <> 'open';
-- The audit tells of devices only where a dispute was decided, so these few are found by the name that the device had then.
create index device_dispute_search on device_dispute
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', device_name)) with (gin_pending_list_limit = 256)
  where state in ('handed_over', 'rejected');

select keep_to_company(owned::regclass) from unnest(array['device', 'device_log', 'admin_captcha']) as owned;
-- The clients' report writes disputes through the company's handle.
select keep_to_company('device_dispute', 'select, insert, update');
