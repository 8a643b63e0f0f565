-- works with 0399
-- What operators have given a company without a second one, all of them together, by kind and day of China: several who stay below a
-- threshold each need a second person for the same company like one who gives all of it.
create table approval_company_use (
  company_id uuid not null references company,
  kind text not null,
  day date not null,
  -- Fen or days.
  used bigint not null check (used >= 0),
  primary key (company_id, kind, day)
);
alter table approval_company_use enable row level security, force row level security;
create policy system on approval_company_use to current_user using (true) with check (true);

-- Where nobody has decided yet, coupons take a second person from ¥5,000 on.
update approval_policy set threshold = 500000 where kind = 'coupon' and threshold is null;
