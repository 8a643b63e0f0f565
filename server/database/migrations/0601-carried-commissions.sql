-- works with 0550
-- What refunds have cost a partner beyond the settlements before, in fen and never positive: the next settlement takes it off.
alter table settlement add column carried bigint not null default 0 check (carried <= 0),
  add check (paid_at is null or commission + carried > 0);
