-- The auditor reads everything and changes nothing, so that the role stands alone.
alter table operator drop constraint operator_roles_check;
alter table operator
  add constraint operator_roles_check check (cardinality(roles) > 0
    and roles <@ array['owner', 'support', 'finance', 'content', 'network', 'auditor']),
  add constraint auditor_alone check (not 'auditor' = any(roles) or cardinality(roles) = 1);

-- When each role was granted (functions/grant_roles.sql). What else begins an operator's authority anew is in
-- authority_since: being made, let in again, or given a password or a first authenticator by somebody else
-- (functions/renew_authority.sql).
create table operator_role (
  operator_id uuid not null references operator,
  role text not null,
  granted_at timestamptz(3) not null,
  primary key (operator_id, role)
);
insert into operator_role (operator_id, role, granted_at)
select id, role, authority_since from operator, unnest(roles) as role;

-- Who may do what is decided by two owners, whatever anybody sets.
update approval_policy set threshold = 0, roles = array['owner'] where kind = 'operator';
alter table approval_policy drop constraint always_asked;
alter table approval_policy
  add constraint always_asked check (kind not in ('refund', 'payment', 'price', 'operator') or threshold is not distinct from 0),
  add constraint owners_decide check (kind <> 'operator' or roles = array['owner']);

-- Each decision looks for those by which the deciding operator was appointed.
create index on approval (target) where kind = 'operator' and state = 'confirmed';
