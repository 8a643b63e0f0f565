-- works with 0130
-- When a company's whole chain was last walked, and how much was wrong with it by then.
alter table connection_chain add column checked_at timestamptz(3), add column faults integer not null default 0;
