-- A company can have each login of a manager from a new browser or client approved by another manager.
-- works with 0054
alter table company add column terminal_approval boolean not null default false;

create table held_login (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  account_id uuid not null references account,
  -- What the login has proved: once the password or the phone changes, nothing that was approved before holds.
  generation integer not null,
  -- `key:` and the thumbprint of a client's key, or `device:` and the name in the browser's signed token.
  terminal text not null,
  client_name text not null,
  user_agent text not null,
  ip text not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'rejected', 'used')),
  decided_by text,
  decided_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  check ((state = 'waiting') = (decided_at is null))
);
create unique index one_held_login_a_terminal on held_login (company_id, account_id, terminal) where state <> 'used';
create index on held_login (account_id);
select keep_to_company('held_login', 'select');
