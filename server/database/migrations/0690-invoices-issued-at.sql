-- works with 0550
-- When an invoice was issued: its reversal overwrites the instant of its decision. The file of a reversed one was kept in the
-- transaction that issued it. Null where an older program issues, for which the decision counts until then.
alter table invoice add column issued_at timestamptz(3);
update invoice set issued_at = case when state = 'issued' then decided_at
    else coalesce((select created_at from stored_file where stored_file.id = invoice.file_id), decided_at) end
  where invoice_number is not null;
