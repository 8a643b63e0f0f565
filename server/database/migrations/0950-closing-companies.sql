-- A company that is closed stays frozen for good: its people and its ways in are gone, and its records stay
-- (docs/decisions/0088-closing-a-company.md).
alter table company add column closed_at timestamptz(3);
alter table company add constraint closed_stays_frozen check (closed_at is null or state = 'frozen') not valid;
alter table company validate constraint closed_stays_frozen;

-- Whoever registers the same company again begins a new one.
alter table company drop constraint company_credit_code_key;
create unique index company_credit_code on company (credit_code) where closed_at is null;

insert into approval_policy (kind, threshold, roles) values ('closing', 0, array['owner', 'support']);
alter table approval_policy
  add constraint closing_always_asked check (kind <> 'closing' or threshold is not distinct from 0);
