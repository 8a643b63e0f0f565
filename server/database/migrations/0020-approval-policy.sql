-- One policy says when a second operator is needed, and who that may be.
create table approval_policy (
  kind text primary key,
  -- Fen or days: a request of this size or above needs a second operator. Null: none ever does. 0: each does.
  threshold bigint check (threshold >= 0),
  -- Who may confirm or reject. An owner counts where owners are named.
  roles text[] not null check (cardinality(roles) > 0 and roles <@ array['owner', 'support', 'finance', 'content', 'network']),
  -- The operations of these kinds do nothing but ask a second operator, whatever the sum.
  constraint always_asked check (kind not in ('refund', 'payment', 'price') or threshold is not distinct from 0)
);
insert into approval_policy (kind, threshold, roles) values
  ('refund', 0, array['owner', 'finance']),
  ('payment', 0, array['owner', 'finance']),
  ('price', 0, array['owner', 'finance']),
  ('hours', null, array['owner', 'finance']),
  ('coupon', null, array['owner', 'finance']),
  ('extension', null, array['owner', 'finance']),
  ('write_off', null, array['owner', 'finance']),
  ('operator', null, array['owner']);

-- Since when an operator holds what they hold now: new roles, a password that somebody else gave and a return after having
-- been disabled begin it anew. Whoever could have arranged that after making a request must not confirm the request with it.
alter table operator add column authority_since timestamptz(3);
update operator set authority_since = created_at;
alter table operator alter column authority_since set not null, alter column authority_since set default now();

alter table approval drop constraint approval_kind_check, add foreign key (kind) references approval_policy;
-- The operation that was kept and is carried out at the confirmation, with its input as the payload. Null: the kind's executor.
alter table approval add column call text;
-- Of the requester at the time of the request.
alter table approval add column requester_roles text[];
update approval set requester_roles = roles from operator where operator.id = requested_by;
alter table approval alter column requester_roles set not null;
