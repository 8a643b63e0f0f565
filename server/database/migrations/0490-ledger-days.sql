-- works with 0442
-- concurrently
-- The hours' ledger is filtered by days.
drop index concurrently if exists service_entry_created;
create index concurrently service_entry_created on service_entry (company_id, created_at);
