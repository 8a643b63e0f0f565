-- works with 0038
-- What the hourly sweep removed from each table, and when it last left nothing behind: one row for each rule of
-- server/core/retention.ts that ever removed something.
create table sweep (
  name text primary key,
  removed bigint not null default 0,
  ran_at timestamptz(3) not null default now(),
  first_at timestamptz(3) not null default now(),
  caught_up_at timestamptz(3)
);
