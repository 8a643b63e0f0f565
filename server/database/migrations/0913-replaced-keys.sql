-- works with 0900
-- When `keys rotate` last wrote anew what a main key had sealed. The archive leads back to before then for some days, and with it to
-- rows that only this key opens.
create table replaced_key (
  key_id text primary key,
  replaced_at timestamptz(3) not null default now()
);
