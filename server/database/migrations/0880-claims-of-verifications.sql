-- The verification of a company is evidence that outlives its owner's part in it. Once claim_ended_at is set it is the company's alone:
-- the account may submit another, and counts as verified by none. Older programs submit by the index that goes here.
alter table identity_verification add column claim_ended_at timestamptz(3);
update identity_verification verification set claim_ended_at = now()
  where state = 'approved' and (id_number_hash = '' or (kind = 'company'
    and exists (select from company where company.credit_code = verification.credit_code)
    and not exists (
      select from employee join company on company.id = employee.company_id
      where employee.account_id = verification.account_id and company.credit_code = verification.credit_code)));
drop index identity_verification_account_id_idx;
create unique index identity_verification_claims on identity_verification (account_id)
  where state in ('under_review', 'approved') and claim_ended_at is null;
