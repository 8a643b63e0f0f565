-- works with 0399
-- What an operator is only told, and puts away, beside what waits until it was done.
alter table operator_notice add column informs boolean not null default false;
