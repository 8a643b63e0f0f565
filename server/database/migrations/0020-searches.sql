-- What operators look for in all companies, found by an index however rare it is.

-- The audit log by who did it, what was done and what it was done to, each from its beginning.
create index on audit_entry (actor text_pattern_ops, created_at desc);
create index on audit_entry (action text_pattern_ops, created_at desc);
create index on audit_entry (target text_pattern_ops, created_at desc);
drop index audit_entry_target_created_at_idx;

-- A company's orders with those that it has deleted from its own list, which are few.
create index on shop_order (company_id, created_at desc, id desc);
drop index shop_order_company_id_created_at_id_idx;
