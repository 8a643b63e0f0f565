-- What a company is given once is not given again to whoever registers it anew (functions/had_trial.sql, modules/coupons/welcome.ts).
create index company_closed_credit_code on company (credit_code) where closed_at is not null;
