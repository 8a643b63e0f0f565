-- A file has one owner: whoever uploaded it, the company that it has become part of, or else the provider. What belongs to
-- a company stays when the account goes that once brought it (docs/decisions/0008-erasure.md).
alter table stored_file add column company_id uuid references company;
alter table stored_file add constraint one_owner check (num_nonnulls(account_id, company_id) <= 1);
create index on stored_file (company_id) where company_id is not null;

update stored_file set account_id = null, company_id = company.id
from identity_verification verification join company on company.credit_code = verification.credit_code
where verification.licence_file_id = stored_file.id and verification.kind = 'company' and verification.state = 'approved';
update stored_file set account_id = null, company_id = payment.company_id
from payment where payment.voucher_file_id = stored_file.id and payment.state = 'paid';
update stored_file set company_id = invoice.company_id from invoice where invoice.file_id = stored_file.id;

-- Who has declined, or not answered, leaves the list after a while.
create index on employee (invited_at) where state in ('declined', 'lapsed');
-- Who was invited and never registered.
create index on account (created_at) where password_hash is null and agreed_at is null and state = 'active';
-- What was sent to such a phone goes on without it.
alter table sms_message drop constraint sms_message_account_id_fkey,
  add foreign key (account_id) references account on delete set null;
alter table notice drop constraint notice_account_id_fkey,
  add foreign key (account_id) references account on delete cascade;
alter table notice_setting drop constraint notice_setting_account_id_fkey,
  add foreign key (account_id) references account on delete cascade;

-- What a person has agreed to, with the version of the words and the request in which it was said. A row is never changed
-- but for its withdrawal.
create table consent (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account,
  kind text not null check (kind in ('terms', 'identity', 'licence')),
  version text not null,
  given_at timestamptz(3) not null default now(),
  -- Null for what was agreed to before this table.
  request_id text,
  withdrawn_at timestamptz(3)
);
create unique index on consent (account_id, kind, version) where withdrawn_at is null;
insert into consent (account_id, kind, version, given_at)
select id, 'terms', agreement_version, agreed_at from account where agreement_version is not null and agreed_at is not null;
