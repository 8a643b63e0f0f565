-- Restores to a moment that this database has been through. Payments made since the moment are asked about again.
create table restoration (
  id uuid primary key default uuidv7(),
  -- Everything committed by then is here.
  restored_to timestamptz(3) not null,
  made_at timestamptz(3) not null default now()
);

-- Why a rehearsal of a restore failed; null for what went well.
alter table backup_run add column failure text;
