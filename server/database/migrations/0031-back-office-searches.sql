-- works with 0028
-- concurrently
-- An address is found in the audit entries about several at once, which name theirs in the list of what was before.
drop index concurrently if exists audit_entry_addresses;
create index concurrently audit_entry_addresses on audit_entry using gin (before jsonb_path_ops) where target = 'addresses';
-- Finance looks for the refund or transfer of an amount that a bank's record shows.
drop index concurrently if exists refund_by_amount;
create index concurrently refund_by_amount on refund (amount);
drop index concurrently if exists transfer_by_amount;
create index concurrently transfer_by_amount on payment (amount) where gateway = 'transfer' and not came_again;
