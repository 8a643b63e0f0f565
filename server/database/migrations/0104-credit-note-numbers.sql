-- works with 0100
-- The number of a credit note begins with its order's, which is unique, so it need hold in its company alone.
drop index one_credit_note_a_number;
create unique index one_credit_note_a_number on refund (company_id, credit_number) where credit_number is not null;
