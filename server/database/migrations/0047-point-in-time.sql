-- Restores to a moment that this database has been through. Payments made since the moment are asked about again.
create table restoration (
  id uuid primary key default uuidv7(),
  -- Everything committed by then is here.
  restored_to timestamptz(3) not null,
  made_at timestamptz(3) not null default now()
);

-- Why a rehearsal of a restore failed; null for what went well.
alter table backup_run add column failure text;

-- Payments that the database knew before it was restored to an earlier moment, and does not know now.
create table lost_payment (
  out_trade_no text primary key,
  gateway text not null,
  -- In fen.
  amount bigint not null,
  order_number text not null,
  -- What the gateway says of it; handled: an operator has seen to the money.
  state text not null default 'unasked'
    check (state in ('unasked', 'open', 'absent', 'closed', 'failed', 'paid', 'handled')),
  checked_at timestamptz(3),
  noted_at timestamptz(3) not null default now()
);
