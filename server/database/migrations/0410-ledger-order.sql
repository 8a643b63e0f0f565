-- works with 0399
-- The time of a balance's last entry. The statement that moves the balance moves it on, so that the ledger by time is the ledger by
-- balance, however two movements meet and whatever a clock is set back to.
alter table company_balance add column moved_at timestamptz(3) not null default '-infinity';
update company_balance set moved_at = (select max(created_at) from balance_entry where balance_entry.company_id = company_balance.company_id)
where exists (select from balance_entry where balance_entry.company_id = company_balance.company_id);
