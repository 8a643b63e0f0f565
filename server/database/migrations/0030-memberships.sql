-- A membership begins with the person's own yes (docs/decisions/0013-consent.md). Until then a company may have somebody on
-- its list, and so may several at once; whoever has agreed belongs to one.
alter table employee drop constraint employee_account_id_key;
alter table employee drop constraint employee_state_check;
alter table employee add check (state in ('invited', 'declined', 'lapsed', 'active', 'disabled'));
create unique index employee_joined on employee (account_id) where state in ('active', 'disabled');
create unique index employee_listed on employee (company_id, account_id);
create index on employee (account_id);
alter table employee add check (role = 'employee' or state in ('active', 'disabled'));
-- When the person was asked for the last time. An invitation lapses a while later; a job finds it.
alter table employee add column invited_at timestamptz(3) not null default now();
create index on employee (invited_at) where state = 'invited';
