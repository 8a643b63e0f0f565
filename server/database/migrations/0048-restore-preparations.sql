-- Restores that the owner had prepared from the back office. Nothing is replaced by them: a command does that.
create table restore_preparation (
  id uuid primary key default uuidv7(),
  moment timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- Below the data folder; the command that switches names it.
  folder text,
  -- What the restored database holds, in lines for a person.
  findings text,
  failure text,
  created_at timestamptz(3) not null default now()
);
-- One at a time: each takes memory and a copy's room on the disk.
create unique index on restore_preparation ((true)) where state in ('waiting', 'running');
