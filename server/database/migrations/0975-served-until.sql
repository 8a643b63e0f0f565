-- works with 0951
-- When the last service ended of the people who are no longer on the company's list (functions/keep_served_until.sql), so that the
-- month in which a customer was lost stays the same whoever is removed later. Nothing is known of those who left before. It lies in
-- the balance of hours, which is locked after the people, as here; the company's row is locked before them.
alter table service_balance add column served_until timestamptz(3);
