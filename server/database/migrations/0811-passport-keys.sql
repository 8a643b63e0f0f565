-- works with 0700
-- Public keys that signed passports and heads before, each vouched for by the key that took its place: what was signed then can be
-- checked after the key itself is gone.
create table passport_key (
  key text primary key,
  until timestamptz(3) not null,
  by text not null,
  signature text not null
);
