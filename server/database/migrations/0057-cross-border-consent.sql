-- Whoever a company has added passes no form of the portal's; they say yes to data that goes abroad before they use a line.
-- works with 0054
alter table consent drop constraint consent_kind_check;
alter table consent add constraint consent_kind_check check (kind in ('terms', 'identity', 'licence', 'cross_border'));
