-- Operators of the back office, what they ask a second one for, and the log of what they did.
create table operator (
  id uuid primary key default uuidv7(),
  -- What they log in with; never used again for another person.
  name text not null unique check (name ~ '^[a-z][a-z0-9._-]{2,31}$'),
  display_name text not null,
  password_hash text not null,
  -- Given by somebody else: to be changed at the first login.
  password_given boolean not null default true,
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['owner', 'support', 'finance', 'content', 'network']),
  state text not null default 'active' check (state in ('active', 'disabled')),
  -- AES-256-GCM; null: no authenticator.
  totp_sealed bytea,
  -- The last time step that was used: a code counts once.
  totp_step bigint,
  last_login_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

create table operator_session (
  id uuid primary key default uuidv7(),
  token_hash bytea not null unique,
  operator_id uuid not null references operator,
  ip text not null,
  user_agent text not null,
  created_at timestamptz(3) not null default now(),
  -- 30 minutes without a call end it, twelve hours in any case.
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create index on operator_session (operator_id) where ended_at is null;
create index on operator_session (expires_at);

-- What a second operator has to confirm: money that goes back, money that nobody but a person saw coming, prices.
create table approval (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('refund', 'payment', 'price')),
  -- What it is about, as the audit names it: `order:<number>`, `sku:<id>`.
  target text not null,
  summary text not null,
  -- What the executor of its kind needs, and what must still hold when it is confirmed.
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'rejected', 'withdrawn')),
  requested_by uuid not null references operator,
  requested_at timestamptz(3) not null default now(),
  decided_by uuid references operator,
  decided_at timestamptz(3),
  reason text,
  result text,
  check ((state = 'waiting') = (decided_at is null)),
  constraint confirmed_by_another check (state <> 'confirmed' or decided_by <> requested_by)
);
create unique index one_waiting_approval on approval (kind, target) where state = 'waiting';
create index on approval (state, id desc);
create index on approval (id desc);

-- The audit log says by which request, is found by who and what, and is not emptied either.
alter table audit_entry add column request_id text;
create index on audit_entry (actor, created_at desc);
create index on audit_entry (action, created_at desc);
create trigger keep_audit_whole before truncate on audit_entry for each statement execute function keep_audit();

-- For tables of companies to come: the company's role sees its own rows alone, the system's role all.
create function keep_to_company(owned regclass, rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('grant %s on %s to portal_company', rights, owned);
  execute format('alter table %s enable row level security', owned);
  execute format('alter table %s force row level security', owned);
  execute format('create policy system on %s to current_user using (true) with check (true)', owned);
  execute format('create policy own on %s to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
end $$;
