-- works with 0028
-- concurrently
-- An address is found in the audit entries about several at once, which name theirs in the list of what was before.
drop index concurrently if exists audit_entry_addresses;
create index concurrently audit_entry_addresses on audit_entry using gin (before jsonb_path_ops) where target = 'addresses';
