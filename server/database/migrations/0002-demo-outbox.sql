-- The demonstration's short messages, as a phone would show them; empty in production. Swept after a day.
create table demo_outbox (
  id uuid primary key default uuidv7(),
  -- Of sms_message, which may be swept before: sending again under one id is one message.
  message_id uuid not null unique,
  phone text not null,
  purpose text not null,
  code text not null,
  text text not null,
  at timestamptz(3) not null default now()
);
create index on demo_outbox (phone, id desc);
create index on demo_outbox (at);
