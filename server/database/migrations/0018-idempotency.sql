-- A change that is sent again with its key gets the answer of the first time and is not carried out again.
drop table operator_request;
create table idempotency_key (
  -- Who sent it: `account:<id>`, `operator:<id>` or `public`.
  scope text not null,
  key text not null,
  call text not null,
  -- Of the call and its input: the same key with another content is refused.
  hash bytea not null,
  -- Sealed, for it may hold a sid. Null while a change that waits for something outside is under way.
  answer bytea,
  created_at timestamptz(3) not null default now(),
  done_at timestamptz(3),
  primary key (scope, key)
);
create index on idempotency_key (created_at);
