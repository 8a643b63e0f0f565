-- works with 0550
-- concurrently
-- A line that the provider has suspended renews itself, too; the index before had only the others.
drop index concurrently if exists lines_renewing_themselves;
create index concurrently lines_renewing_themselves on line (ends_at)
  where auto_renew and state in ('unbound', 'active', 'suspended');
drop index concurrently if exists line_ends_at_idx1;
