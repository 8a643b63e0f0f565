-- What a contract said when it was written first, beside what its order or proposal says for good: from then on it says the same.
-- An older program writes contracts from what holds today, and this table stays as it is.
-- works with 0680
create table written_contract (
  company_id uuid not null references company,
  -- The number of the order or of the proposal.
  number text not null,
  buyer text not null,
  buyer_code text not null,
  buyer_address text,
  -- It makes way for a pseudonym when that person erases the account.
  buyer_contact text,
  -- What the configuration said of the provider.
  seller jsonb not null,
  -- The names of lines, and the days until which a renewal lasts, change afterwards.
  items jsonb not null,
  written_at timestamptz(3) not null default now(),
  primary key (company_id, number)
);
select keep_to_company('written_contract', 'select');
