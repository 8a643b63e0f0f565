-- works with 0100
-- What an operator has done without a second one, by kind and day of China: a threshold is for the day's sum, so that a large act
-- in several parts needs a second operator like the act itself.
create table approval_use (
  kind text not null references approval_policy,
  operator_id uuid not null references operator,
  day date not null,
  -- Fen or days.
  used bigint not null check (used >= 0),
  primary key (kind, operator_id, day)
);
create index on approval_use (day);

-- The most that somebody with a role does alone in a day, beside the threshold of all. Of several roles the one that may most counts.
create table approval_limit (
  kind text not null references approval_policy,
  role text not null check (role in ('owner', 'support', 'finance', 'content', 'network')),
  most bigint not null check (most >= 0),
  primary key (kind, role)
);

-- Received money leaves the list by the word of two.
update approval_policy set threshold = 0 where kind = 'write_off';
alter table approval_policy drop constraint always_asked;
alter table approval_policy add constraint always_asked
  check (kind not in ('refund', 'payment', 'price', 'operator', 'restore', 'write_off') or threshold is not distinct from 0);
-- Where nobody has decided yet, one person gives no more than this away in a day: 1,000 person-days, 90 days of a line.
update approval_policy set threshold = 1000 where kind = 'hours' and threshold is null;
update approval_policy set threshold = 90 where kind = 'extension' and threshold is null;
