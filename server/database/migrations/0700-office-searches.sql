-- works with 0550
-- concurrently
-- Operators find a company by how the names of those who manage it begin. Among the names of all people the few of managers would
-- be found too late: everybody of a frequent family name would be read.
drop index concurrently if exists employee_managers;
create index concurrently employee_managers on employee (name text_pattern_ops) where role <> 'employee';
-- The audit tells of devices only where a dispute was decided, so these few are found by the name that the device had then.
drop index concurrently if exists device_dispute_search;
create index concurrently device_dispute_search on device_dispute
  using gin (company_pieces('00000000-0000-0000-0000-000000000000', device_name)) with (gin_pending_list_limit = 256)
  where state in ('handed_over', 'rejected');
