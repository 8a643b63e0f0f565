-- works with 0951
-- When the last service ended of the people who are on the company's list no more (functions/keep_served_until.sql): by it the
-- month in which a customer was lost stays what it was, whoever is removed since. Of those who went before, nothing is known.
alter table company add column served_until timestamptz(3);
