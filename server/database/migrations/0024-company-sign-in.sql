-- Sign-in by the company: its identity provider instead of the password (docs/decisions/0023-company-sign-in.md).

-- A mail domain that the company says it owns. Several companies may prove the same one, as those of one group do.
create table company_domain (
  company_id uuid not null references company,
  domain text not null check (domain = lower(domain)),
  -- What its TXT record has to hold.
  token text not null,
  created_at timestamptz(3) not null default now(),
  proved_at timestamptz(3),
  primary key (company_id, domain)
);
create index on company_domain (domain) where proved_at is not null;
select keep_to_company('company_domain');

create table company_sign_in (
  company_id uuid not null references company,
  kind text not null check (kind in ('oidc', 'wecom', 'dingtalk', 'feishu')),
  -- The issuer of OpenID Connect, and the id of the company at the others.
  issuer text not null,
  client_id text not null,
  secret_sealed bytea not null,
  -- Somebody has come back from the provider with these settings.
  tested_at timestamptz(3),
  state text not null default 'off' check (state in ('off', 'on')),
  -- Its people log in by the provider alone.
  required boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id),
  check (state = 'off' or tested_at is not null),
  check (not required or state = 'on')
);
select keep_to_company('company_sign_in');

-- Who somebody at the provider is here. It was confirmed by the person, and ends with the employment.
create table sign_in_link (
  company_id uuid not null,
  subject text not null,
  employee_id uuid not null,
  account_id uuid not null references account,
  -- What the provider calls the person.
  shown text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  primary key (company_id, subject),
  unique (company_id, employee_id),
  foreign key (company_id, employee_id) references employee (company_id, id) on delete cascade
);
create index on sign_in_link (account_id);
select keep_to_company('sign_in_link');

-- A way to the provider and back. The first answer uses it up.
create table sign_in_attempt (
  company_id uuid not null,
  state_hash bytea not null check (octet_length(state_hash) = 32),
  -- The browser that began it keeps the secret of this hash.
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  purpose text not null check (purpose in ('login', 'test')),
  expires_at timestamptz(3) not null,
  primary key (company_id, state_hash),
  foreign key (company_id) references company_sign_in (company_id) on delete cascade
);
create index on sign_in_attempt (expires_at);
select keep_to_company('sign_in_attempt');

-- Somebody has come back whom nobody here is known as: the person's own login confirms it.
create table sign_in_ticket (
  company_id uuid not null,
  ticket_hash bytea not null check (octet_length(ticket_hash) = 32),
  subject text not null,
  shown text not null,
  expires_at timestamptz(3) not null,
  primary key (company_id, ticket_hash),
  foreign key (company_id) references company_sign_in (company_id) on delete cascade
);
create index on sign_in_ticket (expires_at);
select keep_to_company('sign_in_ticket');
