-- works with 0054
-- Putting restored data in the place of the present data is decided by two owners, whatever anybody sets.
insert into approval_policy (kind, threshold, roles) values ('restore', 0, array['owner']);
alter table approval_policy drop constraint always_asked, drop constraint owners_decide;
alter table approval_policy
  add constraint always_asked
    check (kind not in ('refund', 'payment', 'price', 'operator', 'restore') or threshold is not distinct from 0),
  add constraint owners_decide check (kind not in ('operator', 'restore') or roles = array['owner']);

-- switching: confirmed; the portal starts again with it.
alter table restore_preparation drop constraint restore_preparation_state_check;
alter table restore_preparation add constraint restore_preparation_state_check
  check (state in ('waiting', 'running', 'ready', 'switching', 'failed'));
