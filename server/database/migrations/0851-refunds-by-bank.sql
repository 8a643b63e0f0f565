-- works with 0700
-- The bank has sent it, by the number in its note. One of an online payment is then in no bill of its gateway. An older program leaves this
-- false, and such a refund becomes a difference, as before.
alter table refund add column by_bank boolean not null default false;
update refund set by_bank = true where state = 'done' and note like '银行流水号 %';
