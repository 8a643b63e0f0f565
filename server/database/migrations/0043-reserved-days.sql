-- Days that a company keeps for somebody who has yet to agree (docs/decisions/0013-consent.md). They have left the balance
-- already. Only an open invitation holds any: whatever ends it gives them back, or starts them, in the same statement.
alter table employee add column reserved_days integer not null default 0
  check (reserved_days >= 0 and (reserved_days = 0 or state = 'invited'));
create index on employee (company_id) include (reserved_days) where reserved_days > 0;

-- How many days each person of an import gets, and for how many of them the balance was too low by then.
alter table employee_import
  add column reserve_days integer not null default 0 check (reserve_days >= 0),
  add column unreserved integer not null default 0;
