-- What an operator asks to be done once: asked again with the same key, it is answered as it was then.
create table operator_request (
  operator_id uuid not null references operator,
  request_key text not null,
  -- Of the operation and what was asked: the same key with another content is refused.
  request_hash bytea not null,
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (operator_id, request_key)
);
create index on operator_request (created_at);

-- A settlement is paid outside of the portal; what the bank calls that payment is kept beside it.
alter table settlement
  add column paid_at timestamptz(3),
  add column paid_by uuid references operator,
  add column bank_reference text,
  add check (num_nulls(paid_at, paid_by, bank_reference) in (0, 3)),
  add check (paid_at is null or commission > 0);
